/** From an expression's text to its syntax tree: CEL's grammar, cut down (docs/rule-language.md). */
import * as Result from "effect/Result"
import type { Limits } from "../Limits.ts"
import { insteadOfMethod, insteadOfSign, insteadOfWord } from "./foreign.ts"
import { lex, type Token } from "./lex.ts"
import {
  binding,
  COMPARISON,
  current,
  decimalsAfter,
  deepestOf,
  endBefore,
  isSymbol,
  MAX_NODES,
  node,
  operatorAt,
  addFault,
  type ParserState,
  take
} from "./ParserState.ts"
import type { ExpressionFault, Syntax } from "./Syntax.ts"
import { reservedWords } from "./reservedWords.ts"

/** Characters of one expression. */
const LONGEST = 20_000

const describe = (token: Token): string =>
  token.token === "end" ? "The expression ends too early." : `\`${token.text}\` cannot stand here.`

/** The fault of what follows a complete expression. */
const unexpected = (state: ParserState): undefined => {
  const token = current(state)
  const written = token.token === "name" ? insteadOfSign(token.text) : undefined
  if (written !== undefined) return addFault(state, `“${token.text}” is written \`${written}\`.`, token.range)
  const decimals = decimalsAfter(state)
  if (decimals !== undefined) return addFault(state, decimals, token.range, "`.`")
  if (isSymbol(token, ")") || isSymbol(token, "]")) {
    return addFault(state, `This \`${token.text}\` closes nothing.`, token.range)
  }
  const found = token.token === "text" ? "This text cannot stand here." : describe(token)
  return addFault(state, found, token.range, "an operator such as `+`, `==` or `&&`, or the end")
}

const parseInner = (state: ParserState): Syntax | undefined => {
  state.depth += 1
  const deepest = deepestOf(state)
  const inner =
    state.depth > deepest
      ? addFault(
          state,
          `This expression is nested more than ${deepest} levels deep. Move some of it into computed fields of their own.`,
          current(state).range
        )
      : parseConditional(state)
  state.depth -= 1
  return inner
}

const parseClosing = (state: ParserState, symbol: string, opened: Token): boolean => {
  if (take(state, symbol)) return true
  const token = current(state)
  const decimals = decimalsAfter(state)
  if (decimals !== undefined) return addFault(state, decimals, token.range, "`.`") ?? false
  const found = token.token === "end" ? "is not closed" : `is not closed before \`${token.text}\``
  addFault(state, `This \`${opened.text}\` ${found}.`, opened.range, `\`${symbol}\``)
  return false
}

const parseItems = (state: ParserState, closing: string, opened: Token): ReadonlyArray<Syntax> | undefined => {
  const items: Array<Syntax> = []
  if (take(state, closing)) return items
  do {
    const item = parseInner(state)
    if (item === undefined) return undefined
    items.push(item)
  } while (take(state, ","))
  return parseClosing(state, closing, opened) ? items : undefined
}

/** Whether a value starts at the token. After a name, that is a fault. */
const startsValue = (token: Token): boolean =>
  token.token === "number" ||
  token.token === "text" ||
  (token.token === "name" && token.text !== "in") ||
  isSymbol(token, "(")

const parseName = (state: ParserState, token: Token): Syntax | undefined => {
  const { range, text } = token
  if (text === "true" || text === "false") return node(state, { syntax: "boolean", value: text === "true", range })
  if (text === "null") return node(state, { syntax: "null", range })
  if (text === "not" && startsValue(current(state))) return addFault(state, "“not” is written `!`.", range)
  if (reservedWords.has(text) && text !== "today") return addFault(state, insteadOfWord(text), range, "a value")
  const opened = current(state)
  if (!take(state, "(")) return node(state, { syntax: "name", name: text, range })
  const args = parseItems(state, ")", opened)
  if (args === undefined) return undefined
  return node(state, {
    syntax: "call",
    name: text,
    nameRange: range,
    args,
    range: { start: range.start, end: endBefore(state) }
  })
}

