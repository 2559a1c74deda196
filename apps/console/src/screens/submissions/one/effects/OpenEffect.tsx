/** One effect: its attempts, what it sends, and sending it again. */
import type { Effect } from "@formwork/client/contract"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { effectContentQuery, effectQuery, retryEffect } from "../../../../api/effects.ts"
import { useMay } from "../../../../api/me.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { Queried } from "../../../../parts/States.tsx"
import { Attempts } from "../../../effects/one/Attempts.tsx"
import { Sent } from "../../../effects/one/Sent.tsx"
import styles from "./Effects.module.css"

export const OpenEffect = ({ effect }: { readonly effect: Effect }) => {
  const { effects } = useMessages()
  // Read again with each attempt that the list tells of.
  const history = useQuery(effectQuery(effect.id, effect.attemptCount))
  const content = useQuery(effectContentQuery(effect.id))
  return (
    <div className={styles.open}>
      {effect.state !== "delivered" && <Retry effect={effect} />}
      <h3 className={styles.title}>{effects.attempts.title}</h3>
      <Queried query={history} lines={3}>
        {(found) => <Attempts effect={found} />}
      </Queried>
      <h3 className={styles.title}>{effects.sent.title}</h3>
      <Queried query={content} lines={4}>
        {(found) =>
          found === null ? <p className={styles.quiet}>{effects.sent.nothing}</p> : <Sent content={found} />
        }
      </Queried>
    </div>
  )
}

const Retry = ({ effect: { effectId, id, state } }: { readonly effect: Effect }) => {
  const { effects: words } = useMessages().submission
  const mayRetry = useMay("effect:write")
  const reason = useId()
  const send = state === "pending" ? words.sendNow : words.retry
  const retry = useMutation({ mutationFn: () => retryEffect(id) })
  return (
    <div className={styles.retry}>
      <Refused error={retry.error} />
      <Button
        isDisabled={!mayRetry}
        isPending={retry.isPending}
        label={words.sendOf({ id: effectId, send })}
        {...(mayRetry ? {} : { describedBy: reason })}
        onPress={() => retry.mutate()}
      >
        {send}
      </Button>
      {!mayRetry && (
        <p id={reason} className={styles.quiet}>
          {words.needsWrite}
        </p>
      )}
      <p role="status">{retry.isSuccess && words.retried}</p>
    </div>
  )
}
