/** The parser's position in an expression, and its primitives. */
import type { Range } from "../Fault.ts"
import type { Limits } from "../Limits.ts"
import type { Token } from "./lex.ts"
import type { BinaryOperator, ExpressionFault, Syntax } from "./Syntax.ts"

/** The upper bound of the configured `depth`: the parser and all that walks its tree recurse this deep at most. */
const DEEPEST = 200
export const MAX_NODES = 1500

export interface ParserState {
  readonly source: string
  readonly tokens: ReadonlyArray<Token>
  readonly limits: Pick<Limits, "nodes" | "depth">
  readonly groups: ReadonlySet<string>
  at: number
  nodes: number
  depth: number
  fault: ExpressionFault | undefined
}

/** Of each operator how tightly it binds, the loosest first. */
export const binding: ReadonlyMap<BinaryOperator, number> = new Map([
  ["||", 1],
  ["&&", 2],
  ["==", 3],
  ["!=", 3],
  ["<", 3],
  ["<=", 3],
  [">", 3],
  [">=", 3],
  ["in", 3],
  ["+", 4],
  ["-", 4],
  ["*", 5],
  ["/", 5]
])
export const COMPARISON = 3

const operators = [...binding.keys()]

const END: Token = { token: "end", text: "", range: { start: 0, end: 0 } }

export const current = (state: ParserState): Token => state.tokens[state.at] ?? END

export const isSymbol = (token: Token, text: string): boolean => token.token === "symbol" && token.text === text

export const take = (state: ParserState, symbol: string): boolean => {
  if (!isSymbol(current(state), symbol)) return false
  state.at += 1
  return true
}

export const addFault = (state: ParserState, message: string, range: Range, expected?: string): undefined => {
  state.fault ??= { message, range, ...(expected === undefined ? {} : { expected }) }
  return undefined
}

export const node = (state: ParserState, made: Syntax): Syntax | undefined => {
  state.nodes += 1
  return state.nodes > Math.min(state.limits.nodes, MAX_NODES)
    ? addFault(
        state,
        `This expression has more than ${state.limits.nodes} parts. Move some of them into computed fields of their own.`,
        made.range
      )
    : made
}

export const operatorAt = (token: Token): BinaryOperator | undefined =>
  token.token === "symbol" || token.token === "name" ? operators.find((operator) => operator === token.text) : undefined

/** The end of the last token that was taken. */
export const endBefore = (state: ParserState): number => state.tokens[state.at - 1]?.range.end ?? 0

export const deepestOf = ({ limits }: ParserState): number => Math.min(limits.depth, DEEPEST)

/** What is said of a decimal comma, as in `1,5`; undefined where none is. */
export const decimalsAfter = ({ at, tokens }: ParserState): string | undefined => {
  const [whole, comma, after] = tokens.slice(at - 1, at + 2)
  const isComma = comma !== undefined && isSymbol(comma, ",") && whole?.token === "number" && after?.token === "number"
  return isComma && comma.range.start === whole.range.end && after.range.start === comma.range.end
    ? `Decimals follow a point: \`${whole.text}.${after.text}\`.`
    : undefined
}
