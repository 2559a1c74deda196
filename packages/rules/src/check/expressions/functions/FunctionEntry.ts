/** One function of the language. */
import type { Inference, Typed } from "../Inference.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"

/** INVARIANT: called with an allowed number of arguments. */
type InferCall = (inference: Inference, call: CallSyntax) => Typed | undefined

export interface FunctionEntry {
  /** The call as an author writes it. */
  readonly signature: string
  /** The fewest and the most arguments. */
  readonly takes: readonly [fewest: number, most: number]
  readonly infer: InferCall
}

/** By its signature, which begins with its name. It takes as many arguments as stand there, unless it says how many. */
export type Entry = readonly [signature: string, infer: InferCall, fewest?: number, most?: number]

export type Entries = ReadonlyArray<Entry>
