/** JSON as RFC 8259 has it, and stricter than JSON.parse where a lenient reader would guess (spec/http.md §1.10). Runs in every runtime. */
import * as Result from "effect/Result"
import type { Json } from "./Json.ts"
import { membersAreInherited } from "./json/inherited.ts"
import * as LongNumbers from "./json/longNumberPlaceholders.ts"
import { isUtf8InSlices, parseInSlices } from "./json/parseInSlices.ts"
import { endOf, placeIn } from "./json/placeIn.ts"
import { shortened } from "./values/text.ts"
import { finish, type Slices } from "./values/Slices.ts"
import { bytesAtOnce, mostDigits, mostElements, mostLong, mostMembers, scan, scanAtOnce } from "./json/scan.ts"
import type { Structure } from "./json/scan.ts"

export interface ReadOptions {
  /** The most levels of nested objects and arrays, counting the outermost. Default 32, as in a server. */
  readonly depth?: number
  /** What sentences call the text: default "The text". */
  readonly subject?: string
  /** Bytes as text; undefined where they are not valid UTF-8. Default: `TextDecoder`. A runtime may have a faster one. */
  readonly decode?: (bytes: Uint8Array) => string | undefined
}

/**
 * Reads one JSON text.
 * @param text as it came: bytes in UTF-8, or a string.
 * @returns the value, with a `LongNumber` for each number that a double may not hold; or a sentence that says what is
 * wrong: deeper than `depth`, more than 20,000 numbers that may be long, one with more than 1,048,576 characters, more than
 * 50,000 members, more than 50,000 elements of arrays, invalid UTF-8, not JSON (a byte order mark included), a member named twice in one object.
 *
 * ```ts
 * readJson('{"fee": 0.10000000000000000555}') // the fee as it is written, which JSON.parse would round to 0.1
 * readJson('{"fee": }') // "The text is not valid JSON from line 1, column 9 on."
 * readJson('{"fee": 1, "fee": 2}') // "The text names the member `fee` of an object a second time at line 1, column 12."
 * ```
 */
export const readJson = (
  text: string | Uint8Array,
  { decode = utf8, depth = 32, subject = "The text" }: ReadOptions = {}
): Result.Result<Json, string> => {
  const bytes = bytesOf(text)
  const examined = examine(text, scanAtOnce(bytes, depth), depth)
  const read = typeof examined === "string" ? Result.fail(examined) : finish(parseAtOnce(bytes, decode, examined))
  return Result.mapError(read, (fact) => `${subject} ${fact}.`)
}

/**
 * The same in slices: it pauses between its passes over the text, and in those over a large one. One of more than a MiB takes a few times as long, because
 * JSON.parse cannot pause (docs/decisions/0326).
 */
export function* readJsonInSlices(
  text: string | Uint8Array,
  { decode = utf8, depth = 32, subject = "The text" }: ReadOptions = {}
): Generator<undefined, Result.Result<Json, string>, undefined> {
  const bytes = bytesOf(text)
  const structure = bytes.length > bytesAtOnce ? yield* scan(bytes, depth) : scanAtOnce(bytes, depth)
  const examined = examine(text, structure, depth)
  if (typeof examined === "string") return Result.fail(`${subject} ${examined}.`)
  yield
  const read = yield* bytes.length > parsedAtOnce ? parseSlowly(bytes, decode) : parseAtOnce(bytes, decode, examined)
  return Result.mapError(read, (fact) => `${subject} ${fact}.`)
}

const bytesOf = (text: string | Uint8Array): Uint8Array =>
  typeof text === "string" ? new TextEncoder().encode(text) : text

const notUtf8 = "is not valid UTF-8"

