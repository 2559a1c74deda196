/** Patterns: RE2, linear time, always anchored to the whole value. re2js reads them; their table of states runs, or their instructions. */
import { RE2JS, RE2JSSyntaxException } from "re2js"
import * as Result from "effect/Result"
import { makingSteps, type PatternSize, patternSize } from "./patternSize.ts"
import { bytesOfProgram, type Program, programOf } from "./program.ts"
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
}

/** Most characters of a pattern; its compiled size is bounded with it. */
const LONGEST = 1000
/** Most instructions: the time a pattern takes is this times the text. */
const LARGEST = 2000
/** The size is counted before RE2 reads a pattern, and RE2 makes fewer of alternatives that begin alike: it decides up to twice as many. */
const LARGEST_COUNTED = 2 * LARGEST
const TOO_LARGE = "its repetitions multiply to a pattern that is too large"

/** An example of a pattern, for the fault of a malformed one. */
export const EXAMPLE = "a pattern such as `[A-Z]{2}[0-9]+`: two capital letters, then one digit or more"

const lacking: ReadonlyArray<readonly [start: string, what: string]> = [
  ["(?=", "looking ahead, `(?=…)`"],
  ["(?!", "looking ahead, `(?!…)`"],
  ["(?<=", "looking behind, `(?<=…)`"],
  ["(?<!", "looking behind, `(?<!…)`"],
  ["(?>", "an atomic group, `(?>…)`"]
]

/** RE2's messages, which are for programmers. */
const faults = new Map([
  ["missing closing )", "a `(` is not closed"],
  ["missing closing ]", "a `[` is not closed"],
  ["unexpected )", "a `)` closes nothing; for the character itself write `\\)`"],
  [
    "missing argument to repetition operator",
    "a repetition has nothing before it to repeat; for the character itself put a `\\` before it"
  ],
  ["invalid nested repetition operator", "a repetition is repeated"],
  ["invalid repeat count", "a repetition is from 0 to 1,000 times, the smaller number first"],
  ["invalid escape sequence", "a `\\` stands before a character that means nothing after it"],
  ["trailing backslash at end of expression", "it ends with a `\\` and nothing after it"],
  ["expression too large", TOO_LARGE],
  ["expression nests too deeply", "its parentheses are nested too deeply"],
  ["invalid or unsupported Perl syntax", "it uses something that patterns here do not have"],
  ["invalid named capture", "the name of a group is not written as in `(?P<name>…)`"],
  ["duplicate capture group name", "two groups have the same name"],
  ["invalid character class range", "a range of characters is the wrong way round or not known"]
])

const explain = (error: RE2JSSyntaxException): string => {
  const part = error.input ?? ""
  const missing = lacking.find(([start]) => part.startsWith(start))
  if (missing !== undefined) return `it uses ${missing[1]}, which patterns here do not have`
  if (/^\\[1-9]/.test(part)) return `it refers back to a group, \`${part}\`, which patterns here cannot do`
  if (/^[*+?]\+$/.test(part)) return `it uses a possessive repetition, \`${part}\`, which patterns here do not have`
  const message = faults.get(error.error) ?? error.error
  return part === "" ? message : `at \`${part}\`, ${message}`
}

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

const make = (source: string): Result.Result<Pattern, string> => {
  try {
    const compiled = RE2JS.compile(source)
    const size = compiled.programSize()
    if (size > LARGEST) return Result.fail(TOO_LARGE)
    const program = programOf(compiled)
    if (program === undefined) return Result.fail("it uses something that patterns here do not have")
    const { bytes, nanos, test } = testOf(program)
    if (isEndless(source)) return Result.succeed({ source, nanos, longest: Infinity, bytes, test })
    // Each instruction takes one character at most, of two code units, and without a loop each is met once.
    const longest = size * 2
    return Result.succeed({ source, nanos, longest, bytes, test: upTo(longest, test) })
  } catch (error) {
    // re2js reports by throwing; no other place of the package calls it.
    return Result.fail(error instanceof RE2JSSyntaxException ? explain(error) : "it is too deeply nested")
  }
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

/** A field's own pattern. */
export const patternOf = ({ pattern }: { readonly pattern?: string }): Pattern | undefined =>
  pattern === undefined ? undefined : Result.getOrUndefined(read(pattern))
