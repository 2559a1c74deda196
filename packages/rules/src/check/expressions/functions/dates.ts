/** Functions of dates and times: `date time datetime addDays addMonths addYears daysBetween monthsBetween yearsBetween year month day weekday`. */
import {
  expectWhole,
  addKindFault,
  type Inference,
  quoted,
  addFault,
  type Typed,
  typed,
  expectKind
} from "../Inference.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"
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

const part =
  (of: "year" | "month" | "day" | "weekday") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [only] = call.args
    const tree = only && expectKind(inference, only, "date", `\`${call.name}\` is taken of`)
    return tree && typed({ kind: "number", scale: 0, node: "partOfDate", part: of, of: tree })
  }

export const dateFunctions: Entries = [
  ...temporalKinds.map((kind): Entry => [temporals[kind].signature, readAs(kind)]),
  ["addDays(date, days)", later("days")],
  ["addMonths(date, months)", later("months")],
  ["addYears(date, years)", later("years")],
  ["daysBetween(from, to)", between("days")],
  ["monthsBetween(from, to)", between("months")],
  ["yearsBetween(from, to)", between("years")],
  ["year(date)", part("year")],
  ["month(date)", part("month")],
  ["day(date)", part("day")],
  ["weekday(date)", part("weekday")]
]
