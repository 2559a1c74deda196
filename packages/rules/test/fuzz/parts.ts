/** What random expressions of every kind are put together from. */
import { type Expression, inside, type Make, type Readable, whole } from "./Expression.ts"
import { hasTables, interpolated } from "./tables.ts"
import { present } from "../present.ts"

/** Where a half goes. */
export const half = ({ random }: Readable): string => random.pick(["", "", ", 'even'", ", 'zero'"])

/** With at most so many decimals. */
export const rounded = (readable: Readable, expression: Expression, digits: number): Expression =>
  expression.scale <= digits
    ? expression
    : { ...whole(`round(${expression.text}, ${digits}${half(readable)})`, digits), ...inCurrencyOf(expression) }

/** The currency of a number, for one that is made of it. */
export const inCurrencyOf = ({ currency }: Expression): Pick<Expression, "currency"> =>
  currency === undefined ? {} : { currency }

const rates = ["0.85", "1.25", "2", "0.5", "3"]

/** An amount in another currency, a plain number as it is. */
export const inCurrency = (readable: Readable, of: Expression, currency: string | undefined): Expression => {
  if (currency === undefined || of.currency === undefined || of.currency === currency) return of
  const amount = rounded(readable, of, 12)
  const rate = readable.random.pick(rates)
  const scale = (rate.split(".")[1] ?? "").length
  return { ...whole(`convert(${amount.text}, '${currency}', ${rate})`, amount.scale + scale), currency }
}

/** For the formula of a field in that currency. What was multiplied by a number may be put there as it is: the number may be a rate. */
export const inFieldOf = (readable: Readable, of: Expression, currency: string | undefined): Expression =>
  currency === undefined || of.currency === undefined || of.currency === currency
    ? of
    : readable.random.once(2) && of.scale <= 12
      ? { text: `${inside(readable.random, of, 5)} * 1.25`, binds: 5, scale: of.scale + 2 }
      : inCurrency(readable, of, currency)

/** The same, all of one currency. */
export const inOneCurrency = <A extends ReadonlyArray<Expression>>(readable: Readable, ...of: A): A => {
  const currency = of.find((one) => one.currency !== undefined)?.currency
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many as were given
  return of.map((one) => inCurrency(readable, one, currency)) as unknown as A
}

/** The currency of several that are of one. */
export const currencyIn = (...of: ReadonlyArray<Expression>): Pick<Expression, "currency"> =>
  inCurrencyOf(of.find(({ currency }) => currency !== undefined) ?? whole(""))

export const spaced = ({ random }: Readable, operator: string): string =>
  random.pick([` ${operator} `, ` ${operator} `, operator, `\n  ${operator} `])

const divisors = ["3", "7", "9", "11", "6", "12", "0", "0.03"]

/** A division, an average, or a value between two rows of a table: only for `round` and comparisons. */
export const ratio: Make = (readable, depth) => {
  const { random } = readable
  if (random.once(4) && readable.lists.length > 0 && readable.each === undefined) {
    let row = whole("")
    const list = overRows(readable, (inner) => (row = inner.make.number(inner, depth - 1)).text)
    return { ...whole(random.once(4) ? `avg(map(${list}))` : `avg(${list})`), isRatio: true, ...inCurrencyOf(row) }
  }
  if (random.once(8)) {
    const make = random.pick([readable.make.time, readable.make.datetime])
    const [from, to] = [make(readable, depth - 1).text, make(readable, depth - 1).text]
    return { ...whole(`${random.pick(["minutesBetween", "hoursBetween"])}(${from}, ${to})`), isRatio: true }
  }
  if (random.once(5)) return power(readable, depth)
  if (random.once(8) && readable.lists.length > 0 && readable.each === undefined) {
    const list = overRows(readable, (inner) => rounded(inner, inner.make.number(inner, depth - 1), 4).text)
    return { ...whole(random.once(4) ? `product(map(${list}))` : `product(${list})`), isRatio: true }
  }
  const between = hasTables(readable) && random.once(2) ? interpolated(readable, depth) : undefined
  if (between !== undefined) return between
  const a = readable.make.number(readable, depth - 1)
  const b = random.once(3) ? whole(random.pick(divisors)) : readable.make.number(readable, depth - 1)
  const currency = b.currency === undefined ? inCurrencyOf(a) : {}
  return { text: `${inside(random, a, 5)} / ${inside(random, b, 6)}`, binds: 5, scale: 0, isRatio: true, ...currency }
}

