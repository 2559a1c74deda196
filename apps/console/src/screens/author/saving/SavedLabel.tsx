/** Says where the text is. It speaks only when something is in the way. */
import { FormworkError } from "@formwork/client/FormworkError"
import { useRef } from "react"
import type { Messages } from "../../../messages/Messages.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Button } from "../../../parts/Button.tsx"
import { refusalSentence } from "../../../parts/refusalSentence.ts"
import type { Autosave } from "./Autosave.ts"
import styles from "./SavedLabel.module.css"
import type { SavedState } from "./SavedState.ts"
import { useSaved } from "./useSaving.ts"

const whyAway = ({ saving }: Messages, error: unknown): string => {
  if (!(error instanceof FormworkError)) return saving.away
  return error.status === 401 ? saving.signedOut : saving.busy({ why: error.problem.error })
}

const whyOf = (messages: Messages, state: SavedState): string | undefined => {
  const { common, saving } = messages
  switch (state.is) {
    case "saved":
    case "changed":
    case "saving":
      return undefined
    case "broken":
    case "collided":
      return saving[state.is]
    case "away":
      return whyAway(messages, state.error)
    case "refused":
      return saving.refused({ why: refusalSentence(common, state.error) })
  }
}

export const SavedLabel = ({ autosave }: { readonly autosave: Autosave }) => {
  const messages = useMessages()
  const { saving } = messages
  const state = useSaved(autosave)
  const why = whyOf(messages, state)
  const words = state.is === "saved" ? saving.saved(state) : state.is === "saving" ? saving.saving : saving.changed
  const label = useRef<HTMLSpanElement>(null)
  // The button goes as soon as it is pressed, and may not take the focus with it.
  const saveNow = () => {
    label.current?.focus()
    autosave.saveNow()
  }
  return (
    <span className={styles.saved} data-message={why === undefined ? undefined : ""} ref={label} tabIndex={-1}>
      {why === undefined && words}
      <span role="status">{why !== undefined && <Badge tone="warning">{why}</Badge>}</span>
      {(state.is === "away" || state.is === "refused") && (
        <Button size="small" onPress={saveNow}>
          {saving.now}
        </Button>
      )}
    </span>
  )
}
