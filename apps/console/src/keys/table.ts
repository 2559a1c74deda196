/** All keyboard shortcuts of the console: what runs at them and the list of them read the same table. */

interface Shortcut {
  /** As `isPressed` reads them; with a blank, two characters one after the other. */
  readonly keys: string
  /** The part of the console in which they are pressed. */
  readonly where: "everywhere" | "workspace" | "outline" | "source" | "publish" | "dialog"
}

/** In the order of the list. */
export const table = {
  palette: { keys: "Mod+K", where: "everywhere" },
  help: { keys: "?", where: "everywhere" },
  goForms: { keys: "g f", where: "everywhere" },
  goSubmissions: { keys: "g s", where: "everywhere" },
  save: { keys: "Mod+S", where: "workspace" },
  judge: { keys: "F9", where: "workspace" },
  add: { keys: "Enter", where: "outline" },
  move: { keys: "Alt+ArrowDown", where: "outline" },
  moveIn: { keys: "Alt+ArrowRight", where: "outline" },
  duplicate: { keys: "Mod+D", where: "outline" },
  remove: { keys: "Delete", where: "outline" },
  undo: { keys: "Mod+Z", where: "source" },
  find: { keys: "Mod+F", where: "source" },
  propose: { keys: "Ctrl+Space", where: "source" },
  rename: { keys: "F2", where: "source" },
  chain: { keys: "Shift+F2", where: "source" },
  nextFault: { keys: "F8", where: "source" },
  previousFault: { keys: "Shift+F8", where: "source" },
  publish: { keys: "Mod+Enter", where: "publish" },
  answer: { keys: "Mod+Enter", where: "dialog" }
} as const satisfies { readonly [id: string]: Shortcut }

export type ShortcutId = keyof typeof table
