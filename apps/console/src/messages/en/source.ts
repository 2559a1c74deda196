import { counted } from "./common.ts"
import { editor } from "./editor.ts"
import type { PartType } from "@formwork/rules/typeAt"

/** Why a text is not JSON. */
const reasons = {
  empty: "The text is empty",
  value: "A value is missing",
  name: "The name of a member is missing, in quotes",
  colon: "A colon is missing",
  comma: "A comma is missing",
  brace: "A closing brace } is missing",
  bracket: "A closing bracket ] is missing",
  text: "This text has no closing quote, or an escape that JSON does not know",
  number: "This is not a number",
  word: "This word needs quotes",
  comment: "JSON has no comments",
  end: "Something follows after the end",
  twice: "The object has a member of this name already",
  deep: "This is nested deeper than 32 levels"
}

/** Who reads whom. */
export const readingWords = { reads: "Reads", readBy: "Read by", nothing: "Nothing", again: "once more" }

const decimalsOf = ({ decimals }: PartType): string =>
  decimals === undefined || decimals === 0 ? "" : `, ${counted(decimals, "decimal", "decimals")}`

export const source = {
  label: "Source of the definition",
  missing: "missing",
  expected: ({ expected }: { readonly expected: string }) => `Expected: ${expected}.`,
  putIn: ({ word }: { readonly word: string }) => `Put in ${word}`,
  broken: ({ line, reason }: { readonly reason: keyof typeof reasons; readonly line: number }) =>
    `${reasons[reason]}, in line ${line}.`,
  type: (part: PartType) =>
    `${part.word}${part.currency === undefined ? "" : ` (${part.currency})`}${decimalsOf(part)}; ${counted(part.steps, "step", "steps")}`,
  chain: readingWords,
  editor,
  rename: {
    title: ({ name }: { readonly name: string }) => `Rename ${name}`,
    name: "New name",
    why: "It changes in every rule, message and effect that reads the field.",
    submit: "Rename everywhere"
  }
}
