/** One function of the language. */
import type { Inference, Typed } from "../Inference.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"

export interface FunctionEntry {
  /** The call as an author writes it. */
  readonly signature: string
  /** The fewest and the most arguments. */
  readonly takes: readonly [fewest: number, most: number]
  /** INVARIANT: called with an allowed number of arguments. */
  readonly infer: (inference: Inference, call: CallSyntax) => Typed | undefined
}

export type Entries = ReadonlyArray<readonly [name: string, entry: FunctionEntry]>
