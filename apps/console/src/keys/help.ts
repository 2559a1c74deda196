/** The list of shortcuts: whether it is open, and whether a character alone opens it, which a person may switch off (WCAG 2.2, 2.1.4). */
import { makeValue } from "../api/value.ts"
import { table } from "./table.ts"

const place = "formwork.characterKeys"

export const helpOpen = makeValue(false)

export const characterKeys = makeValue(localStorage.getItem(place) !== "off")

export const setCharacterKeys = (areOn: boolean): void => {
  characterKeys.set(areOn)
  localStorage.setItem(place, areOn ? "on" : "off")
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]") !== null

/** Opens the list at its key, outside of what takes text. @returns what ends it. */
export const openAtKey = (): (() => void) => {
  const open = (event: KeyboardEvent): void => {
    const { altKey, ctrlKey, defaultPrevented, key, metaKey, target } = event
    if (key !== table.help.keys || altKey || ctrlKey || metaKey || defaultPrevented) return
    if (!characterKeys.get() || takesText(target)) return
    event.preventDefault()
    helpOpen.set(true)
  }
  window.addEventListener("keydown", open)
  return () => window.removeEventListener("keydown", open)
}
