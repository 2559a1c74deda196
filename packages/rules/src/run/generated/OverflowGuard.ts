/** Guards against numbers that a double does not count exactly. A formula, or the evaluation, then runs again in BigInt. */

/** Beyond this a double is no longer exact. */
const EXACT = Number.MAX_SAFE_INTEGER

/** Steps that one evaluation may spend on running single formulas again. If they run out, all of it runs again. */
const RECOMPUTE_STEPS = 15_000

/** Raised when a number leaves what a double can count: the evaluation is run again by the closures. */
export const overflowGuard = { raised: false, stepsLeft: RECOMPUTE_STEPS }

/** Begins an evaluation. */
export const resetOverflowGuard = (): void => {
  overflowGuard.raised = false
  overflowGuard.stepsLeft = RECOMPUTE_STEPS
}

/** Returns `value`, and raises the overflow if it is not exact. */
export const guard = (value: number): number => {
  if (value > EXACT || value < -EXACT) overflowGuard.raised = true
  return value
}

/** The same at half the limit: rounding may add a step. */
export const guardHalf = (value: number): number => {
  if (value > EXACT / 2 || value < -EXACT / 2) overflowGuard.raised = true
  return value
}