const exponents = ["0", "1", "2", "3", "7", "12", "-1", "-2", "-10", "40", "360", "480"]

/** Of a literal exponent, or of one that is worked out. */
const power: Make = (readable, depth) => {
  const { random } = readable
  const base = random.once(3)
    ? whole(random.pick(["1.05", "1.0425", "0.5", "2", "-1.5", "10"]))
    : rounded(readable, readable.make.number(readable, depth - 1), 2)
  const exponent = random.once(3)
    ? rounded(readable, readable.make.number(readable, depth - 1), 0).text
    : random.pick(exponents)
  return { ...whole(`pow(${base.text}, ${exponent})`), isRatio: true }
}

const rowNames = ["d", "row", "each1", "x_"]

/** `list, row, body`, the list perhaps filtered. */
export const overRows = (readable: Readable, body: (inner: Readable) => string): string => {
  const { random } = readable
  const list = random.pick(readable.lists)
  const inner = (): Readable => {
    const { choice, fields } = list
    const each = { name: random.pick(rowNames), fields, ...(choice === undefined ? {} : { choice }) }
    return { ...readable, lists: [], each }
  }
  const outer = inner()
  if (!random.once(4)) return `${list.slug}, ${present(outer.each).name}, ${body(outer)}`
  const filtering = inner()
  const filter = `filter(${list.slug}, ${present(filtering.each).name}, ${filtering.make.condition(filtering, 1).text})`
  return `${filter}, ${present(outer.each).name}, ${body(outer)}`
}

/** What the first or last row for which something is true gives, or the one with the least or greatest key. */
export const picked = (readable: Readable, depth: number, make: Make): Expression => {
  const { random } = readable
  const name = random.pick(["first", "last", "minBy", "maxBy"])
  let of = whole("")
  const parts = overRows(readable, (inner) => {
    const { condition, date, datetime, number, time } = inner.make
    const by = name === "first" || name === "last" ? condition : random.pick([number, number, date, time, datetime])
    const first = by(inner, random.whole(0, depth - 1)).text
    of = make(inner, depth - 1)
    return `${first}, ${of.text}`
  })
  return { ...whole(`${name}(${parts})`, of.scale), ...inCurrencyOf(of), ...mixed(of) }
}

export const canPick = ({ each, lists }: Readable): boolean => lists.length > 0 && each === undefined

const several = (readable: Readable, depth: number, make: Make): ReadonlyArray<Expression> =>
  inOneCurrency(readable, ...readable.random.list(2, 3, () => make(readable, depth - 1)))

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
  const [one, other] = inOneCurrency(readable, of, make(readable, depth - 1))
  return {
    text: `${asked} ? ${one.text} : ${other.text}`,
    binds: 0,
    scale: Math.max(one.scale, other.scale),
    ...currencyIn(one, other),
    ...mixed(one, other)
  }
}

/** What comes out of a choice and of a literal may be checked against its options. */
export const mixed = (...of: ReadonlyArray<Expression>): { readonly words?: "choice" } =>
  of.some(({ words }) => words !== undefined) ? { words: "choice" } : {}

export const coalesced = (readable: Readable, depth: number, make: Make): Expression => {
  const of = several(readable, depth, make)
  return { ...whole(`coalesce(${listed(of)})`, widest(of)), ...currencyIn(...of), ...mixed(...of) }
}

export const extreme =
  (make: Make): Make =>
  (readable, depth) => {
    const of = several(readable, depth, make)
    return { ...whole(`${readable.random.pick(["min", "max"])}(${listed(of)})`, widest(of)), ...currencyIn(...of) }
  }
