/** Settings, API keys: every key of the organisation. */
import type { ListedApiKey } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { keysQuery } from "../../../api/keys.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Disclosure } from "../../../parts/Disclosure.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { useNow } from "../../../time/useNow.ts"
import { isIn, keyFilters } from "./keyState.ts"
import type { KeyFilter } from "./keyState.ts"
import { KeyTable } from "./KeyTable.tsx"
import styles from "./keys.module.css"

interface ListProps {
  readonly items: ReadonlyArray<ListedApiKey>
  readonly filter: KeyFilter
}

const Filters = ({ items }: { readonly items: ReadonlyArray<ListedApiKey> }) => {
  const { keys } = useMessages()
  const now = useNow()
  return (
    <nav aria-label={keys.filters.label}>
      <ul className={styles.filters}>
        {keyFilters.map((filter) => (
          <li key={filter}>
            <Link
              to="/settings/keys"
              search={filter === "active" ? {} : { filter }}
              activeOptions={{ exact: true, includeSearch: true }}
              className={styles.filter ?? ""}
            >
              {keys.filters[filter]}
              <span className={styles.quiet}>{items.filter((key) => isIn(filter, key, now)).length}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const NewKeyLink = () => {
  const { keys } = useMessages()
  return (
    <ButtonLink to="/settings/keys/new" look="primary">
      {keys.new}
    </ButtonLink>
  )
}

const NoKeys = () => {
  const { keys } = useMessages()
  return (
    <Empty title={keys.empty.title} action={useMay("apikey:write") ? <NewKeyLink /> : undefined}>
      <p>{keys.empty.why}</p>
      <p>{keys.empty.manual}</p>
    </Empty>
  )
}

const Some = ({ filter, items }: ListProps) => {
  const { keys } = useMessages()
  const now = useNow()
  const shown = items.filter((key) => isIn(filter, key, now))
  const ended = items.filter((key) => isIn("ended", key, now))
  return (
    <>
      <Filters items={items} />
      {shown.length > 0 ? (
        <KeyTable label={keys.filters[filter]} items={shown} />
      ) : (
        <Empty title={keys.noneHere.title} action={<ButtonLink to="/settings/keys">{keys.noneHere.clear}</ButtonLink>}>
          {keys.noneHere.why}
        </Empty>
      )}
      {filter === "active" && ended.length > 0 && (
        <Disclosure summary={keys.endedFold({ count: ended.length })}>
          <KeyTable label={keys.filters.ended} items={ended} />
        </Disclosure>
      )}
    </>
  )
}

export const KeyList = ({ filter }: { readonly filter: KeyFilter }) => {
  const { keys } = useMessages()
  const query = useQuery({ ...keysQuery, refetchInterval: 30_000 })
  const mayMake = useMay("apikey:write")
  return (
    <Page
      title={keys.title}
      description={keys.description}
      actions={mayMake && (query.data?.length ?? 0) > 0 ? <NewKeyLink /> : undefined}
    >
      <Queried query={query}>
        {(items) => (items.length === 0 ? <NoKeys /> : <Some items={items} filter={filter} />)}
      </Queried>
    </Page>
  )
}
