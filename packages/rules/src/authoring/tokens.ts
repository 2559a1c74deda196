/** The tokens of an expression for an editor's colours: every character is in one, in a text that is no expression too. */
import * as Result from "effect/Result"
import type { Range } from "../Fault.ts"
import { lexToken, spaceAt } from "../language/lex.ts"
import { movedBy } from "../language/movedBy.ts"
import type { ExpressionFault } from "../language/Syntax.ts"
import { type Placeholder, tokensOf } from "../language/template.ts"

/**
 * - `number`, `text`: literals.
 * - `name`: a field, a row, or a word that is none of the following.
 * - `function`: a name before `(`.
 * - `constant`: `true`, `false`, `null` and `today`.
 * - `operator`: `+ - * / == != < <= > >= && || ! ? :` and `in`.
 * - `punctuation`: `( ) [ ] , .`
 * - `space`: white space between tokens.
 * - `invalid`: what is no token; `fault` says why.
 */
export type TokenKind =
  | "number"
  | "text"
  | "name"
  | "function"
  | "constant"
  | "operator"
  | "punctuation"
  | "space"
  | "invalid"

export interface SourceToken {
  readonly kind: TokenKind
  readonly range: Range
  /** Of an `invalid` one. */
  readonly fault?: ExpressionFault
}

const constants: ReadonlySet<string> = new Set(["true", "false", "null", "today"])
const punctuation: ReadonlySet<string> = new Set(["(", ")", "[", "]", ",", "."])
/** A text from its opening quote on, as far as it could be meant: to the quote that closes it, or to the end of its line. */
const TEXT = /[rR]?(['"])(?:\\[^\r\n]|(?!\1)[^\\\r\n])*(?:\1|\\)?/y

const kindOf = (token: "number" | "text" | "name" | "symbol" | "end", text: string): TokenKind => {
  if (token === "number" || token === "text") return token
  if (token === "name") return text === "in" ? "operator" : constants.has(text) ? "constant" : "name"
  return punctuation.has(text) ? "punctuation" : "operator"
}

/** The end of what is no token. A text that cannot be read is taken whole, so that what follows it keeps its colours. */
const endOfInvalid = (source: string, start: number, fault: ExpressionFault): number => {
  TEXT.lastIndex = start
  const end = Math.max(fault.range.end, start + (TEXT.exec(source)?.[0].length ?? 0))
  return Math.min(source.length, Math.max(end, start + 1))
}

const tokenAt = (source: string, start: number): SourceToken => {
  const space = spaceAt(source, start)
  if (space > 0) return { kind: "space", range: { start, end: start + space } }
  const token = lexToken(source, start)
  if (Result.isSuccess(token))
    return { kind: kindOf(token.success.token, token.success.text), range: token.success.range }
  const fault = token.failure
  return { kind: "invalid", range: { start, end: endOfInvalid(source, start, fault) }, fault }
}

/** Names before an opening parenthesis are functions. */
const withFunctions = (source: string, found: ReadonlyArray<SourceToken>): ReadonlyArray<SourceToken> =>
  found.map((token, index) => {
    if (token.kind !== "name") return token
    const next = found[index + 1]?.kind === "space" ? found[index + 2] : found[index + 1]
    return next !== undefined && source.charAt(next.range.start) === "(" ? { ...token, kind: "function" } : token
  })

/**
 * The tokens of an expression, in order and without gaps: the first starts at 0, each starts where the one before it ends, and the
 * last ends with the text. They are the language's own tokens (`lex`), with the white space between them. Never throws.
 * @param source the text of a rule, as typed so far; untrusted.
 */
export const tokens = (source: string): ReadonlyArray<SourceToken> => {
  const found: Array<SourceToken> = []
  for (let at = 0; at < source.length;) {
    const token = tokenAt(source, at)
    found.push(token)
    at = token.range.end
  }
  return withFunctions(source, found)
}

/** What stands between two braces. A name with `$`, which templates of effects may show, is one token. */
const tokensBetween = ({ range, slug }: Placeholder): ReadonlyArray<SourceToken> => {
  const start = range.start + 1
  if (slug.startsWith("$")) return [{ kind: "constant", range: { start, end: range.end - 1 } }]
  return tokens(slug).map((token) => ({ ...token, range: movedBy(token.range, start) }))
}

/** The tokens between the braces of a message or a template, in order. Its texts and the braces themselves are in none. Never throws. */
export const tokensInBraces = (source: string): ReadonlyArray<SourceToken> =>
  tokensOf(source).flatMap((token) => (token.token === "placeholder" ? tokensBetween(token) : []))
