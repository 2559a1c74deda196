/** JSON as RFC 8259 has it, from bytes, and stricter than JSON.parse where a lenient reader would guess (contract.md §1). */
import { Result } from "effect"
import type { Json } from "@formwork/rules/Json"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Reads one JSON text.
 * @param depth containers inside one another, the outermost counted, that are still taken.
 * @returns the value, or a sentence saying why there is none: invalid UTF-8, deeper than `depth`, not JSON (a byte order
 * mark included), a member named twice in one object.
 */
export const parse = (bytes: Uint8Array, depth: number): Result.Result<Json, string> => {
  const text = decode(bytes)
  if (text === undefined) return Result.fail("The body is not valid UTF-8.")
  const structure = scan(text, depth)
  // Before JSON.parse: what is too deep is not even read, and nothing behind this meets a value that it cannot walk.
  if (structure.tooDeep) return Result.fail(`The body is nested deeper than ${depth} levels.`)
  const value = read(text)
  if (value === undefined) return Result.fail("The body is not valid JSON.")
  // JSON.parse keeps the last of two members with one name, so the object then has fewer members than the text has colons.
  // Counting sees through every way to escape a name, because JSON.parse did the unescaping.
  if (countMembers(value) !== structure.colons) return Result.fail("The body names a member of an object twice.")
  return Result.succeed(value)
}

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const read = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const quote = 0x22
const colon = 0x3a
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** How deep the text goes and how many colons it has, strings left out. Right for valid JSON; harmless on anything else. */
const scan = (text: string, depth: number): { readonly colons: number; readonly tooDeep: boolean } => {
  let colons = 0
  let open = 0
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === quote) index = endOfString(text, index)
    else if (character === colon) colons++
    else if (character === openBrace || character === openBracket) {
      open++
      if (open > depth) return { colons, tooDeep: true }
    } else if (character === closeBrace || character === closeBracket) open--
  }
  return { colons, tooDeep: false }
}

/** The index of the quote that ends the string begun at `start`; the text's end where none does. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

const countMembers = (value: Json): number => {
  if (typeof value !== "object" || value === null) return 0
  const members = Object.values(value)
  let count = Array.isArray(value) ? 0 : members.length
  for (const member of members) count += countMembers(member)
  return count
}
