/** What the checks of a whole definition share: where faults go, and what each expression costs. */
import type { Fault } from "../Fault.ts"
import type { Limits } from "../Limits.ts"
import type { Scope } from "../expression/Scope.ts"
import type { ExpressionFault } from "../expression/Syntax.ts"
import type { RowsOf } from "../expression/cost.ts"

/** An expression and the steps it takes at worst, its own rows multiplied in. */
export interface Cost {
  readonly pointer: string
  /** “the formula of `premium`”. */
  readonly name: string
  readonly steps: number
}

export interface Checking {
  readonly limits: Limits
  readonly faults: Array<Fault>
  readonly costs: Array<Cost>
  readonly scope: Scope
  /** Rows of a list at most, by its slot. */
  readonly rowsOf: RowsOf
}

/** Files the faults of an expression under its pointer. */
export const report = (checking: Checking, pointer: string, faults: ReadonlyArray<ExpressionFault>): void => {
  for (const fault of faults) checking.faults.push({ pointer, ...fault })
}
