/** After a form was refused the focus goes to the first control with a problem. */
import { useEffect, useRef, useState } from "react"
import type { RefObject } from "react"

interface FirstProblem {
  readonly form: RefObject<HTMLFormElement | null>
  /** For a form that was not sent because of its problems: the next render shows them. */
  readonly showProblems: () => void
}

/** @param error of the call that the form made; null or undefined while it has none. */
export const useFirstProblem = (error: unknown): FirstProblem => {
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts === 0 && (error === null || error === undefined)) return
    const wrong = form.current?.querySelector("[aria-invalid='true'], [data-invalid]")
    const control =
      wrong?.matches("input, textarea, [tabindex]") === true
        ? wrong
        : wrong?.querySelector("input, textarea, summary, button")
    if (control instanceof HTMLElement) control.focus()
  }, [attempts, error])
  return { form, showProblems: () => setAttempts((count) => count + 1) }
}
