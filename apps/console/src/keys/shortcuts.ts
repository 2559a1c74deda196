/** Keyboard shortcuts as texts: `Mod` is ⌘ on a Mac and Ctrl elsewhere (`Mod+S`, `F8`, `Alt+ArrowUp`). */

const isMac = /Mac|iP(?:hone|ad)/u.test(navigator.platform)

/** Whether a key press is this shortcut, with exactly its modifiers. */
export const isPressed = (keys: string, event: KeyboardEvent): boolean => {
  const parts = keys.split("+")
  const key = parts.at(-1)?.toLowerCase()
  const mod = isMac ? event.metaKey : event.ctrlKey
  const other = isMac ? event.ctrlKey : event.metaKey
  return (
    event.key.toLowerCase() === key &&
    mod === parts.includes("Mod") &&
    !other &&
    event.shiftKey === parts.includes("Shift") &&
    event.altKey === parts.includes("Alt")
  )
}

const signs: ReadonlyMap<string, string> = new Map([
  ["Mod", isMac ? "⌘" : "Ctrl"],
  ["Alt", isMac ? "⌥" : "Alt"],
  ["Shift", isMac ? "⇧" : "Shift"],
  ["Ctrl", isMac ? "⌃" : "Ctrl"],
  ["ArrowUp", "↑"],
  ["ArrowDown", "↓"],
  ["ArrowRight", "→"],
  ["ArrowLeft", "←"]
])

/** Each key as it is printed on the keyboard of this system. */
export const shownKeys = (keys: string): ReadonlyArray<string> =>
  keys.split(/[+ ]/u).map((key) => signs.get(key) ?? key)
