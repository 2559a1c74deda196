/** Functions of dates and times: `date time datetime addDays addMonths addYears daysBetween monthsBetween yearsBetween year month day weekday`. */
import { type Inference, quoted, addFault, type Typed, typed, expectKind, written } from "../Inference.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"
import { type TemporalKind, temporalKinds, temporals } from "../temporals.ts"
import type { Entries } from "./FunctionEntry.ts"

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
    return addFault(
      inference,
      only.range,
      `\`${kind}\` ${takes}; ${quoted(inference, only)} is ${found.word}.${already}`,
      "a text"
    )
  }

type Unit = "days" | "months" | "years"

const later =
  (unit: Unit) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const of = first && expectKind(inference, first, "date", `\`${call.name}\` moves`)
    const amount = second && expectKind(inference, second, "number", `\`${call.name}\` moves a date by`)
    if (second === undefined || of === undefined || amount === undefined) return undefined
    if (amount.scale === 0) return typed({ kind: "date", node: "later", unit, of, amount })
    return addFault(
      inference,
      second.range,
      `A date moves by whole ${unit}; ${quoted(inference, second)} may have decimals. Round it: \`round(${written(inference, second)})\`.`,
      "a whole number"
    )
  }

const between =
  (unit: Unit) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const from = first && expectKind(inference, first, "date", `\`${call.name}\` counts from`)
    const to = second && expectKind(inference, second, "date", `\`${call.name}\` counts to`)
    return from && to && typed({ kind: "number", scale: 0, node: "between", unit, from, to })
  }

const part =
  (of: "year" | "month" | "day" | "weekday") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [only] = call.args
    const tree = only && expectKind(inference, only, "date", `\`${call.name}\` is taken of`)
    return tree && typed({ kind: "number", scale: 0, node: "partOfDate", part: of, of: tree })
  }

export const dateFunctions: Entries = [
  ...temporalKinds.map(
    (kind) => [kind, { signature: temporals[kind].signature, takes: [1, 1], infer: readAs(kind) }] as const
  ),
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
