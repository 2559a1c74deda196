/** The list of shortcuts: whether it is open, and the character that opens it. */
import { makeValue } from "../api/value.ts"
import { characterOf } from "./characterKeys.ts"
import { table } from "./table.ts"

export const helpOpen = makeValue(false)

/** Opens the list at its key, outside of what takes text. @returns what ends it. */
export const openAtKey = (): (() => void) => {
  const open = (event: KeyboardEvent): void => {
    if (characterOf(event) !== table.help.keys) return
    event.preventDefault()
    helpOpen.set(true)
  }
  window.addEventListener("keydown", open)
  return () => window.removeEventListener("keydown", open)
}
