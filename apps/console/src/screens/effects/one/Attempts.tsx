/** The attempts of an effect on a line, from the first to the one that will follow. */
import type { EffectAttempt, EffectHistory } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import type { Tone } from "../../../parts/Badge.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { When } from "../../../parts/When.tsx"
import styles from "./Attempts.module.css"

const tones: { readonly [R in NonNullable<EffectAttempt["result"]>]: Tone } = {
  delivered: "ok",
  retry: "warning",
  dead: "error",
  stopped: "error",
  lost: "warning"
}

const Result = ({ attempt: { durationMillis, result, status } }: { readonly attempt: EffectAttempt }) => {
  const words = useMessages().effects.attempts
  return (
    <>
      {result === null ? (
        <Badge tone="info">{words.running}</Badge>
      ) : (
        <Badge tone={tones[result]}>{words.results[result]}</Badge>
      )}
      {status !== null && <span>{words.status({ status })}</span>}
      {durationMillis !== null && <span className={styles.quiet}>{words.took({ millis: durationMillis })}</span>}
    </>
  )
}

const Attempt = ({ attempt }: { readonly attempt: EffectAttempt }) => {
  const words = useMessages().effects.attempts
  const { excerpt, number, reason, result, startedAt } = attempt
  return (
    <li className={styles.attempt}>
      <p className={styles.head}>
        <strong>{words.attempt({ number })}</strong>
        <Result attempt={attempt} />
        <span className={styles.quiet}>
          <When at={startedAt} />
        </span>
      </p>
      {result === "lost" && <p>{words.lost}</p>}
      {reason !== null && (
        <p>
          <Foreign text={reason} />
        </p>
      )}
      {excerpt !== null && excerpt !== "" && (
        <details>
          <summary className={styles.summary}>{words.excerpt}</summary>
          <pre className={styles.excerpt}>
            <Foreign text={excerpt} />
          </pre>
        </details>
      )}
    </li>
  )
}

export const Attempts = ({ effect: { attempts, nextAttemptAt } }: { readonly effect: EffectHistory }) => {
  const { effects } = useMessages()
  if (attempts.length === 0) return <p className={styles.quiet}>{effects.attempts.none}</p>
  return (
    <ol className={styles.attempts}>
      {attempts.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      {nextAttemptAt !== null && (
        <li className={styles.attempt} data-next>
          <p className={styles.head}>
            <strong>{effects.one.next}</strong>
            <span className={styles.quiet}>
              <When at={nextAttemptAt} />
            </span>
          </p>
        </li>
      )}
    </ol>
  )
}
