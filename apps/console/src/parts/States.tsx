/** The states of a list or a page besides having something: loading, empty, refused, broken. */
import { FormworkError } from "@formwork/client/FormworkError"
import type { ReactNode } from "react"
import { useEffect, useState } from "react"
import { missingPrivilege } from "../api/refusal.ts"
import { useMessages } from "../messages/useMessages.ts"
import { Button } from "./Button.tsx"
import { useFailure } from "./useFailure.ts"
import { Foreign } from "./Foreign.tsx"
import { refusalLanguage, refusalSentence } from "./refusalSentence.ts"
import styles from "./States.module.css"

/** After a moment, as many grey lines as there will be of text: what comes at once never blinks. */
export const Loading = ({ lines = 6 }: { readonly lines?: number }) => {
  const { common } = useMessages()
  return (
    <div className={styles.loading} role="status" aria-label={common.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children: ReactNode
  /** The one thing to do here. */
  readonly action?: ReactNode
}

export const Empty = ({ action, children, title }: EmptyProps) => (
  <div className={styles.state}>
    <h2 className={styles.title}>{title}</h2>
    <div className={styles.why}>{children}</div>
    {action}
  </div>
)

const Countdown = ({ onEnd, seconds }: { readonly seconds: number; readonly onEnd: () => void }) => {
  const { common } = useMessages()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => {
      setLeft(left - 1)
      if (left === 1) onEnd()
    }, 1_000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return <p className={styles.why}>{left === 0 ? common.states.trying : common.states.againIn({ seconds: left })}</p>
}

interface FailedProps {
  readonly error: unknown
  /** It is being tried again. */
  readonly isTrying?: boolean
  readonly onRetry: () => void
}

/** What a call that failed means for the person, and what they can do. */
export const Failed = ({ error, isTrying = false, onRetry }: FailedProps) => {
  const { common } = useMessages()
  const { states, tryAgain } = common
  const refusal = error instanceof FormworkError ? error : undefined
  if (refusal?.status === 403) {
    const privilege = missingPrivilege(refusal)
    return (
      <Empty title={states.refused}>
        <Foreign
          text={privilege === undefined ? refusal.problem.error : states.refusedPrivilege({ privilege })}
          lang={refusalLanguage(refusal)}
        />
      </Empty>
    )
  }
  if (refusal?.status === 404) return <Empty title={states.missing}>{states.missingWhy}</Empty>
  const after = refusal?.retryAfterSeconds
  return (
    <div className={styles.state} role="alert">
      <h2 className={styles.title}>{states.broken}</h2>
      <div className={styles.why}>
        <Foreign text={refusalSentence(common, error)} lang={refusalLanguage(error)} />
      </div>
      {refusal !== undefined && (
        <code className={styles.request}>
          <Foreign text={states.requestId({ id: refusal.requestId })} />
        </code>
      )}
      {after !== undefined && <Countdown key={refusal?.requestId} seconds={after} onEnd={onRetry} />}
      <Button isPending={isTrying} onPress={onRetry}>
        {tryAgain}
      </Button>
    </div>
  )
}

interface QueryResult<A> {
  readonly data: A | undefined
  readonly error: unknown
  readonly errorUpdateCount?: number
  readonly isFetching?: boolean
  readonly refetch: () => unknown
}

interface QueriedProps<A> {
  readonly query: QueryResult<A>
  readonly lines?: number
  readonly children: (data: A) => ReactNode
}

/** Shows what a query gave; what was there stays while it is read again. */
export const Queried = <A,>({ children, lines, query }: QueriedProps<A>) => {
  const failure = useFailure(query)
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (failure !== undefined) return <Failed {...failure} onRetry={() => void query.refetch()} />
  return lines === undefined ? <Loading /> : <Loading lines={lines} />
}
