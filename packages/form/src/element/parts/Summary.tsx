/** After an attempt, of the form or of a page: the problems, each a link to its field. It gets the focus. */
import type { Problem } from "@formwork/rules/Evaluation"
import { type Filler, idOf, useFiller, useForm } from "../Filler.ts"
import { focusOn, rowOf } from "../focusOn.ts"
import { problemWords } from "../words/problemWords.ts"

/** The pointer into the payload of a problem's pointer into the request. */
const own = ({ pointer }: Pick<Problem, "pointer">): string => pointer.slice("/data".length)

/** The field's label; in a row with the row's. */
const labelAt = ({ session, words }: Filler, pointer: string): string => {
  const label = session.view(pointer)?.label ?? ""
  const at = rowOf(pointer)
  if (at === undefined) return label
  const row = words.row(session.view(at.list)?.label ?? "", at.row + 1)
  return session.view(pointer)?.type === "row" ? row : `${row}, ${label}`
}

const Entry = ({ problem }: { readonly problem: Problem }) => {
  const filler = useFiller()
  const pointer = own(problem)
  const view = pointer === "" ? undefined : filler.session.view(pointer)
  const text = problemWords(problem, view, filler, labelAt(filler, pointer))
  if (view === undefined) return <li>{text}</li>
  return (
    <li>
      <a
        href={`#${idOf(filler, pointer)}`}
        onClick={(event) => {
          event.preventDefault()
          focusOn(filler, pointer)
        }}
      >
        {text}
      </a>
    </li>
  )
}

interface SummaryProps {
  /** What a server said, beside the problems that the form sees itself. */
  readonly refused: ReadonlyArray<string>
  /** Whether the person could not go on from a page. */
  readonly isStopped: boolean
}

export const Summary = ({ isStopped, refused }: SummaryProps) => {
  const filler = useFiller()
  const { attempted, problems } = useForm()
  const listed = attempted || isStopped ? problems : []
  const isThere = listed.length > 0 || refused.length > 0
  if (!isThere) return null
  const heading = `${filler.prefix}--summary-heading`
  return (
    <section class="fw-summary" id={`${filler.prefix}--summary`} tabIndex={-1} aria-labelledby={heading}>
      <h2 id={heading}>{listed.length > 0 ? filler.words.summary(listed.length) : filler.words.refused}</h2>
      <ul>
        {listed.map((problem, index) => (
          <Entry key={`${problem.pointer} ${problem.code} ${index}`} problem={problem} />
        ))}
        {refused.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
