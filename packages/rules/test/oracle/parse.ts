/** The oracle's own parser of sound expressions: a few lines of precedence climbing. It refuses nothing in words. */
import { present } from "../present.ts"

export interface Node {
  /** `number text true false null name member call list neg not ?:` or a binary operator. */
  readonly op: string
  readonly args: ReadonlyArray<Node>
  /** Of a number its digits, of a text what it says, of a name, member or call its name. */
  readonly value: string
  readonly start: number
  readonly end: number
}

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|[rR](?:'([^'\n\r]*)'|"([^"\n\r]*)")|'((?:[^'\\\n\r]|\\.)*)'|"((?:[^"\\\n\r]|\\.)*)"|([A-Za-z_]\w*)|(==|!=|<=|>=|&&|\|\||[-+*/<>!?:()[\],.]))/y

interface Token {
  readonly is: "number" | "text" | "name" | "symbol" | "end"
  readonly value: string
  readonly start: number
  readonly end: number
}

const escapes: { readonly [letter: string]: string } = { n: "\n", r: "\r", t: "\t" }

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16))
  )

const tokensOf = (source: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  TOKEN.lastIndex = 0
  const length = source.trimEnd().length
  while (TOKEN.lastIndex < length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(source)
    if (match === null) throw new Error(`the oracle cannot read ${source} at ${at}`)
    const [all, number, raw1, raw2, text1, text2, name, symbol] = match
    const end = TOKEN.lastIndex
    const start = end - all.trimStart().length
    const raw = raw1 ?? raw2
    const text = text1 ?? text2
    if (number !== undefined) tokens.push({ is: "number", value: number, start, end })
    else if (raw !== undefined) tokens.push({ is: "text", value: raw, start, end })
    else if (text !== undefined) tokens.push({ is: "text", value: unescaped(text), start, end })
    else if (name !== undefined && name !== "in") tokens.push({ is: "name", value: name, start, end })
    else tokens.push({ is: "symbol", value: name ?? symbol ?? "", start, end })
  }
  return [...tokens, { is: "end", value: "", start: length, end: length }]
}

const levels: ReadonlyArray<ReadonlyArray<string>> = [
  ["||"],
  ["&&"],
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/"]
]

class Parser {
  private at = 0
  private readonly tokens: ReadonlyArray<Token>
  private readonly groups: ReadonlySet<string>

  constructor(source: string, groups: ReadonlySet<string>) {
    this.groups = groups
    this.tokens = tokensOf(source)
  }

  private peek(): Token {
    return present(this.tokens[this.at])
  }

  private isNext(symbol: string): boolean {
    return this.peek().is === "symbol" && this.peek().value === symbol
  }

  private take(symbol: string): boolean {
    if (!this.isNext(symbol)) return false
    this.at += 1
    return true
  }

  private must(symbol: string): number {
    if (!this.take(symbol)) throw new Error(`the oracle expects ${symbol} at ${this.peek().start}`)
    return present(this.tokens[this.at - 1]).end
  }

  private items(closing: string): { readonly args: ReadonlyArray<Node>; readonly end: number } {
    const args: Array<Node> = []
    while (!this.isNext(closing)) {
      if (args.length > 0) this.must(",")
      args.push(this.conditional())
    }
    return { args, end: this.must(closing) }
  }

  private primary(): Node {
    const { end, is, start, value } = this.peek()
    this.at += 1
    const leaf = (op: string): Node => ({ op, args: [], value, start, end })
    if (is === "number" || is === "text") return leaf(is)
    if (is === "name") {
      if (value === "true" || value === "false" || value === "null") return leaf(value)
      if (this.take("(")) return { op: "call", value, start, ...this.items(")") }
      return leaf("name")
    }
    if (is === "symbol" && value === "(") {
      const inner = this.conditional()
      return { ...inner, start, end: this.must(")") }
    }
    if (is === "symbol" && value === "[") return { op: "list", value: "", start, ...this.items("]") }
    throw new Error(`the oracle cannot read ${value} at ${start}`)
  }

  private unary(): Node {
    const { start } = this.peek()
    const op = this.take("-") ? "neg" : this.take("!") ? "not" : undefined
    if (op !== undefined) {
      const operand = this.unary()
      return { op, args: [operand], value: "", start, end: operand.end }
    }
    let node = this.primary()
    while (this.take(".")) {
      const { end, value } = this.peek()
      this.at += 1
      if (node.op === "name" && this.groups.has(node.value)) {
        node = { ...node, value: `${node.value}.${value}`, end }
        continue
      }
      node = { op: "member", args: [node], value, start: node.start, end }
    }
    return node
  }

  private binary(level: number): Node {
    const operators = levels[level]
    if (operators === undefined) return this.unary()
    let left = this.binary(level + 1)
    for (;;) {
      const op = operators.find((operator) => this.isNext(operator))
      if (op === undefined) return left
      this.at += 1
      const right = this.binary(level + 1)
      left = { op, args: [left, right], value: "", start: left.start, end: right.end }
    }
  }

  private conditional(): Node {
    const condition = this.binary(0)
    if (!this.take("?")) return condition
    const whenTrue = this.conditional()
    this.must(":")
    const whenFalse = this.conditional()
    return { op: "?:", args: [condition, whenTrue, whenFalse], value: "", start: condition.start, end: whenFalse.end }
  }

  all(): Node {
    const node = this.conditional()
    if (this.peek().is !== "end") throw new Error(`the oracle stops at ${this.peek().start}`)
    return node
  }
}

/** @param groups of the form's fields: a name in one has its group before a point. */
export const parse = (source: string, groups: ReadonlySet<string> = new Set()): Node => new Parser(source, groups).all()
