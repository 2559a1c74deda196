/** Whether a key works, until when, and why it does not. */
import type { ListedApiKey } from "@formwork/client/contract"
import { Badge } from "../../../parts/Badge.tsx"
import { When } from "../../../parts/When.tsx"
import { useMessages } from "../../../messages/useMessages.ts"
import { useNow } from "../../../time/useNow.ts"
import { ActorName } from "./ActorName.tsx"
import { stateOf } from "./keyState.ts"
import styles from "./keys.module.css"

type End = NonNullable<ListedApiKey["end"]>

const Ended = ({ end }: { readonly end: End }) => {
  const { keys } = useMessages()
  const other = end.replacement ?? end.by
  return (
    <span className={styles.state}>
      <span>
        {keys.ends[end.reason]} <When at={end.at} />
      </span>
      {other !== null && (
        <span className={styles.quiet}>
          {keys.by} <ActorName actor={other} />
        </span>
      )}
    </span>
  )
}

const Ending = ({ end, lastUsedAt }: { readonly end: End; readonly lastUsedAt: string | null }) => {
  const { keys } = useMessages()
  const isReplaced = end.reason === "rotated"
  return (
    <span className={styles.state}>
      <Badge tone="warning">{isReplaced ? keys.states.overlap : keys.states.ending}</Badge>
      <When at={end.at} />
      {isReplaced && lastUsedAt !== null && (
        <span className={styles.quiet}>
          {keys.stillUsed} <When at={lastUsedAt} />
        </span>
      )}
    </span>
  )
}

export const KeyStateCell = ({ apiKey }: { readonly apiKey: ListedApiKey }) => {
  const { keys } = useMessages()
  const { end, lastUsedAt } = apiKey
  const state = stateOf(apiKey, useNow())
  if (end === null || state === "active") return <Badge tone="ok">{keys.states.active}</Badge>
  return state === "ended" ? <Ended end={end} /> : <Ending end={end} lastUsedAt={lastUsedAt} />
}
