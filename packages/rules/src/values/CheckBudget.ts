/** What one check may still spend, and what it keeps. The check that runs has the current one; outside of a check nothing is counted. */
import type { Slices } from "./Slices.ts"

/** Candidates for “did you mean” that one check may look at: some ten milliseconds' work. */
const MAX_CANDIDATES = 20_000

/** One expression may take this part of the steps that a definition's patterns may take. */
const OF_AN_EXPRESSION = 20

export class CheckBudget {
  /** Candidates for hints that it may still look at. */
  candidates = MAX_CANDIDATES
  /** Steps that its patterns took to make, each counted once. */
  spent = 0
  /** The same of the expression that is being checked. */
  spentHere = 0
  readonly allowed: number
  readonly allowedHere: number
  readonly counted = new Set<string>()
  /** Patterns are kept elsewhere only by the forms that use them, and the form of a check is not there yet. */
  readonly kept: Array<object> = []

  /** @param allowed steps for making all patterns of what is checked. */
  constructor(allowed: number) {
    this.allowed = allowed
    this.allowedHere = allowed / OF_AN_EXPRESSION
  }
}

// Checks that run in slices take turns, so each sets its own before each of its slices.
const running: { budget: CheckBudget | undefined } = { budget: undefined }

export const currentBudget = (): CheckBudget | undefined => running.budget

/** What one expression, or one field's own pattern, may spend begins anew. */
export const beginExpression = (): void => {
  if (running.budget !== undefined) running.budget.spentHere = 0
}

/** Runs one piece of a check within its budget. */
export const within = <A>(budget: CheckBudget, run: () => A): A => {
  const before = running.budget
  running.budget = budget
  try {
    return run()
  } finally {
    running.budget = before
  }
}

/** Runs each slice of a check within its budget. */
export function* slicesWithin<A>(budget: CheckBudget, work: Slices<A>): Slices<A> {
  for (;;) {
    const step = within(budget, () => work.next())
    if (step.done === true) return step.value
    yield
  }
}
