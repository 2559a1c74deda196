/** Splits an expression into tokens. */
import * as Result from "effect/Result"
import type { Range } from "../Fault.ts"
import { plain } from "../values/decimal.ts"
import { isStorable } from "../values/text.ts"
import type { ExpressionFault } from "./Syntax.ts"

export interface Token {
  readonly token: "number" | "text" | "name" | "symbol" | "end"
  /** The source of the token; of a text literal, its value. */
  readonly text: string
  readonly range: Range
}

const SPACE = /[ \t\r\n]+/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const NUMBER = /[0-9]+(?:\.[0-9]+)?/y
const SYMBOL = /==|!=|<=|>=|&&|\|\||[-+*/<>!?:()[\],.]/y
const COMMENT = /\/[/*][^\r\n]*/y
const EXPONENT = /[eE][+-]?[0-9]+/y
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|([\\'"nrt]))/y

const escapes = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"']
])

const COMMENTS = "There are no comments in a rule. Leave this out; a field's `description` can say what it is for."
const BRACES =
  "There are no braces in a rule. Write a field by its name alone, such as `premium`; to choose between values, write `condition ? value : other value`."

/** Operators of other languages, and what to write instead. */
const habits = new Map([
  ["<>", "“Is not” is written `!=`."],
  ["=>", "“At least” is `>=`; a row is named first: `sum(list, row, row.field)`."],
  ["=", "To compare two values, write `==`."],
  ["&", "“And” is written `&&`."],
  ["|", "“Or” is written `||`."],
  [
    "%",
    "There is no sign for percent or for a remainder; write 5 % as `0.05`, and the remainder of a division as `mod(a, b)`."
  ],
  ["^", "A power is written `pow(a, 2)`."],
  ["{", BRACES],
  ["}", BRACES],
  [";", "There is no semicolon in a rule; commas separate values: `min(a, b)`."],
  ["#", COMMENTS],
  ["“", "Texts stand in straight quotes, `'…'` or `\"…\"`."],
  ["”", "Texts stand in straight quotes, `'…'` or `\"…\"`."],
  ["‘", "Texts stand in straight quotes, `'…'` or `\"…\"`."],
  ["’", "Texts stand in straight quotes, `'…'` or `\"…\"`."],
  ["`", "Texts stand in straight quotes, `'…'` or `\"…\"`."],
  ["×", "“Times” is written `*`."],
  ["÷", "“Divided by” is written `/`."],
  ["−", "“Minus” is written with a plain hyphen, `-`."],
  ["≤", "“At most” is written `<=`."],
  ["≥", "“At least” is written `>=`."],
  ["≠", "“Is not” is written `!=`."]
])

const match = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(source)
}

const fail = (message: string, start: number, end: number, expected?: string): Result.Result<never, ExpressionFault> =>
  Result.fail({ message, range: { start, end }, ...(expected === undefined ? {} : { expected }) })

/** A text from its opening quote on. In a raw one (`r'\d'`) a backslash is a character like any other. */
const lexText = (source: string, start: number, quoteAt: number): Result.Result<Token, ExpressionFault> => {
  const quote = source.charAt(quoteAt)
  const raw = quoteAt > start
  if (source.startsWith(quote.repeat(3), quoteAt)) {
    return fail(
      `A text stands between one pair of quotes, \`'…'\` or \`"…"\`, on one line; there are no triple quotes. Where a line ends in it, write \`\\n\`.`,
      start,
      quoteAt + 3
    )
  }
  let value = ""
  let at = quoteAt + 1
  while (at < source.length) {
    const character = source.charAt(at)
    if (character === quote) {
      return isStorable(value)
        ? Result.succeed({ token: "text", text: value, range: { start, end: at + 1 } })
        : fail(
            "This text has a broken character in it (U+0000 or half of a surrogate pair), which cannot be stored. Write it again.",
            start,
            at + 1
          )
    }
    if (character === "\n" || character === "\r") break
    if (character !== "\\" || raw) {
      value += character
      at += 1
      continue
    }
    const escape = match(ESCAPE, source, at)
    if (escape === null) {
      return fail(
        `\`${source.slice(at, at + 2)}\` means nothing in a text. For a backslash itself write \`\\\\\`, or put an \`r\` before the text: \`r'\\d+'\`.`,
        at,
        Math.min(at + 2, source.length)
      )
    }
    value +=
      escape[1] === undefined
        ? (escapes.get(escape[2] ?? "") ?? "")
        : String.fromCharCode(Number.parseInt(escape[1], 16))
    at += escape[0].length
  }
  return fail(`This text is not closed: there is no second \`${quote}\` on its line.`, start, at, `\`${quote}\``)
}

