/** What a key is, may and reaches. */
import type { ListedApiKey } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useMay } from "../../../api/me.ts"
import { foldersQuery } from "../../../api/folders.ts"
import { formChoicesQuery } from "../../../api/reach.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Facts } from "../../../parts/Facts.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { When } from "../../../parts/When.tsx"
import { moment } from "../../../time/dates.ts"
import { ActorName } from "./ActorName.tsx"
import styles from "./keys.module.css"

interface Named {
  readonly id: string
  readonly name: string
}

/** The forms or folders that the key is limited to, by name. One that is gone, or that the person cannot see, is shown by the beginning of its id. */
const Names = ({ found, ids }: { readonly ids: ReadonlyArray<string>; readonly found: ReadonlyArray<Named> }) => {
  const { keys } = useMessages()
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return (
    <ul className={styles.list}>
      {ids.map((id) => (
        <li key={id}>
          <Foreign text={names.get(id) ?? keys.detail.removed({ id })} isName />
        </li>
      ))}
    </ul>
  )
}

const useNames = ({ folders, forms }: ListedApiKey) => {
  const ofForms = useQuery({ ...formChoicesQuery(""), enabled: useMay("form:read") && forms !== null })
  const ofFolders = useQuery({ ...foldersQuery, enabled: useMay("folder:read") && folders !== null })
  return {
    forms: (ofForms.data ?? []).map(({ id, title }) => ({ id, name: title })),
    folders: ofFolders.data ?? []
  }
}

/** The limits that it has. */
const useLimits = (apiKey: ListedApiKey) => {
  const { keys } = useMessages()
  const names = useNames(apiKey)
  const { addresses, folders, forms, operations, requestsPerMinute } = apiKey
  const words = keys.detail
  return [
    ...(forms === null ? [] : [{ label: words.forms, value: <Names ids={forms} found={names.forms} /> }]),
    ...(folders === null ? [] : [{ label: words.folders, value: <Names ids={folders} found={names.folders} /> }]),
    ...(operations === null ? [] : [{ label: words.operations, value: <code>{operations.join(", ")}</code> }]),
    ...(requestsPerMinute === null ? [] : [{ label: words.requests, value: requestsPerMinute }]),
    ...(addresses === null ? [] : [{ label: words.addresses, value: <code>{addresses.join(", ")}</code> }])
  ]
}

export const KeyFacts = ({ apiKey }: { readonly apiKey: ListedApiKey }) => {
  const { common, keys, privileges } = useMessages()
  const limits = useLimits(apiKey)
  const words = keys.detail
  const { callsToday, createdAt, creator, creatorKey, expiresAt, hint, lastUsedAt } = apiKey
  return (
    <Facts
      facts={[
        { label: words.hint, value: <code>{hint}</code> },
        { label: words.may, value: privileges.whole({ held: apiKey.privileges }) },
        {
          label: words.maker,
          value: (
            <>
              <ActorName actor={creator} />
              {creatorKey !== null && (
                <>
                  {keys.with} <ActorName actor={creatorKey} />
                </>
              )}
            </>
          )
        },
        { label: words.made, value: moment(common.language, createdAt) },
        { label: words.used, value: lastUsedAt === null ? keys.neverUsed : <When at={lastUsedAt} /> },
        { label: words.today, value: callsToday },
        { label: words.expires, value: expiresAt === null ? common.never : moment(common.language, expiresAt) },
        ...limits
      ]}
    />
  )
}
