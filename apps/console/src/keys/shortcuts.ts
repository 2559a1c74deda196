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
  ...(isMac
    ? ([
        ["Mod", "⌘"],
        ["Alt", "⌥"],
        ["Shift", "⇧"],
        ["Ctrl", "⌃"]
      ] as const)
    : []),
  ["ArrowUp", "↑"],
  ["ArrowDown", "↓"],
  ["ArrowRight", "→"],
  ["ArrowLeft", "←"]
])

/**
 * Each key as it is printed on the keyboard of this system.
 * @param words of the keys that have words on them.
 */
export const shownKeys = (keys: string, words: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  keys.split(/[+ ]/u).map((key) => {
    const name = key === "Mod" ? "Ctrl" : key
    return signs.get(key) ?? words[name] ?? name
  })
