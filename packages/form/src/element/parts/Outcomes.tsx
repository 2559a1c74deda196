/** The outcomes that are raised, each with its severity as a sign and a word. */
import { useFiller, useForm } from "../Filler.ts"

const signs = { info: "i", warning: "!", error: "×" } as const

export const Outcomes = () => {
  const { words } = useFiller()
  const { outcomes } = useForm()
  if (outcomes.length === 0) return null
  return (
    <ul class="fw-outcomes" aria-label={words.outcomes}>
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
