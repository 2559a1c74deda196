/** Random conditions: every comparison, every connective, every function that gives one. */
import { type Expression, fieldOf, inside, type Make, namesOf, type Readable, whole, written } from "./Expression.ts"
import { attributeIn } from "./options.ts"
import { constantIn } from "./constants.ts"
import { hasTables, looked } from "./tables.ts"
import { canPick, coalesced, conditional, inCurrency, inOneCurrency, overRows, picked, ratio, spaced } from "./parts.ts"
import type { FormField } from "../oracle/Form.ts"
import { present } from "../present.ts"

const comparison: Make = (readable, depth) => {
  const { random } = readable
  const sides = (make: Make): readonly [Expression, Expression] => [
    make(readable, depth - 1),
    make(readable, depth - 1)
  ]
  const print = (of: readonly [Expression, Expression], operators: ReadonlyArray<string>): Expression => {
    const [a, b] = comparedAmounts(readable, of)
    return {
      text: inside(random, a, 4) + spaced(readable, random.pick(operators)) + inside(random, b, 4),
      binds: 3,
      scale: 0
    }
  }
  const ordering = ["==", "!=", "<", "<=", ">", ">="]
  const same = ["==", "!="]
  return random.weighted<Expression>([
    [6, () => print(sides(readable.make.number), ordering)],
    [2, () => print(random.swapped(ratio(readable, depth), readable.make.number(readable, depth - 1)), ordering)],
    [1, () => print([ratio(readable, depth), ratio(readable, depth)], ordering)],
    [2, () => print(comparable(...sides(readable.make.text)), same)],
    [1, () => print(sides(condition), same)],
    [2, () => print(sides(readable.make.date), ordering)],
    [2, () => print(sides(readable.make.time), ordering)],
    [3, () => print(sides(readable.make.datetime), ordering)],
    [1, () => print(files(readable) ?? sides(readable.make.number), same)]
  ])
}

const isFile = ({ type }: FormField): boolean => type === "file"

const files = (readable: Readable): readonly [Expression, Expression] | undefined => {
  const [one, other] = [fieldOf(readable, isFile), fieldOf(readable, isFile)]
  return one && other && [one, other]
}

/** Both in one currency. A division is not converted: its other side is, or a number stands there. */
const comparedAmounts = (
  readable: Readable,
  [a, b]: readonly [Expression, Expression]
): readonly [Expression, Expression] => {
  if (a.currency === undefined || b.currency === undefined || a.currency === b.currency) return [a, b]
  if (b.isRatio !== true) return [a, inCurrency(readable, b, a.currency)]
  return a.isRatio === true ? [a, whole("1.5", 1)] : [inCurrency(readable, a, b.currency), b]
}

/** A text written out next to what may be a choice would have to be an option. */
const comparable = (a: Expression, b: Expression): readonly [Expression, Expression] => {
  const joined = ({ text }: Expression): Expression => ({ text: `${text} + ''`, binds: 4, scale: 0 })
  if (a.words === "literal" && b.words === "choice") return [joined(a), b]
  return b.words === "literal" && a.words === "choice" ? [a, joined(b)] : [a, b]
}

const presence: Make = (readable, depth) => {
  const { random } = readable
  const list = readable.lists.length > 0 && random.once(4) ? whole(random.pick(readable.lists).slug) : undefined
  const choices = random.once(5) ? fieldOf(readable, ({ type }) => type === "choices") : undefined
  const file = random.once(3) ? fieldOf(readable, isFile) : undefined
  const of = list ?? choices ?? file ?? readable.make.scalar(readable, depth - 1)
  const operator = random.pick(["==", "!="])
  const text = random.once(6)
    ? `null ${operator} ${inside(random, of, 4)}`
    : `${inside(random, of, 4)} ${operator} null`
  return { text, binds: 3, scale: 0 }
}

