/** Why a value is what it is: a button, and under it the rules in sentences. */
import { useState } from "preact/hooks"
import type { FieldView } from "../../FieldView.ts"
import { useFiller } from "../Filler.ts"

export const Why = ({ view }: { readonly view: FieldView }) => {
  const { ask, session, why, words } = useFiller()
  const [isOpen, setOpen] = useState(false)
  if (!why) return null
  return (
    <>
      <button
        type="button"
        class="fw-why"
        aria-expanded={session.explains ? isOpen : undefined}
        aria-label={`${words.why}: ${view.label}`}
        onClick={() => {
          if (ask(view.pointer) && session.explains) setOpen(!isOpen)
        }}
      >
        {words.why}
      </button>
      {isOpen ? (
        <ul class="fw-reasons">
          {view.why().map((entry) => (
            <li key={entry.pointer}>{entry.words}</li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
