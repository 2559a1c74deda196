/** Functions of dates and times: `date time datetime addDays addMonths addYears daysBetween monthsBetween yearsBetween addBusinessDays businessDaysBetween year month day weekday monthName dayName`. */
import {
  expectWhole,
  addKindFault,
  type Inference,
  quoted,
  addFault,
  type Typed,
  typed,
  expectKind,
  written
} from "../Inference.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"
import { MAX_HOLIDAYS } from "../../../tables/holidays.ts"
import type { Table } from "../../../tables/Table.ts"
import { cellKind } from "../../../tables/columnTypes.ts"
import { dateNames, namedIn } from "../../../tables/dateNames.ts"
import { tableOf } from "../lookups.ts"
import { typedLookup } from "../typedLookup.ts"
import { type TemporalKind, temporalKinds, temporals } from "../temporals.ts"
import type { Entries, Entry } from "./FunctionEntry.ts"

const OFFSET = " It does not say which clock it is by: end it with `Z` for UTC, or with an offset such as `+01:00`."

const readAs =
  (kind: TemporalKind) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [only] = call.args
    const found = only && inference.infer(only)
    if (only === undefined || found === undefined) return undefined
    const { tree } = found
    const { constant, expected, ofText, word } = temporals[kind]
    if (kind === "date" && tree.kind === "datetime") return typed({ kind, node: "dateOfDatetime", of: tree })
    if (tree.kind === "text" && tree.node === "literal") {
      const known = constant(tree.value)
      if (known !== undefined) return typed(known)
      const hint = kind === "datetime" && constant(`${tree.value}Z`) !== undefined ? OFFSET : ""
      return addFault(inference, only.range, `There is no ${word} ${quoted(inference, only)}.${hint}`, expected)
    }
    if (tree.kind === "text") return typed(ofText(tree))
    const takes = kind === "date" ? "reads a text or takes the date of a date with a time" : "reads a text"
    const already = tree.kind === kind ? ` It needs no \`${kind}(…)\`.` : ""
    return addKindFault(inference, only, found, `\`${kind}\` ${takes}`, "a text", already)
  }

type Unit = "days" | "months" | "years"

const later =
  (unit: Unit) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const of = first && expectKind(inference, first, "date", `\`${call.name}\` moves`)
    const amount = second && expectWhole(inference, second, `\`${call.name}\` moves a date by`)
    return of && amount && typed({ kind: "date", node: "later", unit, of, amount })
  }

const between =
  (unit: Unit) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const from = first && expectKind(inference, first, "date", `\`${call.name}\` counts from`)
    const to = second && expectKind(inference, second, "date", `\`${call.name}\` counts to`)
    return from && to && typed({ kind: "number", scale: 0, node: "between", unit, from, to })
  }

/** The table that a call names last: undefined where it names none, `"broken"` where its table has a fault. */
const holidaysIn = (inference: Inference, call: CallSyntax): Table | "broken" | undefined => {
  const [, , third] = call.args
  if (third === undefined) return undefined
  const table = tableOf(inference, call, third, `\`${call.name}\` ends with the name of a table of holidays`)
  if (table === undefined || table === "broken") return "broken"
  const { keys, name, rows } = table.definition
  const [key] = keys
  if (keys.length !== 1 || key === undefined || cellKind(key) !== "date" || key.match !== "exact")
    addFault(
      inference,
      third.range,
      `A table of holidays has one key, the date of a holiday; \`${name}\` has ${keys.map((one) => `\`${one.name}\` (${one.match === "from" ? "ranges of " : ""}${one.type})`).join(", ")}.`,
      "a table with one key of type `date`"
    )
  if (rows.length > MAX_HOLIDAYS)
    addFault(
      inference,
      third.range,
      `A table of holidays has ${MAX_HOLIDAYS} rows at most; \`${name}\` has ${rows.length}. Leave out what is long past.`
    )
  return table
}

const businessDaysBetween = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second] = call.args
  const from = first && expectKind(inference, first, "date", `\`${call.name}\` counts from`)
  const to = second && expectKind(inference, second, "date", `\`${call.name}\` counts to`)
  const table = holidaysIn(inference, call)
  if (from === undefined || to === undefined || table === "broken") return undefined
  return typed({ kind: "number", scale: 0, node: "businessDays", from, to, ...(table === undefined ? {} : { table }) })
}

const addBusinessDays = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second] = call.args
  const of = first && expectKind(inference, first, "date", `\`${call.name}\` moves`)
  const amount = second && expectWhole(inference, second, `\`${call.name}\` moves a date by`)
  const table = holidaysIn(inference, call)
  if (of === undefined || amount === undefined || table === "broken") return undefined
  return typed({ kind: "date", node: "businessDay", of, amount, ...(table === undefined ? {} : { table }) })
}

const part =
  (of: "year" | "month" | "day" | "weekday") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [only] = call.args
    const tree = only && expectKind(inference, only, "date", `\`${call.name}\` is taken of`)
    return tree && typed({ kind: "number", scale: 0, node: "partOfDate", part: of, of: tree })
  }

const named =
  (part: "month" | "weekday") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const of = first && expectKind(inference, first, "date", `\`${call.name}\` is taken of`)
    if (second === undefined) return undefined
    const table = second.syntax === "text" ? dateNames(second.value, part) : undefined
    if (table === undefined)
      return addFault(
        inference,
        second.range,
        second.syntax === "text"
          ? `There are no names in the language \`${second.value.slice(0, 35)}\`.`
          : `The language of \`${call.name}\` is a text that is written out; ${quoted(inference, second)} is none.`,
        `one of ${namedIn.map((language) => `\`'${language}'\``).join(", ")}`
      )
    const value = table.value(0)
    if (of === undefined || value === undefined) return undefined
    const key = { of: { kind: "number", scale: 0, node: "partOfDate", part, of }, more: 0 } as const
    const ofOption = written(inference, call)
    return typedLookup(value, { node: "lookup", table, column: 0, keys: [key], ofOption })
  }

export const dateFunctions: Entries = [
  ...temporalKinds.map((kind): Entry => [temporals[kind].signature, readAs(kind)]),
  ["addDays(date, days)", later("days")],
  ["addMonths(date, months)", later("months")],
  ["addYears(date, years)", later("years")],
  ["daysBetween(from, to)", between("days")],
  ["monthsBetween(from, to)", between("months")],
  ["yearsBetween(from, to)", between("years")],
  ["addBusinessDays(date, days, holidays)", addBusinessDays, 2],
  ["businessDaysBetween(from, to, holidays)", businessDaysBetween, 2],
  ["year(date)", part("year")],
  ["month(date)", part("month")],
  ["day(date)", part("day")],
  ["weekday(date)", part("weekday")],
  ["monthName(date, 'de')", named("month")],
  ["dayName(date, 'de')", named("weekday")]
]
