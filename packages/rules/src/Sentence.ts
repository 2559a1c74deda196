/** The problems of a field for which its author can write a sentence, by their names in `messages`. */
import type { ProblemCode } from "./Evaluation.ts"

/** The code of each problem, by the name that its constraint has in a definition. */
export const sentenceCodes = {
  required: "required",
  type: "type",
  decimals: "decimals",
  min: "min",
  max: "max",
  minLength: "min_length",
  maxLength: "max_length",
  pattern: "pattern",
  options: "choice",
  minItems: "min_items",
  maxItems: "max_items",
  maxBytes: "too_large",
  unique: "unique"
} as const satisfies { readonly [name: string]: ProblemCode }

export type SentenceName = keyof typeof sentenceCodes

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the record above
export const sentenceNames = Object.keys(sentenceCodes) as ReadonlyArray<SentenceName>

/** Those that are said of a file when it is uploaded, where no value is known that they could show. */
export const isSaidOfFile = (name: SentenceName): boolean => name === "maxBytes" || name === "type"

/** Templates, as the message of a check, by the names of their constraints. */
export type Sentences = { readonly [K in SentenceName]?: string }

/** Of a file that its field does not take, in the language that is read, by the names that they have in a definition. */
export interface FileSentences {
  readonly type?: string
  readonly maxBytes?: string
}
