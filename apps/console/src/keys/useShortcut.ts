/** Runs an action at its keys, wherever the focus is in the page. */
import { useEffect, useEffectEvent } from "react"
import { isPressed } from "./shortcuts.ts"
import { type ShortcutId, table } from "./table.ts"

/** @param id of the shortcut: its keys are in the table. */
export const useShortcut = (id: ShortcutId, run: () => void): void => {
  const { keys } = table[id]
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isPressed(keys, event)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [])
}
