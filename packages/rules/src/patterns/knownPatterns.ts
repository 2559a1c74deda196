/** Patterns that are ready to match: compiled once for all forms that use them. A page that runs written forms has them from there, and reads none. */
import { currentReader } from "./PatternReader.ts"
import { bytesOfProgram, type Program } from "./program.ts"
import { bytesOfTable, fits, tableOf } from "./table.ts"
import { matches } from "./threads.ts"

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

/** Parses the source of a pattern. @returns the pattern; or, if the source cannot be used, the second half of a sentence (“it …”) that says why. */
export const makePattern = (source: string): Pattern | string => {
  const read = currentReader()(source)
  // Each instruction takes one character at most, of two code units, and without a loop each is met once.
  return typeof read === "string"
    ? read
    : patternFrom(source, isEndless(source) ? Infinity : read.size * 2, read.program)
}

const known = new Map<string, WeakRef<Pattern>>()
const FEWEST_KNOWN = 1_000
let sweepAt = FEWEST_KNOWN

/** Remembers a pattern as long as a form keeps it. The next sweep comes when twice as many are known. */
export const remember = (pattern: Pattern): void => {
  known.set(pattern.source, new WeakRef(pattern))
  if (known.size < sweepAt) return
  for (const [source, kept] of known) if (kept.deref() === undefined) known.delete(source)
  sweepAt = Math.max(FEWEST_KNOWN, 2 * known.size)
}

/** A pattern that a form keeps. */
export const knownPattern = (source: string): Pattern | undefined => known.get(source)?.deref()

/** A pattern that was read elsewhere, with its program. Reading a field's pattern finds it, for as long as it is kept. */
export const adopt = (source: string, longest: number, program: Program): Pattern => {
  const pattern = knownPattern(source) ?? patternFrom(source, longest, program)
  remember(pattern)
  return pattern
}

/** The pattern of a field of a checked form. `check` has refused every pattern that cannot be made. */
export const patternToRun = ({ pattern: source }: { readonly pattern?: string }): Pattern | undefined => {
  if (source === undefined) return undefined
  const made = knownPattern(source) ?? makePattern(source)
  if (typeof made === "string") return undefined
  remember(made)
  return made
}
