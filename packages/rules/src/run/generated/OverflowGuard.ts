/** Notes that a number left what a double counts exactly. What was counted then runs again in whole numbers of any size. */

/** Beyond this a double is no longer exact. */
const EXACT = Number.MAX_SAFE_INTEGER

/** Steps that one evaluation spends on running single formulas again; where that is not enough, all of it runs again. */
const RECOMPUTE_STEPS = 15_000

/** Raised when a number leaves what a double can count: the evaluation is run again by the closures. */
export const overflowGuard = { raised: false, stepsLeft: RECOMPUTE_STEPS }

/** Begins an evaluation. */
export const resetOverflowGuard = (): void => {
  overflowGuard.raised = false
  overflowGuard.stepsLeft = RECOMPUTE_STEPS
}

/** Lets `value` pass, and raises the overflow where it is not exact. */
export const guard = (value: number): number => {
  if (value > EXACT || value < -EXACT) overflowGuard.raised = true
  return value
}

/** The same at half of that: what is to be rounded needs room for a step more. */
export const guardHalf = (value: number): number => {
  if (value > EXACT / 2 || value < -EXACT / 2) overflowGuard.raised = true
  return value
}