/** Something about a choice or chosen options. */
const chosen: Make = (readable, depth) => {
  const { random } = readable
  const names = namesOf(readable, ({ type }) => type === "choice" || type === "choices")
  if (names.length === 0) return comparison(readable, depth)
  const { field, text: name } = random.pick(names)
  const option = (): string => written(random, random.pick(present(field.options)).value)
  if (field.type === "choice") {
    if (random.once(2)) return { text: `${name} ${random.pick(["==", "!="])} ${option()}`, binds: 3, scale: 0 }
    return { text: `${name} in [${random.list(1, 3, option).join(", ")}]`, binds: 3, scale: 0 }
  }
  const wanted = random.once(4) ? `(${readable.make.text(readable, depth - 1).text}) + ''` : option()
  if (random.once(2)) return whole(`contains(${name}, ${wanted})`)
  return { text: `${wanted} in ${name}`, binds: 3, scale: 0 }
}

const among: Make = (readable, depth) => {
  const { random } = readable
  const { make } = readable
  const item = random.pick([make.number, make.number, make.number, make.date, make.time, make.datetime])
  const [of, ...items] = inOneCurrency(
    readable,
    item(readable, depth - 1),
    ...random.list(1, 3, () => item(readable, depth - 1))
  )
  return { text: `${inside(random, of, 4)} in [${items.map(({ text }) => text).join(", ")}]`, binds: 3, scale: 0 }
}

const patterns = ["[A-Z]{2}[0-9]+", "(ab|c)*", "a+b?", "[^x]*", "\\d{2,3}-?\\d", "\\p{L}+", "", "x|", "(a+)+b"]

const ofText: Make = (readable, depth) => {
  const { random } = readable
  const a = readable.make.text(readable, depth - 1)
  if (random.once(4))
    return whole(
      `matches(${a.text}, ${random.once(2) ? `r'${random.pick(patterns)}'` : written(random, random.pick(patterns))})`
    )
  return whole(
    `${random.pick(["contains", "startsWith", "endsWith"])}(${a.text}, ${readable.make.text(readable, depth - 1).text})`
  )
}

export const condition: Make = (readable, depth) => {
  const { random } = readable
  const field = (): Expression =>
    fieldOf(readable, ({ type }) => type === "boolean") ?? whole(random.pick(["true", "false"]))
  if (depth <= 0)
    return random.weighted([
      [3, field],
      [3, () => presence(readable, 0)],
      [2, () => chosen(readable, 1)],
      [1, () => constantIn(readable, "boolean") ?? whole("true")]
    ])
  const hasRows = readable.lists.length > 0 && readable.each === undefined
  const logic = (operator: string, binds: number): Expression => {
    const [a, b] = [condition(readable, depth - 1), condition(readable, depth - 1)]
    return {
      text: inside(random, a, binds) + spaced(readable, operator) + inside(random, b, binds + 1),
      binds,
      scale: 0
    }
  }
  return random.weighted<Expression>([
    [3, field],
    [readable.each?.choice === undefined ? 2 : 8, () => attributeIn(readable, "boolean") ?? field()],
    [10, () => comparison(readable, depth)],
    [3, () => presence(readable, depth)],
    [3, () => chosen(readable, depth)],
    [2, () => among(readable, depth)],
    [2, () => ofText(readable, depth)],
    [3, () => logic("&&", 2)],
    [3, () => logic("||", 1)],
    [2, () => ({ text: `!${inside(random, condition(readable, depth - 1), 6)}`, binds: 6, scale: 0 })],
    [hasTables(readable) ? 4 : 0, () => looked(readable, depth, "boolean") ?? field()],
    [canPick(readable) ? 2 : 0, () => picked(readable, depth, condition)],
    [1, () => conditional(readable, depth, condition)],
    [1, () => coalesced(readable, depth, condition)],
    [
      hasRows ? 4 : 0,
      () => whole(`${random.pick(["any", "all"])}(${overRows(readable, (inner) => condition(inner, depth - 1).text)})`)
    ]
  ])
}
