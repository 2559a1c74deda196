/** RE2 reads patterns. The only module with re2js: a third of a bundle, which a page loads for a form with a pattern alone. */
import { RE2JS, RE2JSSyntaxException } from "re2js"
import { LARGEST, type PatternReader, TOO_LARGE } from "./PatternReader.ts"
import { programOf } from "./program.ts"

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

/** The reader that `check` uses. */
export const re2: PatternReader = (source) => {
  try {
    const compiled = RE2JS.compile(source)
    const size = compiled.programSize()
    if (size > LARGEST) return TOO_LARGE
    const program = programOf(compiled)
    return program === undefined ? "it uses something that patterns here do not have" : { size, program }
  } catch (error) {
    // re2js reports by throwing; no other place of the package calls it.
    return error instanceof RE2JSSyntaxException ? explain(error) : "it is too deeply nested"
  }
}