const parsePrimary = (state: ParserState): Syntax | undefined => {
  const token = current(state)
  const { range } = token
  state.at += 1
  if (token.token === "number") return node(state, { syntax: "number", text: token.text, range })
  if (token.token === "text") return node(state, { syntax: "text", value: token.text, range })
  if (token.token === "name") return parseName(state, token)
  if (isSymbol(token, "(")) {
    const inner = parseInner(state)
    if (inner === undefined || !parseClosing(state, ")", token)) return undefined
    return { ...inner, range: { start: range.start, end: endBefore(state) } }
  }
  if (isSymbol(token, "[")) {
    const items = parseItems(state, "]", token)
    return items && node(state, { syntax: "list", items, range: { start: range.start, end: endBefore(state) } })
  }
  const next = current(state)
  if (isSymbol(token, ".") && next.token === "number" && next.range.start === range.end) {
    const whole = { start: range.start, end: next.range.end }
    return addFault(state, `A number starts with a digit: \`0.${next.text}\`.`, whole, `\`0.${next.text}\``)
  }
  state.at -= 1
  return addFault(state, describe(token), range, "a value: a field, a number, a text, a function or `(`")
}

/** The expression in the parentheses that open here. */
const argumentsAt = (state: ParserState): string => {
  const opened = current(state).range.end
  let depth = 0
  for (const token of state.tokens.slice(state.at)) {
    if (isSymbol(token, "(")) depth += 1
    if (isSymbol(token, ")")) depth -= 1
    if (depth === 0) return state.source.slice(opened, token.range.start).trim()
  }
  return "…"
}

/** The name of a field in a group, `address.street`: one name, as a field's is. */
const parseGrouped = (state: ParserState, of: Syntax | undefined): Syntax | undefined => {
  const next = state.tokens[state.at + 1]
  const isGrouped =
    of?.syntax === "name" && state.groups.has(of.name) && isSymbol(current(state), ".") && next?.token === "name"
  if (!isGrouped) return of
  state.at += 2
  return { syntax: "name", name: `${of.name}.${next.text}`, range: { start: of.range.start, end: next.range.end } }
}

const parseMember = (state: ParserState): Syntax | undefined => {
  let of = parseGrouped(state, parsePrimary(state))
  while (of !== undefined) {
    const token = current(state)
    if (isSymbol(token, "["))
      return addFault(
        state,
        `Nothing is reached by its number or name in brackets. Ask about the rows of a list with a list function, such as \`any(${of.syntax === "name" ? of.name : "list"}, row, …)\` or \`count\`.`,
        token.range
      )
    if (!take(state, ".")) return of
    const name = current(state)
    if (name.token !== "name") return addFault(state, "A field's name follows the point.", name.range, "`row.field`")
    state.at += 1
    if (isSymbol(current(state), "(")) {
      return addFault(
        state,
        insteadOfMethod(state.source.slice(of.range.start, of.range.end), name.text, argumentsAt(state)),
        name.range
      )
    }
    const range = { start: of.range.start, end: name.range.end }
    of = node(state, { syntax: "member", of, member: name.text, memberRange: name.range, range })
  }
  return undefined
}

const parseUnary = (state: ParserState): Syntax | undefined => {
  const signs: Array<Token> = []
  while (isSymbol(current(state), "-") || isSymbol(current(state), "!")) {
    signs.push(current(state))
    state.at += 1
  }
  let operand = parseMember(state)
  for (const sign of signs.reverse()) {
    if (operand === undefined) return undefined
    const range = { start: sign.range.start, end: operand.range.end }
    operand = node(state, { syntax: "unary", operator: sign.text === "-" ? "-" : "!", operand, range })
  }
  return operand
}

const isComparison = (token: Token): boolean => {
  const operator = operatorAt(token)
  return operator !== undefined && binding.get(operator) === COMPARISON
}

