/** Random numbers: every operator and every function that gives one. */
import { type Expression, fieldOf, has, inside, isNumber, type Make, whole } from "./Expression.ts"
import { attributeIn } from "./options.ts"
import { constantIn } from "./constants.ts"
import { hasTables, looked, withHolidays } from "./tables.ts"
import {
  canPick,
  coalesced,
  conditional,
  currencyIn,
  extreme,
  half,
  inCurrencyOf,
  inOneCurrency,
  overRows,
  picked,
  ratio,
  rounded,
  spaced
} from "./parts.ts"

const MAX_DECIMALS = 18

const literals = [
  "0",
  "1",
  "2",
  "3",
  "10",
  "100",
  "0.5",
  "2.5",
  "1.005",
  "0.005",
  "0.1",
  "0.2",
  "0.3",
  "12.50",
  "007",
  "1000000",
  "0",
  "1",
  "2",
  "5",
  "25",
  "0.05",
  "1.25",
  "99.99",
  "0.01",
  "365",
  "18",
  "1200"
]

const largeLiterals = [
  "999999999999999",
  "999999999.999999",
  "0.000001",
  "0.000000000000000001",
  "123456789.987654321",
  "0.33333333333"
]

const scaleOf = (literal: string): number => (literal.split(".")[1] ?? "").replace(/0+$/, "").length

const literal: Make = (readable) => {
  const { random } = readable
  const { each } = readable
  if (random.once(4) && (each === undefined ? readable.shadows.size > 0 : each.choice === undefined))
    return whole(
      each === undefined || (readable.shadows.size > 0 && random.once(3)) ? "rowNumber()" : `rowNumber(${each.name})`
    )
  const constant = random.once(3) ? constantIn(readable, "number") : undefined
  if (constant !== undefined) return constant
  const text = random.once(2)
    ? random.pick(random.once(8) ? largeLiterals : literals)
    : (random.whole(0, 9999) / 10 ** random.whole(0, 3)).toFixed(random.whole(0, 3))
  const number = whole(text, scaleOf(text))
  return random.once(6) ? { ...number, text: `-${text}`, binds: 6 } : number
}

const sumOf: Make = (readable, depth) => {
  const { random } = readable
  const [a, b] = inOneCurrency(readable, number(readable, depth - 1), number(readable, depth - 1))
  const operator = random.pick(["+", "-"])
  return {
    text: inside(random, a, 4) + spaced(readable, operator) + inside(random, b, 5),
    binds: 4,
    scale: Math.max(a.scale, b.scale),
    ...currencyIn(a, b)
  }
}

const product: Make = (readable, depth) => {
  const { random } = readable
  const a = number(readable, depth - 1)
  let b = number(readable, depth - 1)
  if (a.scale + b.scale > MAX_DECIMALS) b = rounded(readable, b, Math.max(0, Math.min(3, MAX_DECIMALS - a.scale)))
  return {
    text: inside(random, a, 5) + spaced(readable, "*") + inside(random, b, 6),
    binds: 5,
    scale: a.scale + b.scale,
    ...(a.currency === undefined || b.currency === undefined ? currencyIn(a, b) : {})
  }
}

const round: Make = (readable, depth) => {
  const { random } = readable
  const digits = random.weighted([
    [6, () => random.whole(0, 4)],
    [1, () => random.whole(-4, -1)],
    [1, () => random.pick([-15, -9, 8, 12, 15, 18])]
  ])
  const divides = random.once(2)
  const of = divides ? ratio(readable, depth) : number(readable, depth - 1)
  const scale = !divides && digits >= of.scale ? of.scale : Math.max(0, digits)
  const name = random.pick(["round", "round", "floor", "ceil", "trunc"])
  const places = digits === 0 && random.once(2) ? "" : `, ${digits}${name === "round" ? half(readable) : ""}`
  return { ...whole(`${name}(${of.text}${places})`, scale), ...inCurrencyOf(of) }
}

const remainder: Make = (readable, depth) => {
  const { random } = readable
  const divisor = random.once(2) ? literal(readable, 0) : number(readable, depth - 1)
  const [a, b] = inOneCurrency(readable, number(readable, depth - 1), divisor)
  return { ...whole(`mod(${a.text}, ${b.text})`, Math.max(a.scale, b.scale)), ...currencyIn(a, b) }
}

/** A square, which is a number as any other, or a root. */
const ofSquares: Make = (readable, depth) => {
  const { random } = readable
  const of = rounded(readable, number(readable, depth - 1), 6)
  if (random.once(2)) return whole(`pow(${of.text}, 2)`, of.scale * 2)
  const digits = random.pick([0, 2, 3, 6, 12])
  return whole(`sqrt(${of.text}, ${digits})`, digits)
}

