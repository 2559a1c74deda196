/**
 * A CEL expression in this language's spelling, where only the spelling differs: `text.contains(part)` is `contains(text, part)`,
 * `[1, 2].exists(e, e > 1)` is `any` over a list of rows, `1u` and `0x1` and `1e0` are `1`, `dyn(x)` is `x`. What has no other
 * spelling stays unchanged, and the checker refuses it.
 */
import type { Json } from "../../src/Json.ts"
import { rowsField, together } from "./inputs.ts"
import type { Inputs } from "./Outcome.ts"
import { type Token, tokens } from "./Token.ts"

interface Respelled extends Inputs {
  readonly expression: string
}

/** Something that a method or an operator can follow. */
interface Piece {
  readonly written: string
  /** The values of a list that is written out. */
  readonly list?: ReadonlyArray<Json> | undefined
}

interface Respelling {
  readonly tokens: ReadonlyArray<Token>
  at: number
  readonly lists: Array<Inputs>
  /** Names of rows, whose value is their field `value`. */
  readonly rows: Set<string>
}

const functions = new Map([
  ["string", "text"],
  ["math.greatest", "max"],
  ["math.least", "min"],
  ["math.abs", "abs"],
  ["math.ceil", "ceil"],
  ["math.floor", "floor"],
  ["math.round", "round"],
  ["math.trunc", "trunc"]
])
const methods = new Map([
  ["lowerAscii", "lower"],
  ["upperAscii", "upper"],
  ...["contains", "startsWith", "endsWith", "matches", "replace", "size", "trim"].map((name) => [name, name] as const)
])
const macros = new Map([
  ["exists", "any"],
  ["exists_one", "count"],
  ["existsOne", "count"],
  ...["all", "filter", "map"].map((name) => [name, name] as const)
])
/** Conversions between numbers, which are one kind here. */
const conversions = new Set(["dyn", "int", "uint", "double"])