/** `a < b < c` is not part of the language. The fault suggests what to write, and quotes the author if that is short. */
const addChainFault = (state: ParserState, left: Syntax, operator: Token, middle: Syntax): undefined => {
  const next = current(state)
  state.at += 1
  const right = parseBinary(state, COMPARISON + 1)
  if (right === undefined) return undefined
  const quote = ({ range }: Syntax): string => state.source.slice(range.start, range.end)
  const short = right.range.end - left.range.start <= 60
  const [a, b, c] = short ? [quote(left), quote(middle), quote(right)] : ["a", "b", "c"]
  const split = `\`${a} ${operator.text} ${b} && ${b} ${next.text} ${c}\``
  return addFault(state, `Comparisons do not chain; write ${split}.`, next.range, "`&&`, `||` or the end")
}

const parseBinary = (state: ParserState, loosest: number): Syntax | undefined => {
  let left = parseUnary(state)
  while (left !== undefined) {
    const token = current(state)
    const operator = operatorAt(token)
    const tightness = operator === undefined ? 0 : (binding.get(operator) ?? 0)
    if (operator === undefined || tightness < loosest) return left
    state.at += 1
    const right = parseBinary(state, tightness + 1)
    if (right === undefined) return undefined
    if (tightness === COMPARISON && isComparison(current(state))) return addChainFault(state, left, token, right)
    const range = { start: left.range.start, end: right.range.end }
    left = node(state, { syntax: "binary", operator, operatorRange: token.range, left, right, range })
  }
  return undefined
}

/** `c ? a : b`; a chain of them in `b` is no deeper than one. */
const parseConditional = (state: ParserState): Syntax | undefined => {
  const heads: Array<{ readonly condition: Syntax; readonly whenTrue: Syntax }> = []
  for (;;) {
    const condition = parseBinary(state, 1)
    if (condition === undefined) return undefined
    const question = current(state)
    if (!take(state, "?")) {
      return heads.reduceRight<Syntax | undefined>(
        (whenFalse, { condition, whenTrue }) =>
          whenFalse &&
          node(state, {
            syntax: "conditional",
            condition,
            whenTrue,
            whenFalse,
            range: { start: condition.range.start, end: whenFalse.range.end }
          }),
        condition
      )
    }
    const whenTrue = parseInner(state)
    if (whenTrue === undefined) return undefined
    if (!take(state, ":")) {
      return addFault(state, "This `?` has no `:`. Write `condition ? value : other value`.", question.range, "`:`")
    }
    heads.push({ condition, whenTrue })
    // INVARIANT: a chain of heads is bounded by the nodes it costs, so a long one is faulted before it grows.
    if (heads.length > MAX_NODES) return addFault(state, "This expression has too many parts.", question.range)
  }
}

/** Parses one expression. Fails with the first fault of its syntax or of its size. @param groups the names before a point in names of fields. */
export const parse = (
  source: string,
  limits: Pick<Limits, "nodes" | "depth">,
  groups: ReadonlySet<string> = new Set()
): Result.Result<Syntax, ExpressionFault> => {
  if (source.length > LONGEST) {
    return Result.fail({
      message: `An expression has at most ${LONGEST} characters; this one has ${source.length}.`,
      range: { start: LONGEST, end: source.length }
    })
  }
  const tokens = lex(source)
  if (Result.isFailure(tokens)) return Result.fail(tokens.failure)
  const state: ParserState = {
    source,
    tokens: tokens.success,
    limits,
    groups,
    at: 0,
    nodes: 0,
    depth: 0,
    fault: undefined
  }
  if (current(state).token === "end") {
    return Result.fail({ message: "The expression is empty.", range: { start: 0, end: source.length } })
  }
  const syntax = parseInner(state)
  if (syntax !== undefined && current(state).token !== "end") unexpected(state)
  if (state.fault !== undefined) return Result.fail(state.fault)
  return syntax === undefined
    ? Result.fail({ message: "The expression cannot be read.", range: { start: 0, end: source.length } })
    : Result.succeed(syntax)
}
