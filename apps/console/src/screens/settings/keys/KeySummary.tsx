/** In one line what a key that is being made will be able to do. */
import { useMessages } from "../../../messages/useMessages.ts"
import { day } from "../../../time/dates.ts"
import { addressesIn, endOf } from "./keyDraft.ts"
import type { KeyDraft } from "./keyDraft.ts"
import styles from "./keys.module.css"

export const KeySummary = ({ draft, now }: { readonly draft: KeyDraft; readonly now: number }) => {
  const { common, keys } = useMessages()
  const end = endOf(draft, now)
  const requests = Number(draft.requestsPerMinute)
  return (
    <p className={styles.summary} aria-live="polite">
      {draft.privileges.size === 0
        ? keys.form.nothing
        : keys.form.summary({
            held: [...draft.privileges],
            forms: draft.forms.size,
            folders: draft.folders.size,
            operations: draft.operations.size,
            networks: addressesIn(draft.addresses).length,
            requests: requests > 0 ? requests : undefined,
            end: end === null ? undefined : day(common.language, end)
          })}
    </p>
  )
}
