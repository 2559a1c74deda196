/** One line of the palette: where it leads, or what it does. */
import type { ShortcutId } from "../../keys/table.ts"

export interface Entry {
  readonly id: string
  readonly label: string
  /** What tells it from others of its name. */
  readonly hint?: string
  /** Whether a stranger wrote the label. */
  readonly isForeign?: boolean
  readonly shortcut?: ShortcutId
  /** Why it cannot be chosen. */
  readonly lacking?: string
  /** Whether the palette stays open. */
  readonly stays?: boolean
  readonly run: () => void
}

export interface EntryGroup {
  readonly id: string
  readonly label: string
  readonly entries: ReadonlyArray<Entry>
}

/** Whether each word of what was typed is in the texts. */
export const matches = (typed: string, ...texts: ReadonlyArray<string>): boolean => {
  const whole = texts.join(" ").toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => whole.includes(word))
}

/**
 * What a typed text can be the beginning of: a reference number begins with its form's code in capitals and a sign that joins
 * (docs/rule-language.md). Undefined for a text that no reference number begins with.
 */
export const referenceIn = (text: string): string | undefined => {
  if (!/^[A-Za-z0-9 _./-]{2,200}$/u.test(text) || !/[\d_./-]/u.test(text)) return undefined
  return /[A-Z]/u.test(text) ? text : text.toUpperCase()
}
