/** A change in a sentence. */
import type { Change } from "@formwork/rules/Comparison"
import type { Messages } from "../../../messages/Messages.ts"

type Words = Messages["changes"]

export const changeSentence = (words: Words, { after, before, change, member = "", name, subject }: Change): string => {
  if (change !== "changed") return words[change]({ subject, name })
  if (before === undefined && after !== undefined) return words.set({ subject, name, member })
  if (after === undefined && before !== undefined) return words.unset({ subject, name, member })
  return words.changed({ subject, name, member })
}

/** Those that can break a caller first; else in the order of the comparison. */
export const breakingFirst = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => [
  ...changes.filter(({ breaking }) => breaking),
  ...changes.filter(({ breaking }) => !breaking)
]

/** More of a value is in the source. */
const most = 600

/** A value of a definition as its author wrote it, cut where it is long. */
export const valueText = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}