/** The fault of a number that goes on with letters. */
const oddNumber = (text: string, rest: string): string => {
  const written = `\`${text}${rest}\``
  const value = Number(`${text}${rest}`)
  const instead = Number.isFinite(value) && plain(value).length <= 30 ? `: \`${plain(value)}\`` : ""
  if (/^e[+-]?\d+$/i.test(rest)) return `${written} has an exponent; write the number out${instead}.`
  if (text === "0" && /^x[0-9a-f]+$/i.test(rest))
    return `${written} is hexadecimal; write the number with the digits 0 to 9 alone${instead}.`
  if (/^u$/i.test(rest)) return `All numbers are of one kind; leave out the \`${rest}\`: \`${text}\`.`
  return `${written} is no number, and a name does not start with a digit.`
}

const lexNumber = (source: string, start: number): Result.Result<Token, ExpressionFault> => {
  const text = match(NUMBER, source, start)?.[0] ?? ""
  const end = start + text.length
  const rest = match(EXPONENT, source, end)?.[0] ?? match(NAME, source, end)?.[0]
  if (rest !== undefined)
    return fail(oddNumber(text, rest), start, end + rest.length, "a number such as `1500` or `0.05`")
  if (source.charAt(end) === ".") {
    return fail(
      `\`${text}.\` is no number: digits follow the point.`,
      start,
      end + 1,
      "a number such as `1500` or `0.05`"
    )
  }
  return Result.succeed({ token: "number", text, range: { start, end } })
}

const lexOther = (source: string, start: number): Result.Result<Token, ExpressionFault> => {
  const comment = match(COMMENT, source, start)?.[0]
  if (comment !== undefined) return fail(COMMENTS, start, start + comment.length)
  const pair = source.slice(start, start + 2)
  const instead = habits.get(pair)
  if (instead !== undefined) return fail(instead, start, start + 2)
  const symbol = match(SYMBOL, source, start)?.[0]
  if (symbol !== undefined) {
    return Result.succeed({ token: "symbol", text: symbol, range: { start, end: start + symbol.length } })
  }
  const character = String.fromCodePoint(source.codePointAt(start) ?? 0)
  const habit = habits.get(character)
  return fail(
    habit ?? `The character \`${character}\` has no place in an expression outside a text.`,
    start,
    start + character.length
  )
}

/** The token that starts here, or the fault of what is none. */
export const lexToken = (source: string, start: number): Result.Result<Token, ExpressionFault> => {
  const character = source.charAt(start)
  if (character === "'" || character === '"') return lexText(source, start, start)
  if (character >= "0" && character <= "9") return lexNumber(source, start)
  const name = match(NAME, source, start)?.[0]
  if (name === undefined) return lexOther(source, start)
  const end = start + name.length
  const next = source.charAt(end)
  const isPrefix = (next === "'" || next === '"') && /^(?:r|b|rb|br)$/i.test(name)
  if (isPrefix && name.length === 1 && name !== "b" && name !== "B") return lexText(source, start, end)
  if (isPrefix) {
    return fail(
      `\`${name}${next}…${next}\` would be bytes, which no field can hold. Write it as a text, \`${next}…${next}\`.`,
      start,
      end + 1,
      "a text"
    )
  }
  return Result.succeed({ token: "name", text: name, range: { start, end } })
}

/** The characters of white space from here on. */
export const spaceAt = (source: string, at: number): number => match(SPACE, source, at)?.[0].length ?? 0

/** The tokens of an expression, an `end` last. Fails at the first text that is not a token. */
export const lex = (source: string): Result.Result<ReadonlyArray<Token>, ExpressionFault> => {
  const tokens: Array<Token> = []
  let at = 0
  for (;;) {
    at += spaceAt(source, at)
    if (at >= source.length) break
    const token = lexToken(source, at)
    if (Result.isFailure(token)) return Result.fail(token.failure)
    tokens.push(token.success)
    at = token.success.range.end
  }
  tokens.push({ token: "end", text: "", range: { start: source.length, end: source.length } })
  return Result.succeed(tokens)
}
