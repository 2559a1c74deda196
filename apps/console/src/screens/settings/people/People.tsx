/** Settings, People: who can sign in, and as what. */
import type { ListedUser } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useMay, useMe } from "../../../api/me.ts"
import { peopleQuery } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Select } from "../../../parts/Select.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { When } from "../../../parts/When.tsx"
import { useNow } from "../../../time/useNow.ts"
import { useTyped } from "../../forms/list/useTyped.ts"
import { isListed, roleNames } from "./peopleSearch.ts"
import type { PeopleSearch } from "./peopleSearch.ts"
import { StandingCell } from "./StandingCell.tsx"
import styles from "./people.module.css"

const useColumns = (): ReadonlyArray<Column<ListedUser>> => {
  const { common, people } = useMessages()
  const me = useMe().user?.id
  const words = people.columns
  return [
    {
      id: "name",
      label: words.name,
      cell: ({ id, name }) => (
        <span className={styles.name}>
          <Link to="/settings/people/$userId" params={{ userId: id }} className={styles.long ?? ""}>
            <Foreign text={name} isName />
          </Link>
          {id === me && <Badge tone="info">{people.you}</Badge>}
        </span>
      )
    },
    {
      id: "email",
      label: words.email,
      cell: ({ email }) => (
        <span className={styles.long}>
          <Foreign text={email} />
        </span>
      )
    },
    { id: "role", label: words.role, cell: ({ role }) => people.roles[role] },
    { id: "since", label: words.since, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      id: "seen",
      label: words.seen,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? common.never : <When at={lastSeenAt} />)
    },
    { id: "state", label: words.state, cell: (person) => <StandingCell person={person} /> }
  ]
}

const Filters = ({ search }: { readonly search: PeopleSearch }) => {
  const { filter, roles, states } = useMessages().people
  const navigate = useNavigate()
  const go = (next: PeopleSearch, replace = false) => void navigate({ to: "/settings/people", search: next, replace })
  const [text, setText] = useTyped(search.text ?? "", (typed) => {
    const { text: _, ...rest } = search
    go(typed === "" ? rest : { ...rest, text: typed }, true)
  })
  const { role: _, ...withoutRole } = search
  const { state: __, ...withoutState } = search
  return (
    <search className={styles.filters} aria-label={filter.label}>
      <TextField label={filter.text} type="search" value={text} onChange={setText} />
      <Select
        label={filter.role}
        value={search.role ?? "any"}
        onChange={(role) => go(role === "any" ? withoutRole : { ...search, role })}
        options={[
          { id: "any" as const, label: filter.any },
          ...roleNames.map((role) => ({ id: role, label: roles[role] }))
        ]}
      />
      <Select
        label={filter.state}
        value={search.state ?? "active"}
        onChange={(state) => go(state === "active" ? withoutState : { ...search, state })}
        options={[
          { id: "active" as const, label: filter.current },
          { id: "invited" as const, label: filter.invited },
          { id: "deactivated" as const, label: states.deactivated },
          { id: "any" as const, label: filter.all }
        ]}
      />
    </search>
  )
}

interface ListProps {
  readonly items: ReadonlyArray<ListedUser>
  readonly search: PeopleSearch
}

const List = ({ items, search }: ListProps) => {
  const { noneHere, title } = useMessages().people
  const columns = useColumns()
  const now = useNow()
  const shown = items.filter((person) => isListed(search, person, now))
  if (shown.length === 0) {
    return (
      <Empty title={noneHere.title} action={<ButtonLink to="/settings/people">{noneHere.clear}</ButtonLink>}>
        {noneHere.why}
      </Empty>
    )
  }
  return (
    <Table
      label={title}
      columns={columns}
      rows={shown}
      rowId={({ id }) => id}
      isQuiet={({ deactivatedAt }) => deactivatedAt !== null}
    />
  )
}

export const People = ({ search }: { readonly search: PeopleSearch }) => {
  const { people } = useMessages()
  const query = useQuery(peopleQuery)
  const mayWrite = useMay("user:write")
  return (
    <Page
      title={people.title}
      description={people.description}
      actions={
        mayWrite ? (
          <ButtonLink to="/settings/people/invite" look="primary">
            {people.invite}
          </ButtonLink>
        ) : (
          <span className={styles.quiet}>{people.needsWrite}</span>
        )
      }
    >
      <Queried query={query}>
        {(items) => (
          <>
            <Filters search={search} />
            <List items={items} search={search} />
          </>
        )}
      </Queried>
    </Page>
  )
}
