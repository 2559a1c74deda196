/** A problem before its place is known, and before it is said in a language. */
import type { Problem, ProblemCode } from "../Evaluation.ts"
import type { Placeholders, ProblemName } from "./ProblemWords.ts"
import { kept } from "../values/kept.ts"
import { cutOf } from "./fill.ts"
import { writtenIn } from "./Signs.ts"
import type { Words } from "./Words.ts"

/** A limit that counts something is a number. */
type Shown = { readonly [placeholder: string]: string | number }

export interface UnplacedProblem {
  readonly code: ProblemCode
  readonly name: ProblemName
  /** By placeholder. */
  readonly shown: Shown
}

/** A problem in words, before its place is known. */
export type SaidProblem = Pick<Problem, "code" | "message">

/** The code that a name begins with. */
type CodeOf<Name extends string> = Name extends `${infer Code}/${string}` ? Code : Name

/** INVARIANT: each name begins with a code, which this type checks. */
type Checked<Name extends ProblemName> = CodeOf<Name> extends ProblemCode ? Name : never

// As many are kept as there are sentences.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the invariant above
const codeOf = kept((name: string) => name.split("/")[0] as ProblemCode)

export const unplaced = <Name extends ProblemName>(
  name: Checked<Name>,
  shown: { readonly [Placeholder in Placeholders[Name]]: string | number }
): UnplacedProblem => ({ code: codeOf(name), name, shown })

/** A built-in sentence. Its limit is written as the language writes numbers and dates. */
export const say = ({ problems, signs }: Words, { code, name, shown }: UnplacedProblem): SaidProblem => {
  const words = problems[name]
  const parts = cutOf(typeof words === "string" ? words : words[shown["limit"] === 1 ? "one" : "other"])
  let message = parts[0] ?? ""
  for (let at = 1; at < parts.length; at += 2) {
    const text = String(shown[parts[at] ?? ""])
    message += parts[at] === "limit" ? writtenIn(signs, text) : text
    message += parts[at + 1] ?? ""
  }
  return { code, message }
}
