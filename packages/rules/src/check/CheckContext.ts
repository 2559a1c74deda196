/** What the checks of a whole definition share: where faults go, and what each expression costs. */
import type { Fault } from "../Fault.ts"
import type { Limits } from "../Limits.ts"
import type { Scope } from "./expressions/Scope.ts"
import type { ExpressionFault } from "../language/Syntax.ts"
import type { RowsOf } from "./expressions/cost.ts"

/** An expression and the steps it takes at worst, its own rows multiplied in. */
export interface Cost {
  readonly pointer: string
  /** “the formula of `premium`”. */
  readonly name: string
  readonly steps: number
}

/** A pattern of fields that are sent. A payload is only so long: if all of it goes to one pattern, none is left for another. */
interface PatternCost extends Cost {
  /** That can be sent for it, in all rows. */
  readonly characters: number
  /** Of each of them. */
  readonly nanos: number
}

export interface CheckContext {
  readonly limits: Limits
  readonly faults: Array<Fault>
  readonly costs: Array<Cost>
  readonly patterns: Array<PatternCost>
  readonly scope: Scope
  /** Rows of a list at most, by its slot. */
  readonly rowsOf: RowsOf
}

/** Files the faults of an expression under its pointer. */
export const addFaults = (context: CheckContext, pointer: string, faults: ReadonlyArray<ExpressionFault>): void => {
  for (const fault of faults) context.faults.push({ pointer, ...fault })
}