const ofRows: Make = (readable, depth) => {
  const { random } = readable
  const name = random.pick(["sum", "sum", "min", "max", "count", "size", "map", "distinct"])
  if (name === "distinct") {
    const make = random.pick([readable.make.scalar, readable.make.scalar, readable.make.choices])
    const list = overRows(
      readable,
      (inner) =>
        (make === inner.make.choices && !has(inner, "choices") ? inner.make.scalar : make)(inner, depth - 1).text
    )
    return whole(`countDistinct(${list})`)
  }
  if (name === "count")
    return whole(`count(${overRows(readable, (inner) => inner.make.condition(inner, depth - 1).text)})`)
  if (name === "size")
    return whole(
      random.once(3)
        ? `size(${random.pick(readable.lists).slug})`
        : `size(filter(${overRows(readable, (inner) => inner.make.condition(inner, depth - 1).text)}))`
    )
  if (name === "map")
    return whole(`size(map(${overRows(readable, (inner) => inner.make.scalar(inner, depth - 1).text)}))`)
  let of = whole("")
  const list = overRows(readable, (inner) => (of = number(inner, depth - 1)).text)
  const text = random.once(5) ? `${name}(map(${list}))` : `${name}(${list})`
  return { ...whole(text, of.scale), ...inCurrencyOf(of) }
}

const ofDates: Make = (readable, depth) => {
  const { random } = readable
  const a = readable.make.date(readable, depth - 1).text
  if (random.once(2)) return whole(`${random.pick(["year", "month", "day", "weekday"])}(${a})`)
  const b = readable.make.date(readable, depth - 1).text
  if (random.once(3)) return whole(`businessDaysBetween(${a}, ${b}${withHolidays(readable)})`)
  return whole(`${random.pick(["daysBetween", "monthsBetween", "yearsBetween"])}(${a}, ${b})`)
}

const ofClocks: Make = (readable, depth) => {
  const { random } = readable
  const make = random.pick([readable.make.time, readable.make.datetime])
  const of = (): string => make(readable, depth - 1).text
  if (random.once(2)) return whole(`${random.pick(["hour", "minute"])}(${of()})`)
  return whole(`secondsBetween(${of()}, ${of()})`, make === readable.make.time ? 0 : 9)
}

const ofTexts: Make = (readable, depth) => {
  const { random } = readable
  const choices = random.once(3) ? fieldOf(readable, ({ type }) => type === "choices") : undefined
  if (choices !== undefined) return whole(`size(${choices.text})`)
  if (random.once(3)) return whole(`number(${readable.make.text(readable, depth - 1).text})`, 6)
  return whole(`${random.pick(["length", "size"])}(${readable.make.text(readable, depth - 1).text})`)
}

export const number: Make = (readable, depth) => {
  const { random } = readable
  const field = (): Expression => fieldOf(readable, isNumber) ?? literal(readable, 0)
  if (depth <= 0) return random.once(3) ? literal(readable, 0) : field()
  const down = (): Expression => number(readable, depth - 1)
  const hasRows = readable.lists.length > 0 && readable.each === undefined
  return random.weighted<Expression>([
    [2, () => literal(readable, 0)],
    [5, field],
    [readable.each?.choice === undefined ? 4 : 20, () => attributeIn(readable, "number") ?? field()],
    [4, () => sumOf(readable, depth)],
    [4, () => product(readable, depth)],
    [3, () => round(readable, depth)],
    [
      1,
      () => {
        const of = down()
        return { ...of, text: `-${inside(random, of, 6)}`, binds: 6 }
      }
    ],
    [
      1,
      () => {
        const of = down()
        return { ...whole(`abs(${of.text})`, of.scale), ...inCurrencyOf(of) }
      }
    ],
    [
      1,
      () => {
        const of = down()
        return { ...whole(`${random.pick(["floor", "ceil", "trunc"])}(${of.text})`), ...inCurrencyOf(of) }
      }
    ],
    [1, () => remainder(readable, depth)],
    [1, () => ofSquares(readable, depth)],
    [2, () => conditional(readable, depth, number)],
    [2, () => coalesced(readable, depth, number)],
    [1, () => extreme(number)(readable, depth)],
    [hasRows ? 6 : 0, () => ofRows(readable, depth)],
    [canPick(readable) ? 3 : 0, () => picked(readable, depth, number)],
    [hasTables(readable) ? 6 : 0, () => looked(readable, depth, "number") ?? field()],
    [2, () => ofDates(readable, depth)],
    [1, () => ofClocks(readable, depth)],
    [1, () => ofTexts(readable, depth)]
  ])
}