/** The structure of a text, or why it is refused before JSON.parse, so that no later code recurses too deeply or takes too long. */
const examine = (text: string | Uint8Array, structure: Structure | undefined, depth: number): Structure | string => {
  if (structure === undefined) return `is nested deeper than ${depth} levels`
  const { colons, elements, numerals } = structure
  if (numerals.length > 2 * mostLong)
    return `has more than ${mostLong} numbers with an exponent or with more than 15 digits`
  if (numerals.some((end, index) => index % 2 === 1 && end - (numerals[index - 1] ?? 0) > mostDigits))
    return `has a number with more than ${mostDigits} characters`
  if (colons > mostMembers) return `has more than ${mostMembers} members`
  if (elements > mostElements) return `has more than ${mostElements} elements of arrays`
  // Encoding a string replaces half of a surrogate pair, which UTF-8 does not have.
  if (typeof text === "string" && /\p{Surrogate}/u.test(text)) return notUtf8
  return structure
}

const byteOrderMark = [0xef, 0xbb, 0xbf]
/** Characters of a name that a sentence shows. */
const longestName = 64

type Decode = NonNullable<ReadOptions["decode"]>

function* parseAtOnce(
  bytes: Uint8Array,
  decode: Decode,
  { colons, numerals }: Structure
): Slices<Result.Result<Json, string>> {
  const isLarge = bytes.length > bytesAtOnce
  const long = numerals.length === 0 ? undefined : LongNumbers.replace(bytes, numerals)
  if (isLarge) yield
  const decoded = decode(long === undefined ? bytes : long.bytes)
  if (decoded === undefined) return Result.fail(notUtf8)
  if (isLarge) yield
  const value = parse(decoded)
  if (value === undefined) return yield* parseSlowly(bytes, decode)
  yield
  // JSON.parse keeps the last of two members with one name, so the object then has fewer members than the text has colons.
  // Counting also finds names that are escaped differently, because JSON.parse unescapes them.
  const members = membersAreInherited() ? countOwnMembers(value) : countMembers(value)
  if (members !== colons) return yield* parseSlowly(bytes, decode)
  const isWhole = long === undefined || long.numbers.length === 0
  return Result.succeed(isWhole ? value : LongNumbers.restore(value, long.numbers))
}

/** Bytes that JSON.parse reads at once, in some 15 ms at most. In slices a value takes 20 times as long as with JSON.parse, a long text twice. */
const parsedAtOnce = 1_048_576

/** Pauses while it parses, and says where a text is wrong, which JSON.parse does not in every runtime. */
function* parseSlowly(bytes: Uint8Array, decode: Decode): Slices<Result.Result<Json, string>> {
  const parsed = yield* parseInSlices(bytes, decode)
  if ("misreadAt" in parsed)
    return Result.fail((yield* isUtf8InSlices(bytes, decode)) ? notJson(bytes, parsed.misreadAt) : notUtf8)
  if (parsed.repeated === undefined) return Result.succeed(parsed.value)
  const { at, name } = parsed.repeated
  return Result.fail(
    `names the member \`${shortened(name, longestName)}\` of an object a second time at ${placeIn(bytes, at)}`
  )
}

const notJson = (bytes: Uint8Array, misreadAt: number): string => {
  const end = endOf(bytes)
  if (end === 0) return "is empty, which is not valid JSON"
  if (byteOrderMark.every((byte, index) => bytes[index] === byte))
    return "begins with a byte order mark, which is not valid JSON"
  return misreadAt < end
    ? `is not valid JSON from ${placeIn(bytes, misreadAt)} on`
    : `is not valid JSON: it ends too early, at ${placeIn(bytes, end)}`
}

/** What this file uses of the Encoding Standard (https://encoding.spec.whatwg.org), which every runtime has. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean }
) => { readonly decode: (bytes: Uint8Array) => string }

const utf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const parse = (text: string): LongNumbers.Fresh | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const countMembers = (value: LongNumbers.Fresh): number => {
  if (typeof value !== "object" || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) count += countMembers(value[index] ?? null)
    return count
  }
  for (const name in value) count += 1 + countMembers(value[name] ?? null)
  return count
}

/** The same where objects inherit members, which takes longer. */
const countOwnMembers = (value: LongNumbers.Fresh): number => {
  if (typeof value !== "object" || value === null) return 0
  const members = Object.values(value)
  const own = members.reduce((count: number, member) => count + countOwnMembers(member), 0)
  return Array.isArray(value) ? own : own + members.length
}
