/** Patterns: RE2, linear time, always anchored to the whole value. PatternReader.ts reads them; their table of states runs, or their instructions. */
import * as Result from "effect/Result"
import { currentReader, LARGEST, TOO_LARGE } from "./PatternReader.ts"
import { makingSteps, type PatternSize, patternSize } from "./patternSize.ts"
import { bytesOfProgram, type Program } from "./program.ts"
import { bytesOfTable, fits, tableOf } from "./table.ts"
import { matches } from "./threads.ts"
import { type CheckBudget, currentBudget } from "../values/CheckBudget.ts"

/** A valid pattern, compiled. */
export interface Pattern {
  readonly source: string
  /** Nanoseconds that a character takes in the worst case, on a text made for it. */
  readonly nanos: number
  /** Code units of the longest text that it can match; a longer one is not tried. */
  readonly longest: number
  /** About how much memory it keeps. */
  readonly bytes: number
  readonly test: (text: string) => boolean
  /** A function, so that nothing that walks a tree walks the program. */
  readonly program: () => Program
}

/** Most characters of a pattern; its compiled size is bounded with it. */
const LONGEST = 1000
/** The size is counted before RE2 reads a pattern, and RE2 makes fewer of alternatives that begin alike: it decides up to twice as many. */
const LARGEST_COUNTED = 2 * LARGEST

/** An example of a pattern, for the fault of a malformed one. */
export const EXAMPLE = "a pattern such as `[A-Z]{2}[0-9]+`: two capital letters, then one digit or more"

/** Nanoseconds that a character takes in a table, if it is looked up and if its class is searched for; measured with `bench/src/rules/search.ts`. */
const NANOS_LOOKED_UP = 4
const NANOS_SOUGHT = 16
/** Ranges of characters up to which searching for a class is as fast as looking it up. */
const FEW_RANGES = 16
/** The same for instructions that are followed together: for a character, and for each instruction. */
const NANOS_FOLLOWED = 40
const NANOS_INSTRUCTION = 12

/** Whether a part may be repeated without end. True if a simple look cannot rule it out. */
const isEndless = (source: string): boolean =>
  source.includes("\\Q") || /[*+]|\{\d+,\}/.test(source.replace(/\\[\s\S]/g, "x").replace(/\[\^?\]?[^\]]*\]/g, "x"))

const testOf = (program: Program): Pick<Pattern, "bytes" | "nanos" | "test"> => {
  const table = tableOf(program)
  const bytes = bytesOfProgram(program)
  if (table === undefined)
    return {
      nanos: NANOS_FOLLOWED + NANOS_INSTRUCTION * program.kinds.length,
      bytes,
      test: (text) => matches(program, text)
    }
  return {
    nanos: program.starts.length <= FEW_RANGES ? NANOS_LOOKED_UP : NANOS_SOUGHT,
    bytes: bytes + bytesOfTable(table),
    test: (text) => fits(table, text)
  }
}

// A function of its own: its closure keeps only what it needs.
const upTo =
  (longest: number, test: Pattern["test"]) =>
  (text: string): boolean =>
    text.length <= longest && test(text)

const patternFrom = (source: string, longest: number, program: Program): Pattern => {
  const { bytes, nanos, test } = testOf(program)
  const shared = { source, nanos, longest, bytes, program: () => program }
  return { ...shared, test: longest === Infinity ? test : upTo(longest, test) }
}

const make = (source: string): Result.Result<Pattern, string> => {
  const read = currentReader()(source)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const { program, size } = read.success
  // Each instruction takes one character at most, of two code units, and without a loop each is met once.
  return Result.succeed(patternFrom(source, isEndless(source) ? Infinity : size * 2, program))
}

const known = new Map<string, WeakRef<Pattern>>()
const FEWEST_KNOWN = 1_000
let sweepAt = FEWEST_KNOWN

/** Remembers a pattern as long as a form keeps it. The next sweep comes when twice as many are known. */
const remember = (pattern: Pattern): void => {
  known.set(pattern.source, new WeakRef(pattern))
  if (known.size < sweepAt) return
  for (const [source, kept] of known) if (kept.deref() === undefined) known.delete(source)
  sweepAt = Math.max(FEWEST_KNOWN, 2 * known.size)
}

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
  const made = make(source)
  if (Result.isSuccess(made)) remember(made.success)
  else rememberRefusal(source, made.failure)
  return made
}

/**
 * Reads a pattern, compiled once for all forms that use it, as long as one of them keeps it. Within a check it is counted, from
 * its source alone: what a check answers does not depend on what other forms use.
 * The failure is the second half of a sentence (“it …”) that says what is wrong.
 */
export const read = (source: string): Result.Result<Pattern, string> => {
  const budget = currentBudget()
  const before = known.get(source)?.deref()
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

/** A pattern that was read elsewhere, with its program. Reading a field's pattern finds it, for as long as it is kept. */
export const adopt = (source: string, longest: number, program: Program): Pattern => {
  const pattern = known.get(source)?.deref() ?? patternFrom(source, longest, program)
  remember(pattern)
  return pattern
}

/** A field's own pattern. */
export const patternOf = ({ pattern }: { readonly pattern?: string }): Pattern | undefined =>
  pattern === undefined ? undefined : Result.getOrUndefined(read(pattern))
