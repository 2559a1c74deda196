/** The keys of a dialog's main action, wherever the focus is in it. */
import { useEffect, useRef } from "react"
import type { RefObject } from "react"
import { isPressed } from "./shortcuts.ts"
import { table } from "./table.ts"

/** As `Button` marks the main action of what it stands in. */
const MAIN = "data-main"

/**
 * Presses the one main button in the element. Nothing is pressed where it is disabled or waits, or where there are several. The keys never
 * reach the page below.
 */
export const useMainKey = <A extends HTMLElement>(): RefObject<A | null> => {
  const place = useRef<A>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const listen = (event: KeyboardEvent): void => {
      if (!isPressed(table.answer.keys, event)) return
      event.preventDefault()
      event.stopPropagation()
      const buttons = [...element.querySelectorAll<HTMLButtonElement>(`button[${MAIN}]`)]
      const [main] = buttons
      // A key that is held down would also answer the dialog that follows.
      if (buttons.length === 1 && main?.ariaDisabled !== "true" && !event.repeat) main?.click()
    }
    // Before the button that has the focus, which would take the key for its own.
    element.addEventListener("keydown", listen, { capture: true })
    return () => element.removeEventListener("keydown", listen, { capture: true })
  }, [])
  return place
}
