/** Finds a brace between the braces of an expression in a message, where none can stand: `{coalesce('{', name)}`. */
import type { Range } from "../Fault.ts"
import { movedBy } from "./movedBy.ts"
import type { ExpressionFault } from "./Syntax.ts"

const TEXT = /'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*"/y
const RAW = /'[^'\r\n]*'|"[^"\r\n]*"/y
const NESTED = /\{[^{}]*\}/y

const escaped = (brace: string): string => (brace === "{" ? String.raw`\u007b` : String.raw`\u007d`)

const inQuotes = (text: string, isRaw: boolean, start: number): ExpressionFault | undefined => {
  const at = text.search(/[{}]/)
  if (at < 0) return undefined
  const code = escaped(text.charAt(at))
  const instead = isRaw ? "" : `, or write \`${code}\` in the quotes, which is \`\\${code}\` in JSON`
  return {
    message: `Between the braces of a message no other brace can stand, not even in quotes. Show a computed field with this expression${instead}.`,
    range: { start: start + at, end: start + at + 1 }
  }
}

const aroundName = (inner: string, range: Range): ExpressionFault => ({
  message: `Between the braces of a message an expression stands as in a rule: a field by its name alone, such as \`${inner.slice(1, -1).trim() || "premium"}\`. For a brace itself write \`{{\` or \`}}\`.`,
  range
})

interface Scanned {
  /** Undefined where the braces are not closed, or there is none between them. */
  readonly fault: ExpressionFault | undefined
  /** What has been looked at. */
  readonly end: number
}

const matchAt = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** @param open where the braces open. */
export const innerBrace = (message: string, open: number): Scanned => {
  let fault: ExpressionFault | undefined
  let at = open + 1
  while (at < message.length) {
    const sign = message.charAt(at)
    if (sign === "}") return { fault, end: at + 1 }
    const isRaw = /(?:^|\W)[rR]$/.test(message.slice(Math.max(open, at - 2), at))
    const isQuote = sign === "'" || sign === '"'
    const part = isQuote ? matchAt(isRaw ? RAW : TEXT, message, at) : sign === "{" ? matchAt(NESTED, message, at) : sign
    if (part === undefined) return { fault: undefined, end: at }
    if (isQuote) fault ??= inQuotes(part, isRaw, at)
    if (sign === "{") fault ??= aroundName(part, movedBy({ start: 0, end: part.length }, at))
    at += part.length
  }
  return { fault: undefined, end: at }
}