const number = (written: string): string => {
  const signed = written.replace(/[uU]$/, "")
  if (/^0[xX]/.test(signed)) return BigInt(signed).toString()
  const [, whole = "", decimals = "", exponent = "0"] = /^(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(signed) ?? []
  const shift = Number(exponent)
  const padded = shift < 0 ? `${"0".repeat(-shift)}${whole}` : `${whole}${decimals.padEnd(shift, "0")}`
  const point = shift < 0 ? padded.length + shift : whole.length + shift
  const digits = shift < 0 ? `${padded}${decimals}` : padded
  const rest = digits.slice(point)
  return `${digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0"}${rest === "" ? "" : `.${rest}`}`
}

/** The value of a literal, if it is one and can be read without knowing escapes. */
const literal = (written: string): Json | undefined => {
  if (/^- ?\d+(\.\d+)?$|^\d+(\.\d+)?$/.test(written)) return Number(written.replace(" ", ""))
  if (/^(['"])[^\\'"]*\1$/.test(written)) return written.slice(1, -1)
  return written === "true" ? true : written === "false" ? false : undefined
}

const listOf = (items: ReadonlyArray<Piece>): ReadonlyArray<Json> | undefined => {
  const values = items.map(({ written }) => literal(written))
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? known : undefined
}

const peek = (state: Respelling, ahead = 0): string => state.tokens[state.at + ahead]?.written ?? ""

/** The name of a list of rows: a bound list's own, or a new field's. */
const rowsOf = (state: Respelling, { list, written }: Piece): string | undefined => {
  if (list === undefined) return /^[a-z]\w*$/.test(written) || /^(filter|map)\(/.test(written) ? written : undefined
  const slug = `list${state.lists.length + 1}`
  const field = rowsField(slug, list)
  if (field !== undefined) state.lists.push(field)
  return field && slug
}

const words = (pieces: ReadonlyArray<Piece>, between = ", "): string =>
  pieces.map(({ written }) => written).join(between)

/** The items between brackets, split at commas. The opening bracket has been read. */
const items = (state: Respelling): ReadonlyArray<Piece> => {
  const found: Array<Piece> = []
  let pieces: Array<Piece> = []
  const end = () => {
    const [only] = pieces
    if (only !== undefined) found.push(pieces.length === 1 ? only : { written: words(pieces, " ") })
    pieces = []
  }
  while (state.at < state.tokens.length) {
    const written = peek(state)
    if (written === ")" || written === "]" || written === "}") break
    if (written === ",") {
      end()
      state.at += 1
    } else piece(state, pieces)
  }
  state.at += 1
  end()
  return found
}

/** `list.exists(row, condition)`; undefined for any other shape. */
const macro = (state: Respelling, name: string, of: Piece): string | undefined => {
  const row = peek(state)
  if (!/^[a-z]\w*$/.test(row) || peek(state, 1) !== ",") return undefined
  const list = rowsOf(state, of)
  if (list === undefined) return undefined
  state.at += 2
  state.rows.add(row)
  const rest = items(state)
  state.rows.delete(row)
  const call = `${macros.get(name)}(${[list, row, words(rest)].join(", ")})`
  return name === "exists_one" || name === "existsOne" ? `(${call} == 1)` : call
}

const method = (state: Respelling, name: string, of: Piece): Piece => {
  const expanded = macros.has(name) ? macro(state, name, of) : undefined
  if (expanded !== undefined) return { written: expanded }
  const args = items(state)
  const known = methods.get(name)
  if (known === undefined) return { written: `${of.written}.${name}(${words(args)})` }
  return { written: `${known}(${words([name === "size" ? sized(state, of) : of, ...args])})` }
}

/** `size` takes a list of rows, which may have to be made first. */
const sized = (state: Respelling, of: Piece): Piece => {
  const rows = rowsOf(state, of)
  return rows === undefined ? of : { written: rows }
}

const call = (state: Respelling, name: string): Piece => {
  const isText = state.tokens[state.at]?.token === "text"
  const args = items(state)
  const [only = { written: "" }] = args
  if (conversions.has(name) && args.length === 1)
    return { written: `${name !== "dyn" && isText ? "number" : ""}(${only.written})` }
  if (name === "size" && args.length === 1) return { written: `size(${sized(state, only).written})` }
  // `math.greatest(5)` is 5.
  const own = /^math\.(greatest|least)$/.test(name) && args.length === 1 ? "" : functions.get(name)
  return { written: `${own ?? name}(${words(args)})` }
}

const named = (state: Respelling, name: string): Piece => {
  if (name === "math" && peek(state) === "." && peek(state, 2) === "(") {
    const full = `math.${peek(state, 1)}`
    state.at += 3
    return call(state, full)
  }
  if (peek(state) === "(") {
    state.at += 1
    return call(state, name)
  }
  return { written: state.rows.has(name) ? `${name}.value` : name }
}

/** Reads one piece more: a value, an operator, or what follows the last value. */
const piece = (state: Respelling, pieces: Array<Piece>): void => {
  const { token, written } = state.tokens[state.at] ?? { token: "symbol", written: "" }
  const last = pieces.at(-1)
  const follows = last !== undefined && /[\w)\]'"`]$/.test(last.written) && last.written !== "in"
  state.at += 1
  if (token === "number") pieces.push({ written: number(written) })
  else if (token === "name" && written !== "in") pieces.push(named(state, written))
  else if (written === "." && follows) {
    const name = peek(state)
    state.at += 1
    if (peek(state) !== "(") pieces.splice(-1, 1, { written: `${last.written}.${name}` })
    else {
      state.at += 1
      pieces.splice(-1, 1, method(state, name, last))
    }
  } else if (written === "[" && follows) pieces.splice(-1, 1, { written: `${last.written}[${words(items(state))}]` })
  else if (written === "[") {
    const found = items(state)
    pieces.push({ written: `[${words(found)}]`, list: listOf(found) })
  } else if (written === "(") pieces.push({ written: `(${words(items(state))})` })
  else if (written === "{") pieces.push({ written: `{${words(items(state))}}` })
  else pieces.push({ written })
}

/** Respells an expression, with the lists that it writes out as fields. */
export const respell = (expression: string, inputs: Inputs): Respelled => {
  const state: Respelling = { tokens: tokens(expression), at: 0, lists: [], rows: new Set() }
  const pieces: Array<Piece> = []
  while (state.at < state.tokens.length) piece(state, pieces)
  return { expression: words(pieces, " "), ...together([inputs, ...state.lists]) }
}
