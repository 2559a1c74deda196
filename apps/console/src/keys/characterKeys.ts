/** Keys that are a character alone, which a person may switch off (WCAG 2.2, 2.1.4). */
import { makeValue } from "../api/value.ts"

const place = "formwork.characterKeys"

export const characterKeys = makeValue(localStorage.getItem(place) !== "off")

export const setCharacterKeys = (areOn: boolean): void => {
  characterKeys.set(areOn)
  localStorage.setItem(place, areOn ? "on" : "off")
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]") !== null

/** The character that was pressed: alone, outside of what takes text, and by a person who has not switched these keys off. */
export const characterOf = ({
  altKey,
  ctrlKey,
  defaultPrevented,
  key,
  metaKey,
  target
}: KeyboardEvent): string | undefined =>
  altKey || ctrlKey || metaKey || defaultPrevented || !characterKeys.get() || takesText(target) ? undefined : key
