/** What stands around a control: its help, its problems, and the mark of what is required. */
import type { FieldView } from "../../FieldView.ts"
import { useFiller } from "../Filler.ts"
import { problemWords } from "../words/problemWords.ts"

export const Help = ({ id, view: { description, hint } }: { readonly id: string; readonly view: FieldView }) =>
  description === undefined && hint === undefined ? null : (
    <div id={id} class="fw-help">
      {description === undefined ? null : <p>{description}</p>}
      {hint === undefined ? null : <p>{hint}</p>}
    </div>
  )

/** The ids of a place's help, problems and outcomes, for `aria-describedby`; undefined without any. */
export const notesOf = (id: string, { description, hint, outcomes, problems }: FieldView): string | undefined => {
  const ids = [
    ...(description === undefined && hint === undefined ? [] : [`${id}-help`]),
    ...(problems.length === 0 ? [] : [`${id}-problem`]),
    ...(outcomes.length === 0 ? [] : [`${id}-outcomes`])
  ]
  return ids.length === 0 ? undefined : ids.join(" ")
}

export const Problems = ({ id, view }: { readonly id: string; readonly view: FieldView }) => {
  const filler = useFiller()
  if (view.problems.length === 0) return null
  return (
    <p id={id} class="fw-problem">
      {view.problems.map((problem) => problemWords(problem, view, filler)).join(" ")}
    </p>
  )
}

export const Mark = ({ view }: { readonly view: FieldView }) => {
  const { words } = useFiller()
  return view.required ? (
    <>
      <span class="fw-mark" aria-hidden="true">
        *
      </span>
      <span class="fw-unseen"> ({words.required})</span>
    </>
  ) : null
}
