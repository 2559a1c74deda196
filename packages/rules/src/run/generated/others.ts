/** Texts, dates, times, moments and choices as code. */
import {
  type ChoicesTree,
  type CountedTree,
  type DateTree,
  type DatetimeTree,
  isCounted,
  type MessagePart,
  type TextTree
} from "../../tree/Tree.ts"
import { addDays, addMonths, type Moment, parseMoment } from "../../values/civil.ts"
import { forEachCounted } from "../../values/counted.ts"
import { chosen, firstKnown } from "./branches.ts"
import { type Emitter, type Site, variable, writeEach } from "./Emitter.ts"
import * as said from "./said.ts"
import { after, atom, numberLiteral, textLiteral } from "./Writer.ts"

const isPresent = (value: string): string => `${value} !== undefined`
const isNumber = (value: string): string => `${value} === ${value}`

/** `write` of a value that is known, else `missing`. */
const lifted = (
  site: Site,
  code: string,
  isKnown: (value: string) => string,
  write: (value: string) => string,
  missing: string
): string => {
  const before: Array<string> = []
  const value = atom(site.writer, code, before)
  return after(before, `(${isKnown(value)} ? ${write(value)} : ${missing})`)
}

const called =
  ({ writer }: Site, f: unknown) =>
  (value: string): string =>
    `${writer.constant(f)}(${value})`

/** A counted value as a text, by kind. */
const countedTexts = forEachCounted(
  ({ format }) =>
    (count: number): string | undefined =>
      count === count ? format(count) : undefined
)

/** What a text counts, by kind. */
const countsOfText = forEachCounted(
  ({ parse }) =>
    (text: string | undefined): number =>
      text === undefined ? NaN : (parse(text) ?? NaN)
)

const textOf = (emitter: Emitter, site: Site, { of }: Extract<TextTree, { readonly node: "textOf" }>): string => {
  if (isCounted(of)) return called(site, countedTexts[of.kind])(emitter.days(site, of))
  switch (of.kind) {
    case "boolean":
      return lifted(site, emitter.boolean(site, of), isPresent, (value) => `String(${value})`, "undefined")
    case "datetime":
      return lifted(site, emitter.moment(site, of), isPresent, (value) => `${value}.written`, "undefined")
  }
}

const textOfNumber = (
  emitter: Emitter,
  site: Site,
  { decimals, of }: Extract<TextTree, { readonly node: "textOfNumber" }>
): string => {
  const { scale } = of
  const write = site.writer.constant(decimals === scale ? said.fixedText : said.shortText)
  return `${write}(${emitter.number(site, of)}, ${scale})`
}

const joined = (emitter: Emitter, site: Site, left: TextTree, right: TextTree): string => {
  const before: Array<string> = []
  const [a, b] = [left, right].map((tree) => atom(site.writer, emitter.text(site, tree), before))
  return after(before, `(${a} === undefined || ${b} === undefined ? undefined : ${a} + ${b})`)
}

const cases = { lower: "toLowerCase", upper: "toUpperCase", trim: "trim" }

export const textCode = (emitter: Emitter, site: Site, tree: TextTree): string => {
  const { text } = emitter
  switch (tree.node) {
    case "missing":
      return "undefined"
    case "field":
      return variable(site, tree.place)
    case "if":
      return chosen(emitter, site, tree.condition, text(site, tree.whenTrue), text(site, tree.whenFalse), "undefined")
    case "coalesce":
      return firstKnown(
        site,
        tree.operands.map((operand) => text(site, operand)),
        isPresent
      )
    case "literal":
      return textLiteral(tree.value)
    case "join":
      return joined(emitter, site, tree.left, tree.right)
    case "lower":
    case "upper":
    case "trim":
      return lifted(site, text(site, tree.of), isPresent, (value) => `${value}.${cases[tree.node]}()`, "undefined")
    case "textOfNumber":
      return textOfNumber(emitter, site, tree)
    case "textOf":
      return textOf(emitter, site, tree)
  }
}

const later = (unit: "days" | "months" | "years") => {
  const move = unit === "days" ? addDays : addMonths
  const factor = unit === "years" ? 12n : 1n
  return (date: number, amount: number): number =>
    date === date && Number.isSafeInteger(amount) ? (move(date, BigInt(amount) * factor) ?? NaN) : NaN
}
const laters = { days: later("days"), months: later("months"), years: later("years") }

