/** One function of the language. */
import type { Inference, Typed } from "../Inference.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"

export interface FunctionEntry {
  /** As an author writes it. */
  readonly signature: string
  /** The fewest and the most arguments. */
  readonly takes: readonly [fewest: number, most: number]
  /** INVARIANT: called with as many as it takes. */
  readonly infer: (inference: Inference, call: CallSyntax) => Typed | undefined
}

export type Entries = ReadonlyArray<readonly [name: string, entry: FunctionEntry]>
