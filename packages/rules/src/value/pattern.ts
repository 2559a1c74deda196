/** Patterns: RE2, linear time, always anchored to the whole value. */
import { RE2JS, RE2JSSyntaxException } from "re2js"
import * as Result from "effect/Result"

/** A pattern that is sound, ready to match. */
export interface Pattern {
  readonly source: string
  /** Nanoseconds that a character takes at worst, where the text is made for it. */
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

/** What a pattern looks like, for whoever wrote another. */
export const EXAMPLE = "a pattern such as `[A-Z]{2}[0-9]+`: two capital letters, then one digit or more"

const lacking: ReadonlyArray<readonly [start: string, what: string]> = [
  ["(?=", "looking ahead, `(?=…)`"],
  ["(?!", "looking ahead, `(?!…)`"],
  ["(?<=", "looking behind, `(?<=…)`"],
  ["(?<!", "looking behind, `(?<!…)`"],
  ["(?>", "an atomic group, `(?>…)`"]
]

/** RE2's own words, which are for programmers. */
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
  ["expression too large", "its repetitions multiply to a pattern that is too large"],
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
  const said = faults.get(error.error) ?? error.error
  return part === "" ? said : `at \`${part}\`, ${said}`
}

/** Instructions up to which every set of them is met soon and kept; beyond, each of a set may have to be followed by itself. */
const SMALL = 12
/** Nanoseconds of one instruction, measured (`bench/src/rules/search.ts`). */
const NANOS_SMALL = 12
const NANOS_LARGE = 60
/** The same of JavaScript's own engine, and of each part that it may try again for every length of the one before. */
const NANOS_NATIVE = 2
const NANOS_AFTER = 3

/** Bytes of a pattern for JavaScript's own engine. */
const BYTES_NATIVE = 1_000
/** Bytes of a program of RE2 with its classes of characters. */
const bytesOf = (size: number): number => 8_000 + 250 * size

const nanosOf = (size: number): number => size * (size <= SMALL ? NANOS_SMALL : NANOS_LARGE)

/** Whether a part can be repeated without end. Where that is not plain to see, it can. */
const isEndless = (source: string): boolean =>
  source.includes("\\Q") || /[*+]|\{\d+,\}/.test(source.replace(/\\[\s\S]/g, "x").replace(/\[\^?\]?[^\]]*\]/g, "x"))

const ITEM =
  /(?:[A-Za-z0-9 _:,@#%&=!~'"<>;-]|\\[dw.+*?()/-]|\[[A-Za-z0-9 _.:,@/-]+\])(\{\d{1,3}\}|\{\d{1,3},\d{1,3}\}|[?+*])?/y
/** Characters that may follow a part of no fixed length: each is tried again for each of its lengths. */
const MOST_AFTER = 32

/**
 * The same pattern for JavaScript's own engine, which is several times as fast, where both mean the same and it cannot be made
 * to try in vain: plain characters and classes of ASCII, with at most one part of no fixed length and little after it.
 */
const nativeOf = (source: string): { readonly native: RegExp; readonly after: number } | undefined => {
  let varying = false
  let after = 0
  ITEM.lastIndex = 0
  while (ITEM.lastIndex < source.length) {
    const item = ITEM.exec(source)
    if (item === null) return undefined
    const [, quantifier = "{1}"] = item
    const fixed = /^\{(\d+)\}$/.exec(quantifier)
    if (fixed === null && varying) return undefined
    if (fixed === null) varying = true
    else if (varying) after += Number(fixed[1])
  }
  return after > MOST_AFTER ? undefined : { native: new RegExp(`^(?:${source})$`), after }
}

// Functions of their own, so that a pattern that runs natively does not keep its RE2 program in memory.
const byNative =
  (native: RegExp) =>
  (text: string): boolean =>
    native.test(text)
const byRe2 =
  (compiled: RE2JS, longest: number) =>
  (text: string): boolean =>
    text.length <= longest && compiled.testExact(text)

/** Reads a pattern; the failure is the second half of a sentence (“it …”) that says what is wrong. */
export const read = (source: string): Result.Result<Pattern, string> => {
  if (source.length > LONGEST) return Result.fail(`it has more than ${LONGEST} characters`)
  try {
    const compiled = RE2JS.compile(source)
    const size = compiled.programSize()
    if (size > LARGEST) return Result.fail("its repetitions multiply to a pattern that is too large")
    const quick = nativeOf(source)
    if (quick !== undefined) {
      const { after, native } = quick
      return Result.succeed({
        source,
        nanos: NANOS_NATIVE + NANOS_AFTER * after,
        longest: Infinity,
        bytes: BYTES_NATIVE,
        test: byNative(native)
      })
    }
    // Each instruction takes one character at most, of two code units, and without a loop each is met once.
    const longest = isEndless(source) ? Infinity : size * 2
    return Result.succeed({
      source,
      nanos: nanosOf(size),
      longest,
      bytes: bytesOf(size),
      test: byRe2(compiled, longest)
    })
  } catch (error) {
    // re2js reports by throwing; this is its only door into the package.
    return Result.fail(error instanceof RE2JSSyntaxException ? explain(error) : "it is too deeply nested")
  }
}

const known = new WeakMap<{ readonly pattern?: string }, Pattern>()

/** A field's own pattern, made ready once for all that use it. */
export const patternOf = (field: { readonly pattern?: string }): Pattern | undefined => {
  if (field.pattern === undefined) return undefined
  const before = known.get(field)
  if (before !== undefined) return before
  const pattern = Result.getOrUndefined(read(field.pattern))
  if (pattern !== undefined) known.set(field, pattern)
  return pattern
}
