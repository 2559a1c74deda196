/** Random forms of the largest size that `check` accepts, made of `gadgets.ts` and `rowGadgets.ts`. */
import type { JsonObject } from "@formwork/rules/Json"
import { check } from "@formwork/rules/check"
import * as Result from "effect/Result"
import type { Random } from "../random.ts"
import { fields, formulas, messages, ofForms, tables } from "./gadgets.ts"
import { ofRows } from "./rowGadgets.ts"

export interface HostileForm {
  readonly name: string
  readonly form: JsonObject
  readonly count: number
  readonly steps: number
}

type Build = (count: number) => JsonObject

const MOST = 470
const EXPRESSION = 180

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const base = { title: "Hostile", code: "H", tables }

const stepsOf = (form: JsonObject): number | undefined => {
  const result = check(form)
  return Result.isSuccess(result) ? result.success.steps : undefined
}

/** The most that `check` accepts: estimated from the steps of a few, then found by halving. */
const largest = (name: string, build: Build, most: number): HostileForm | undefined => {
  let [least, above] = [0, most + 1]
  let steps = 0
  while (above - least > Math.max(1, least / 20)) {
    const middle = above > most && least === 0 ? most : Math.floor((least + above) / 2)
    const found = stepsOf(build(middle))
    if (found === undefined) above = middle
    else [least, steps] = [middle, found]
  }
  return least === 0 ? undefined : { name, form: build(least), count: least, steps }
}

const rowsWith = (more: ReadonlyArray<JsonObject>): JsonObject["fields"] =>
  fields.map((field) =>
    typeof field === "object" && field !== null && "slug" in field && field["slug"] === "rows"
      ? { ...field, fields: [...(Array.isArray(field["fields"]) ? field["fields"] : []), ...more] }
      : field
  )

const checksOf = (count: number, condition: string, message: string, about?: string) =>
  times(count, (index) => ({
    id: `c${index}`,
    check: condition,
    message,
    ...(about === undefined ? {} : { field: about })
  }))

/** One gadget, repeated in each expression and in as many rules as possible. */
const conditionForm = (condition: string, negated: boolean, chained: boolean): HostileForm | undefined => {
  const one = `(${condition})`
  const each = chained
    ? times(Math.max(1, Math.floor(EXPRESSION / condition.length)), () => `${one} == ${one}`).join(" && ")
    : one
  const whole = negated ? `!(${each})` : each
  const build: Build = (count) => ({ ...base, fields, checks: checksOf(count, whole, "No.") })
  return largest(`checks ${whole}`, build, MOST)
}

const rowForm = (condition: string, message: string): HostileForm | undefined =>
  largest(
    `checks of rows ${condition} saying ${message}`,
    (count) => ({ ...base, fields, checks: checksOf(count, condition, message, "rows.ra") }),
    MOST
  )

const formulaForm = (index: number, inRows: boolean): HostileForm | undefined => {
  const [formula, type] = formulas[index] ?? formulas[0]
  const made = (count: number) => times(count, (at) => ({ slug: `f${at}`, ...type, formula }))
  // Row formulas cannot go through their own list's rows while they belong to it.
  if (inRows && formula.includes("rows")) return undefined
  return largest(
    `${inRows ? "row " : ""}formulas ${formula} of ${JSON.stringify(type).slice(0, 60)}`,
    (count) => ({ ...base, fields: inRows ? (rowsWith(made(count)) ?? []) : [...fields, ...made(count)] }),
    MOST
  )
}

const messageForm = (message: string): HostileForm | undefined =>
  largest(
    `outcomes saying ${message}`,
    (count) => ({
      ...base,
      fields,
      outcomes: times(count, (index) => ({ id: `o${index}`, severity: "info", when: "true", message }))
    }),
    MOST
  )

/** Several gadgets at once. */
export const randomForm = (chance: Random): HostileForm | undefined => {
  const conditions = times(chance.whole(1, 3), () => chance.pick(ofForms))
  const joined = conditions.map((one) => `(${one})`).join(chance.pick([" && ", " || ", " == ", " != "]))
  const repeated = chance.whole(1, 6)
  const condition = times(repeated, () => `(${joined})`).join(chance.pick([" && ", " || ", " == "]))
  const message = chance.pick(messages)
  const row = chance.pick(ofRows)
  const [formula, type] = chance.pick(formulas)
  const kind = chance.whole(0, 4)
  const build: Build = (count) => {
    const computed = times(Math.ceil(count / 4), (at) => ({ slug: `f${at}`, ...type, formula }))
    const guarded = times(Math.ceil(count / 4), (at) => ({
      slug: `g${at}`,
      type: "integer",
      required: true,
      visibleWhen: condition
    }))
    return {
      ...base,
      fields: [...fields, ...(kind === 1 ? computed : []), ...(kind === 2 ? guarded : [])],
      checks: kind === 3 ? checksOf(count, row, message, "rows.ra") : checksOf(Math.ceil(count / 2), condition, message)
    }
  }
  return largest(
    `${["checks", "formulas", "visibility", "rows", "checks"][kind]} ${condition} / ${row} / ${formula} / ${message}`,
    build,
    MOST
  )
}

export const singles = (): ReadonlyArray<() => HostileForm | undefined> => [
  ...ofForms.flatMap((condition) => [
    () => conditionForm(condition, false, false),
    () => conditionForm(condition, false, true),
    () => conditionForm(condition, true, true)
  ]),
  ...ofRows.flatMap((condition) => messages.map((message) => () => rowForm(`!(${condition})`, message))),
  ...ofRows.map((condition) => () => rowForm(condition, "No.")),
  ...formulas.flatMap((_, index) => [() => formulaForm(index, false), () => formulaForm(index, true)]),
  ...messages.map((message) => () => messageForm(message))
]
