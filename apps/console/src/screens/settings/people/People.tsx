/** Settings, People: who can sign in, and as what. */
import type { User } from "@formwork/client/contract"
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
import { useTyped } from "../../forms/list/useTyped.ts"
import { isListed, roleNames } from "./peopleSearch.ts"
import type { PeopleSearch } from "./peopleSearch.ts"
import styles from "./people.module.css"

const useColumns = (): ReadonlyArray<Column<User>> => {
  const { people } = useMessages()
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
      id: "state",
      label: words.state,
      cell: ({ deactivatedAt }) =>
        deactivatedAt === null ? (
          <Badge tone="ok">{people.states.active}</Badge>
        ) : (
          <Badge>{people.states.deactivated}</Badge>
        )
    }
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
          { id: "active" as const, label: states.active },
          { id: "deactivated" as const, label: states.deactivated },
          { id: "any" as const, label: filter.all }
        ]}
      />
    </search>
  )
}

interface ListProps {
  readonly items: ReadonlyArray<User>
  readonly search: PeopleSearch
}

const List = ({ items, search }: ListProps) => {
  const { noneHere, title } = useMessages().people
  const columns = useColumns()
  const shown = items.filter((person) => isListed(search, person))
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
