/** A call that failed, above what was entered for it, which stays. */
import { FormworkError } from "@formwork/client/FormworkError"
import type { ReactNode } from "react"
import { useMessages } from "../messages/useMessages.ts"
import { Foreign } from "./Foreign.tsx"
import { Notice } from "./Notice.tsx"
import { refusalLanguage, refusalSentence } from "./refusalSentence.ts"

interface RefusedProps {
  /** Null where the call has not failed. */
  readonly error: unknown
  readonly actions?: ReactNode
}

export const Refused = ({ actions, error }: RefusedProps) => {
  const { common } = useMessages()
  if (error === null || error === undefined) return null
  const after = error instanceof FormworkError ? error.retryAfterSeconds : undefined
  return (
    <Notice tone="error" actions={actions}>
      <p>
        <Foreign text={refusalSentence(common, error)} lang={refusalLanguage(error)} />
      </p>
      {after !== undefined && <p>{common.states.waitFor({ seconds: after })}</p>}
      {error instanceof FormworkError && (
        <p>
          <Foreign text={common.states.requestId({ id: error.requestId })} />
        </p>
      )}
    </Notice>
  )
}
