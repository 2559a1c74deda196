/** The outcomes that are raised, each with its severity as a sign and a word: those at a field there, all others below the form. */
import type { FormView } from "../../FieldView.ts"
import { useFiller, useForm } from "../Filler.ts"

const signs = { info: "i", warning: "!", error: "×" } as const

type Raised = Pick<FormView, "outcomes">

export const Outcomes = () => {
  const { outcomes } = useForm()
  return <Raised outcomes={outcomes.filter(({ pointer }) => pointer === undefined)} />
}

/** @param id where a control is described by them. */
export const Raised = ({ id, outcomes }: Raised & { readonly id?: string }) => {
  const { words } = useFiller()
  if (outcomes.length === 0) return null
  return (
    <ul id={id} class="fw-outcomes" aria-label={words.outcomes}>
      {outcomes.map(({ id, message, severity }) => (
        <li key={id} data-severity={severity}>
          <span class="fw-sign" aria-hidden="true">
            {signs[severity]}
          </span>
          <bdi>{message}</bdi>
        </li>
      ))}
    </ul>
  )
}
