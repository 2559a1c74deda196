/** A text that an author may want at the caret. */
import { type Name, vertex } from "../check/expressions/Scope.ts"
import type { Range } from "../Fault.ts"
import { fieldWord } from "./fieldWord.ts"

/**
 * - `option`: an option of a choice, in quotes.
 * - `table`: a table that is looked up in, or one of its columns, in quotes.
 * - `attribute`: what an option of a choice has, behind its point.
 * - `field`: a field of the form, or of the rule's own row.
 * - `row`: a field of the row that a list function is at, or a name for the row.
 * - `constant`: `today`, `true`, `false`, `null`.
 * - `function`: with its parentheses.
 * - `document`: a document that an e-mail attaches.
 * - `special`: what a template of an effect shows besides fields, `$reference`.
 */
export type ProposalKind =
  | "option"
  | "table"
  | "attribute"
  | "field"
  | "row"
  | "constant"
  | "function"
  | "document"
  | "special"

export interface Proposal {
  readonly kind: ProposalKind
  /** What is put in. */
  readonly text: string
  /** Where the caret goes: so many characters into the text. */
  readonly caret: number
  /** What it is: “an amount of money”, an option's label, a function's signature. */
  readonly detail: string
}

export interface Candidate extends Proposal {
  /** The field that it reads, for circles. */
  readonly vertex?: string
  /** Candidates that are alike here give equally many faults: one of them is tried. */
  readonly alike?: string
}

export interface Candidates {
  readonly range: Range
  readonly proposals: ReadonlyArray<Candidate>
}

export const candidate = (kind: ProposalKind, text: string, detail: string): Candidate => ({
  kind,
  text,
  caret: text.length,
  detail
})

/** A field, to be written as `text`. Fields of one type, with as many decimals, of one currency and as internal, are alike; each choice has options of its own. */
export const fieldCandidate = (kind: "field" | "row", name: Name, list: Name | undefined, text: string): Candidate => {
  const { field } = name
  const own = { ...candidate(kind, text, fieldWord(name)), vertex: vertex(name, list) }
  if (field === undefined || "options" in field || field.type === "list") return own
  const decimals = "decimals" in field ? field.decimals : ""
  const currency = "currency" in field ? (field.currency ?? "") : ""
  const internal = field.internal === true ? "internal" : ""
  return { ...own, alike: `${kind} ${field.type} ${decimals} ${currency} ${list?.slug ?? ""} ${internal}` }
}
