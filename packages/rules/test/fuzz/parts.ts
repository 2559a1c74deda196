/** What random expressions of every kind are put together from. */
import { type Expression, inside, type Make, type Readable, whole } from "./Expression.ts"
import { hasTables, interpolated } from "./tables.ts"
import { present } from "../present.ts"

/** Where a half goes. */
export const half = ({ random }: Readable): string => random.pick(["", "", ", 'even'", ", 'zero'"])

/** With at most so many decimals. */
export const rounded = (readable: Readable, expression: Expression, digits: number): Expression =>
  expression.scale <= digits ? expression : whole(`round(${expression.text}, ${digits}${half(readable)})`, digits)

export const spaced = ({ random }: Readable, operator: string): string =>
  random.pick([` ${operator} `, ` ${operator} `, operator, `\n  ${operator} `])

const divisors = ["3", "7", "9", "11", "6", "12", "0", "0.03"]

/** A division, an average, or a value between two rows of a table: only for `round` and comparisons. */
export const ratio: Make = (readable, depth) => {
  const { random } = readable
  if (random.once(4) && readable.lists.length > 0 && readable.each === undefined) {
    const list = overRows(readable, (inner) => inner.make.number(inner, depth - 1).text)
    return whole(random.once(4) ? `avg(map(${list}))` : `avg(${list})`)
  }
  const between = hasTables(readable) && random.once(2) ? interpolated(readable, depth) : undefined
  if (between !== undefined) return between
  const a = readable.make.number(readable, depth - 1)
  const b = random.once(3) ? whole(random.pick(divisors)) : readable.make.number(readable, depth - 1)
  return { text: `${inside(random, a, 5)} / ${inside(random, b, 6)}`, binds: 5, scale: 0 }
}

const rowNames = ["d", "row", "each1", "x_"]

/** `list, row, body`, the list perhaps filtered. */
export const overRows = (readable: Readable, body: (inner: Readable) => string): string => {
  const { random } = readable
  const list = random.pick(readable.lists)
  const inner = (): Readable => ({ ...readable, lists: [], each: { name: random.pick(rowNames), fields: list.fields } })
  const outer = inner()
  if (!random.once(4)) return `${list.slug}, ${present(outer.each).name}, ${body(outer)}`
  const filtering = inner()
  const filter = `filter(${list.slug}, ${present(filtering.each).name}, ${filtering.make.condition(filtering, 1).text})`
  return `${filter}, ${present(outer.each).name}, ${body(outer)}`
}

const several = (readable: Readable, depth: number, make: Make): ReadonlyArray<Expression> =>
  readable.random.list(2, 3, () => make(readable, depth - 1))

const listed = (of: ReadonlyArray<Expression>): string => of.map(({ text }) => text).join(", ")
const widest = (of: ReadonlyArray<Expression>): number => Math.max(...of.map(({ scale }) => scale))

/** `c ? a : b`, now and then with `null` for a branch, and chained. */
export const conditional = (readable: Readable, depth: number, make: Make): Expression => {
  const { random } = readable
  const asked = inside(random, readable.make.condition(readable, depth - 1), 1)
  const of = make(readable, depth - 1)
  if (random.once(5)) {
    const branches = random.once(2) ? `null : ${of.text}` : `${inside(random, of, 0)} : null`
    return { ...of, text: `${asked} ? ${branches}`, binds: 0, ...mixed(of) }
  }
  const other = make(readable, depth - 1)
  return {
    text: `${asked} ? ${of.text} : ${other.text}`,
    binds: 0,
    scale: Math.max(of.scale, other.scale),
    ...mixed(of, other)
  }
}

/** What comes out of a choice and of a literal may be checked against its options. */
export const mixed = (...of: ReadonlyArray<Expression>): { readonly words?: "choice" } =>
  of.some(({ words }) => words !== undefined) ? { words: "choice" } : {}

export const coalesced = (readable: Readable, depth: number, make: Make): Expression => {
  const of = several(readable, depth, make)
  return { ...whole(`coalesce(${listed(of)})`, widest(of)), ...mixed(...of) }
}

export const extreme =
  (make: Make): Make =>
  (readable, depth) => {
    const of = several(readable, depth, make)
    return whole(`${readable.random.pick(["min", "max"])}(${listed(of)})`, widest(of))
  }
