/** The attempts of an effect as a timeline, the newest first. */
import type { EffectAttempt } from "@formwork/client/contract"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Badge, type Tone } from "../../../../parts/Badge.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { moment } from "../../../../time/dates.ts"
import styles from "./Effects.module.css"

type Result = NonNullable<EffectAttempt["result"]>

const tones: { readonly [R in Result]: Tone } = {
  delivered: "ok",
  retry: "warning",
  dead: "error",
  stopped: "warning",
  lost: "warning"
}

export const Attempts = ({ attempts }: { readonly attempts: ReadonlyArray<EffectAttempt> }) => {
  const { effects: words } = useMessages().submission
  if (attempts.length === 0) return <p className={styles.quiet}>{words.noAttempts}</p>
  return (
    <ol className={styles.timeline} reversed>
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </ol>
  )
}

const Attempt = ({ attempt }: { readonly attempt: EffectAttempt }) => {
  const { common, submission } = useMessages()
  const { effects: words } = submission
  const { durationMillis, excerpt, number, reason, result, startedAt, status } = attempt
  const facts = [
    ...(status === null ? [] : [words.status({ status })]),
    ...(durationMillis === null ? [] : [words.took({ millis: durationMillis })])
  ]
  return (
    <li className={styles.attempt}>
      <p className={styles.line}>
        <strong>{words.attempt({ number })}</strong>
        <Badge tone={result === null ? "info" : tones[result]}>{words.results[result ?? "running"]}</Badge>
        <time dateTime={startedAt} className={styles.quiet}>
          {moment(common.language, startedAt)}
        </time>
        {facts.length > 0 && <span className={styles.quiet}>{facts.join(", ")}</span>}
      </p>
      {reason !== null && (
        <p className={styles.long}>
          <Foreign text={reason} />
        </p>
      )}
      {excerpt !== null && excerpt !== "" && (
        <pre className={styles.excerpt}>
          <Foreign text={excerpt} />
        </pre>
      )}
    </li>
  )
}
