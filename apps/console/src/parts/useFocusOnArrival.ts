/** Where the focus is when another screen comes. */
import { useEffect, useRef } from "react"

/** A document that has just been opened begins at its top, and so does the keyboard. */
let isOpened = false

/** A new screen has the focus: at its heading, unless a control in it or a dialog over it has taken it. */
export const useFocusOnArrival = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isFirst = !isOpened
    isOpened = true
    if (isFirst) return undefined
    const arrive = () => {
      const taken = document.activeElement?.closest("main, [role='dialog'], [role='alertdialog']") ?? null
      if (taken === null) heading.current?.focus({ preventScroll: true })
    }
    // A control that takes the focus by itself does so when the transitions of the screen before have ended.
    const timer = setTimeout(arrive, 250)
    return () => clearTimeout(timer)
  }, [])
  return heading
}
