/** Reads a definition's text into a tree with places, or says why it is not JSON. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"

export type { Node } from "jsonc-parser"

/**
 * What keeps a text from being JSON.
 * - `empty`: there is nothing but white space.
 * - `value`, `name`, `colon`, `comma`, `brace`, `bracket`: it is missing at that place.
 * - `text`: a text that is not closed, or has a line break or an escape in it that JSON does not know. `number`: likewise.
 * - `word`: letters or signs without quotes. `comment`: JSON has none. `end`: something follows the value.
 * - `twice`: the object has a member of that name already. `deep`: more than 32 levels.
 */
type BrokenReason =
  | "empty"
  | "value"
  | "name"
  | "colon"
  | "comma"
  | "brace"
  | "bracket"
  | "text"
  | "number"
  | "word"
  | "comment"
  | "end"
  | "twice"
  | "deep"

/** Why a text is not JSON, and where. */
export interface Broken {
  readonly reason: BrokenReason
  /** In UTF-16 units. */
  readonly offset: number
  /** From 1. */
  readonly line: number
}

export type Parsed = { readonly tree: Node } | { readonly broken: Broken }

/** As the server's reader has it. */
const MAX_DEPTH = 32

const reasons: ReadonlyMap<string, BrokenReason> = new Map([
  ["InvalidSymbol", "word"],
  ["InvalidNumberFormat", "number"],
  ["PropertyNameExpected", "name"],
  ["ValueExpected", "value"],
  ["ColonExpected", "colon"],
  ["CommaExpected", "comma"],
  ["CloseBraceExpected", "brace"],
  ["CloseBracketExpected", "bracket"],
  ["EndOfFileExpected", "end"],
  ["InvalidCommentToken", "comment"],
  ["UnexpectedEndOfComment", "comment"],
  ["UnexpectedEndOfString", "text"],
  ["UnexpectedEndOfNumber", "number"],
  ["InvalidUnicode", "text"],
  ["InvalidEscapeCharacter", "text"],
  ["InvalidCharacter", "text"]
])

export const brokenAt = (text: string, reason: BrokenReason, offset: number): { readonly broken: Broken } => {
  let line = 1
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1
  return { broken: { reason, offset, line } }
}

interface Levels {
  /** Where the text becomes too deep. */
  readonly deep: number | undefined
  /** Whether the end of the text is on the level of its beginning, and in no text. */
  readonly isClosed: boolean
}

/** This is checked first, because the parser recurses. */
const levelsOf = (text: string, around: number): Levels => {
  let depth = around
  let at = 0
  for (; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(text, at)
    else if (sign === OPEN_BRACE || sign === OPEN_BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH) return { deep: at, isClosed: false }
    } else if (sign === CLOSE_BRACE || sign === CLOSE_BRACKET) depth -= 1
  }
  // An open text ends after the last character.
  return { deep: undefined, isClosed: depth === around && at === text.length }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The place of the quote that closes the text which begins at `start`, or the end of its line. */
const endOfText = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === BACKSLASH) at += 1
    else if (sign === QUOTE || sign === 0x0a) return at
  }
  return text.length
}

/** The second of two members with one name. */
const namedTwice = (node: Node): Node | undefined => {
  if (node.type === "object") {
    const names = new Set<unknown>()
    for (const { children: [name] = [] } of node.children ?? []) {
      if (name === undefined) continue
      if (names.has(name.value)) return name
      names.add(name.value)
    }
  }
  for (const child of node.children ?? []) {
    const found = child.children === undefined ? undefined : namedTwice(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** What is wrong first, and the characters that it is about. */
export interface Wrong {
  readonly reason: BrokenReason
  readonly from: number
  readonly to: number
  /** Whether what follows the text is on the level of its beginning. */
  readonly isClosed: boolean
}

/**
 * Reads one value as strictly as the server does: RFC 8259, no member twice, 32 levels at most.
 * @param around how many levels the value stands in.
 */
export const readValue = (text: string, around: number): { readonly tree: Node } | { readonly wrong: Wrong } => {
  const { deep, isClosed } = levelsOf(text, around)
  if (deep !== undefined) return { wrong: { reason: "deep", from: deep, to: deep + 1, isClosed } }
  const errors: Array<ParseError> = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [error] = errors
  if (error !== undefined) {
    const { length, offset } = error
    const reason = reasons.get(printParseErrorCode(error.error)) ?? "value"
    return { wrong: { reason, from: offset, to: offset + length, isClosed } }
  }
  if (tree === undefined) return { wrong: { reason: "value", from: 0, to: 0, isClosed } }
  const twice = namedTwice(tree)
  if (twice === undefined) return { tree }
  return { wrong: { reason: "twice", from: twice.offset, to: twice.offset + twice.length, isClosed } }
}

/** Reads a text. Where one that differs in one place was read before, `reparse` is faster. */
export const parseText = (text: string): Parsed => {
  if (text.trim() === "") return brokenAt(text, "empty", 0)
  const read = readValue(text, 0)
  return "tree" in read ? read : brokenAt(text, read.wrong.reason, read.wrong.from)
}