const momentOfText = (text: string | undefined): Moment | undefined =>
  text === undefined ? undefined : (parseMoment(text) ?? undefined)
const dateOfMoment = (moment: Moment | undefined): number => (moment === undefined ? NaN : moment.days)

const extremeOfRows = (
  emitter: Emitter,
  site: Site,
  { each, which }: Extract<DateTree, { readonly node: "extremeOfRows" }>
): string => {
  const { writer } = site
  const [best, value] = [writer.temp(), writer.temp()]
  writer.line(`${best} = NaN;`)
  writeEach(emitter, site, each, (inside, tree) => {
    writer.line(`${value} = ${emitter.days(inside, tree)};`)
    writer.line(`if (${best} !== ${best} || ${value} ${which === "least" ? "<" : ">"} ${best}) ${best} = ${value};`)
  })
  return best
}

/** A counted value: a date as days, a time as seconds; NaN where missing. */
export const daysCode = (emitter: Emitter, site: Site, tree: CountedTree): string => {
  const { days } = emitter
  switch (tree.node) {
    case "missing":
      return "NaN"
    case "field":
      return variable(site, tree.place)
    case "if":
      return chosen(emitter, site, tree.condition, days(site, tree.whenTrue), days(site, tree.whenFalse), "NaN")
    case "coalesce":
      return firstKnown(
        site,
        tree.operands.map((operand) => days(site, operand)),
        isNumber
      )
    case "today":
      return "d0"
    case "literal":
      return numberLiteral(tree.count)
    case "later":
      return `${site.writer.constant(laters[tree.unit])}(${days(site, tree.of)}, ${emitter.number(site, tree.amount)})`
    case "ofText":
      return called(site, countsOfText[tree.kind])(emitter.text(site, tree.of))
    case "dateOfDatetime":
      return called(site, dateOfMoment)(emitter.moment(site, tree.of))
    case "extreme":
      return `Math.${tree.which === "least" ? "min" : "max"}(${tree.operands.map((operand) => days(site, operand)).join(", ")})`
    case "extremeOfRows":
      return extremeOfRows(emitter, site, tree)
  }
}

export const momentCode = (emitter: Emitter, site: Site, tree: DatetimeTree): string => {
  const { moment } = emitter
  switch (tree.node) {
    case "missing":
      return "undefined"
    case "field":
      return variable(site, tree.place)
    case "if":
      return chosen(
        emitter,
        site,
        tree.condition,
        moment(site, tree.whenTrue),
        moment(site, tree.whenFalse),
        "undefined"
      )
    case "coalesce":
      return firstKnown(
        site,
        tree.operands.map((operand) => moment(site, operand)),
        isPresent
      )
    case "literal":
      return site.writer.constant(tree.moment)
    case "datetimeOfText":
      return called(site, momentOfText)(emitter.text(site, tree.of))
  }
}

export const choicesCode = (emitter: Emitter, site: Site, tree: ChoicesTree): string => {
  const { choices } = emitter
  switch (tree.node) {
    case "missing":
      return "undefined"
    case "field":
      return variable(site, tree.place)
    case "if":
      return chosen(
        emitter,
        site,
        tree.condition,
        choices(site, tree.whenTrue),
        choices(site, tree.whenFalse),
        "undefined"
      )
    case "coalesce":
      return firstKnown(
        site,
        tree.operands.map((operand) => choices(site, operand)),
        isPresent
      )
  }
}

const partCode = (emitter: Emitter, site: Site, part: MessagePart): string => {
  if (typeof part === "string") return textLiteral(part)
  if (part.kind === "text") return called(site, said.shown)(emitter.text(site, part))
  const { labels, of } = part
  return of.kind === "text"
    ? called(site, said.labelOf(labels))(emitter.text(site, of))
    : called(site, said.labelsOf(labels))(emitter.choices(site, of))
}

/** A message with its values, as an expression that gives a text. */
export const messageCode = (emitter: Emitter, site: Site, parts: ReadonlyArray<MessagePart>): string =>
  parts.length === 0 ? '""' : parts.map((part) => partCode(emitter, site, part)).join(" + ")
