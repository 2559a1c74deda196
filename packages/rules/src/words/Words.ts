/** What the engine says in one language. */
import type { ProblemWords } from "./ProblemWords.ts"
import type { Signs } from "./Signs.ts"
import type { TraceWords } from "./TraceWords.ts"

export interface Words {
  /** A tag of BCP 47: `de`. */
  readonly language: string
  readonly problems: ProblemWords
  readonly trace: TraceWords
  /** Of a byte, a kilobyte and a megabyte. */
  readonly sizes: readonly [string, string, string]
  /** What a document shows for `true` and `false`. */
  readonly answers: { readonly yes: string; readonly no: string }
  /** Undefined where numbers and dates are written as JSON has them. */
  readonly signs?: Signs
}
