/** Functions of dates: `date addDays addMonths addYears daysBetween monthsBetween yearsBetween year month day weekday`. */
import { parseDate } from "../../value/civil.ts"
import { type Inference, quoted, refuse, type Typed, typed, want } from "../Inference.ts"
import type { CallSyntax } from "../Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

const date = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const found = only && inference.infer(only)
  if (only === undefined || found === undefined) return undefined
  const { tree } = found
  if (tree.kind === "datetime") return typed({ kind: "date", node: "dateOfDatetime", of: tree })
  if (tree.kind === "text" && tree.node === "literal") {
    const days = parseDate(tree.value)
    if (days !== null) return typed({ kind: "date", node: "literal", days })
    return refuse(
      inference,
      only.range,
      `There is no date ${quoted(inference, only)}.`,
      "a date as `'2024-12-31'`: year, month, day"
    )
  }
  if (tree.kind === "text") return typed({ kind: "date", node: "dateOfText", of: tree })
  const already = tree.kind === "date" ? " It needs no `date(…)`." : ""
  return refuse(
    inference,
    only.range,
    `\`date\` reads a text or takes the date of a date with a time; ${quoted(inference, only)} is ${found.word}.${already}`,
    "a text"
  )
}

type Unit = "days" | "months" | "years"

const later =
  (unit: Unit) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const of = first && want(inference, first, "date", `\`${call.name}\` moves`)
    const amount = second && want(inference, second, "number", `\`${call.name}\` moves a date by`)
    if (second === undefined || of === undefined || amount === undefined) return undefined
    if (amount.scale === 0) return typed({ kind: "date", node: "later", unit, of, amount })
    return refuse(
      inference,
      second.range,
      `A date moves by whole ${unit}; ${quoted(inference, second)} may have decimals. Round it: \`round(…)\`.`,
      "a whole number"
    )
  }

const between =
  (unit: Unit) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const from = first && want(inference, first, "date", `\`${call.name}\` counts from`)
    const to = second && want(inference, second, "date", `\`${call.name}\` counts to`)
    return from && to && typed({ kind: "number", scale: 0, node: "between", unit, from, to })
  }

const part =
  (of: "year" | "month" | "day" | "weekday") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [only] = call.args
    const tree = only && want(inference, only, "date", `\`${call.name}\` is taken of`)
    return tree && typed({ kind: "number", scale: 0, node: "partOfDate", part: of, of: tree })
  }

export const dateFunctions: Entries = [
  ["date", { signature: "date('2024-12-31')", takes: [1, 1], infer: date }],
  ["addDays", { signature: "addDays(date, days)", takes: [2, 2], infer: later("days") }],
  ["addMonths", { signature: "addMonths(date, months)", takes: [2, 2], infer: later("months") }],
  ["addYears", { signature: "addYears(date, years)", takes: [2, 2], infer: later("years") }],
  ["daysBetween", { signature: "daysBetween(from, to)", takes: [2, 2], infer: between("days") }],
  ["monthsBetween", { signature: "monthsBetween(from, to)", takes: [2, 2], infer: between("months") }],
  ["yearsBetween", { signature: "yearsBetween(from, to)", takes: [2, 2], infer: between("years") }],
  ["year", { signature: "year(date)", takes: [1, 1], infer: part("year") }],
  ["month", { signature: "month(date)", takes: [1, 1], infer: part("month") }],
  ["day", { signature: "day(date)", takes: [1, 1], infer: part("day") }],
  ["weekday", { signature: "weekday(date)", takes: [1, 1], infer: part("weekday") }]
]
