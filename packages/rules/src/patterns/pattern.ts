/** Patterns: RE2, linear time, always anchored to the whole value. PatternReader.ts reads them; their table of states runs, or their instructions (knownPatterns.ts). */
import * as Result from "effect/Result"
import { knownPattern, makePattern, type Pattern, remember } from "./knownPatterns.ts"
import { LARGEST, TOO_LARGE } from "./PatternReader.ts"
import { makingSteps, type PatternSize, patternSize } from "./patternSize.ts"
import { type CheckBudget, currentBudget } from "../values/CheckBudget.ts"

/** Most characters of a pattern; its compiled size is bounded with it. */
const LONGEST = 1000
/** The size is counted before RE2 reads a pattern, and RE2 makes fewer of alternatives that begin alike: it decides up to twice as many. */
const LARGEST_COUNTED = 2 * LARGEST

/** An example of a pattern, for the fault of a malformed one. */
export const EXAMPLE = "a pattern such as `[A-Z]{2}[0-9]+`: two capital letters, then one digit or more"

/** Refusals, the oldest first: what is wrong with a pattern that RE2 has read once is not asked again. */
const refused = new Map<string, string>()
const MOST_REFUSED = 500

const rememberRefusal = (source: string, why: string): void => {
  const [oldest] = refused.keys()
  if (refused.size >= MOST_REFUSED && oldest !== undefined) refused.delete(oldest)
  refused.set(source, why)
}

const written = (steps: number): string => String(Math.round(steps)).replace(/\B(?=(\d{3})+$)/g, ",")

const overspent = (spent: number, allowed: number, what: string): string =>
  `it and the patterns before it take ${written(spent)} steps to make ready, and ${written(allowed)} are allowed for ${what}; ` +
  "repeat less, or use fewer patterns"

/** Counts a pattern for the check that runs, each one once. @returns why it is too much. */
const charge = (budget: CheckBudget, source: string, size: PatternSize): string | undefined => {
  if (budget.counted.has(source)) return undefined
  const steps = makingSteps(size)
  const [spent, here] = [budget.spent + steps, budget.spentHere + steps]
  if (here > budget.allowedHere) return overspent(here, budget.allowedHere, "one expression")
  if (spent > budget.allowed) return overspent(spent, budget.allowed, "a form")
  budget.counted.add(source)
  budget.spent = spent
  budget.spentHere = here
  return undefined
}

const readUnknown = (source: string): Result.Result<Pattern, string> => {
  const why = refused.get(source)
  if (why !== undefined) return Result.fail(why)
  const made = makePattern(source)
  if (typeof made === "string") {
    rememberRefusal(source, made)
    return Result.fail(made)
  }
  remember(made)
  return Result.succeed(made)
}

/**
 * Reads a pattern, compiled once for all forms that use it, as long as one of them keeps it. Within a check it is counted, from
 * its source alone: what a check answers does not depend on what other forms use.
 * The failure is the second half of a sentence (“it …”) that says what is wrong.
 */
export const read = (source: string): Result.Result<Pattern, string> => {
  const budget = currentBudget()
  const before = knownPattern(source)
  if (before !== undefined && budget === undefined) return Result.succeed(before)
  if (source.length > LONGEST) return Result.fail(`it has more than ${LONGEST} characters`)
  const size = patternSize(source)
  if (size.instructions > LARGEST_COUNTED) return Result.fail(TOO_LARGE)
  const why = budget === undefined ? undefined : charge(budget, source, size)
  if (why !== undefined) return Result.fail(why)
  const pattern = before === undefined ? readUnknown(source) : Result.succeed(before)
  if (Result.isSuccess(pattern)) budget?.kept.push(pattern.success)
  return pattern
}

/** A field's own pattern. */
export const patternOf = ({ pattern }: { readonly pattern?: string }): Pattern | undefined =>
  pattern === undefined ? undefined : Result.getOrUndefined(read(pattern))
