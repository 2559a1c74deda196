/** The view of a place, out of one evaluation. */
import type { Field } from "@formwork/rules/Definition"
import { lenient, type Problem } from "@formwork/rules/Evaluation"
import type { FillableField, FillableForm, Filling } from "@formwork/rules/FillableForm"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject, LongNumber } from "@formwork/rules/LongNumber"
import type { FieldLimits, FieldView, FormView } from "../FieldView.ts"
import { type Filled, keyOf, keysOf, ownOf, valueAt } from "./Filled.ts"
import { type Fields, nameOf, type Place, placeOf } from "./Place.ts"
import { isRows, payloadOf } from "./payloadOf.ts"
import { same } from "./same.ts"

/** One evaluation, ready to be looked up. */
export interface Evaluated {
  readonly filled: Filled
  readonly filling: Filling
  readonly payload: JsonObject
  readonly hidden: ReadonlySet<string>
  readonly required: ReadonlySet<string>
  /** The problems to be seen, by their pointer. */
  readonly seen: ReadonlyMap<string, ReadonlyArray<Problem>>
  readonly form: FormView
}

const noNames: ReadonlySet<string> = new Set()

const pointers = new WeakMap<ReadonlyArray<FillableField>, ReadonlyArray<string>>()

/** The same list for the same fields: that they did not change is seen without looking at each. */
const pointersOf = (fields: ReadonlyArray<FillableField>): ReadonlyArray<string> => {
  const known = pointers.get(fields) ?? fields.map(({ field }) => `/${field.slug}`)
  pointers.set(fields, known)
  return known
}

/**
 * Before the attempt: problems of places that were left. What a person cannot leave, the form as a whole and computed fields, shows its
 * problems once any place was left.
 */
const seenOf = (filled: Filled, fields: Fields, problems: ReadonlyArray<Problem>): ReadonlyArray<Problem> => {
  if (filled.attempted) return problems
  const left = new Set(filled.left)
  return problems.filter(({ pointer }) => {
    const place = placeOf(fields, pointer.slice("/data".length))
    if (place === undefined || (place.inRow ?? place.top).computed) return left.size > 0
    const key = keyOf(filled, place)
    return key !== undefined && left.has(key)
  })
}

export const evaluated = (form: FillableForm, fields: Fields, filled: Filled, today: string): Evaluated => {
  const filling = form.fill(payloadOf(form.fields, filled.data, noNames), today)
  const { missing, problems: wrong } = lenient(filling)
  const seen = seenOf(filled, fields, filled.attempted ? filling.problems : wrong)
  const byPointer = new Map<string, Array<Problem>>()
  for (const problem of seen) {
    const pointer = problem.pointer.slice("/data".length)
    const others = byPointer.get(pointer)
    if (others === undefined) byPointer.set(pointer, [problem])
    else others.push(problem)
  }
  const hidden = new Set(filling.hiddenFields)
  const { outcomes, valid } = filling
  return {
    filled,
    filling,
    payload: payloadOf(form.fields, filled.data, hidden),
    hidden,
    required: new Set(filling.requiredFields),
    seen: byPointer,
    form: {
      fields: pointersOf(form.fields),
      requires: filling.requiredFields.length > 0,
      attempted: filled.attempted,
      valid,
      missing,
      wrong,
      problems: seen,
      outcomes
    }
  }
}

const limitNames = ["min", "max", "minLength", "maxLength", "minItems", "maxItems", "decimals", "currency"] as const

/** Without a `maxLength` in the definition a field has the engine's own limit, and so it states one too. */
const limitsOf = (field: Field): FieldLimits =>
  Object.fromEntries(
    limitNames.flatMap((name) =>
      name in field ? [[name, Object.entries(field).find(([own]) => own === name)?.[1]]] : []
    )
  )

/** What of a view the definition says alone. */
type Static = Pick<FieldView, "description" | "fields" | "label" | "limits" | "options" | "type">

const statics = new WeakMap<Field, Static>()

const staticOf = (field: Field): Static => {
  const { description, label, type } = field
  const known = statics.get(field) ?? {
    type,
    label,
    description,
    limits: limitsOf(field),
    options: "options" in field ? field.options : [],
    fields: field.type === "list" ? field.fields.map(({ slug }) => slug) : []
  }
  statics.set(field, known)
  return known
}

const computedAt = (calculated: JsonObject, { inRow, row, top }: Place): Json => {
  const own = ownOf(calculated, top.field.slug) ?? null
  if (row === undefined || inRow === undefined) return own
  const values = isRows(own) ? own[row] : undefined
  return isObject(values) ? (ownOf(values, inRow.field.slug) ?? null) : null
}

const valueOf = ({ filled, filling }: Evaluated, place: Place, { computed }: FillableField): Json | undefined => {
  if (computed) return computedAt(filling.calculatedData, place)
  const value: unknown = valueAt(filled, place)
  // A long number came with the data that the session was opened with.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- anything else came in as JSON
  return value instanceof LongNumber ? value.literal : (value as Json | undefined)
}

const none: ReadonlyArray<Problem> = []
const noRows: ReadonlyArray<string> = []

/** Whether two views of one place are alike. What the definition says alone is mostly the same object, and is compared only where it is not. */
export const sameView = (one: FieldView | undefined, other: FieldView | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.type === other.type &&
    one.shown === other.shown &&
    one.required === other.required &&
    one.computed === other.computed &&
    one.label === other.label &&
    one.description === other.description &&
    one.pointer === other.pointer &&
    same(one.value, other.value) &&
    same(one.problems, other.problems) &&
    same(one.rows, other.rows) &&
    same(one.fields, other.fields) &&
    same(one.ownWords, other.ownWords) &&
    same(one.options, other.options) &&
    same(one.limits, other.limits))

/** @returns undefined for a row that is not there. */
export const viewOf = (now: Evaluated, place: Place, why: FieldView["why"]): FieldView | undefined => {
  const { hidden, required, seen } = now
  const { inRow, pointer, row, top } = place
  const keys = keysOf(now.filled, top.field.slug)
  if (row !== undefined && row >= keys.length) return undefined
  const own = inRow ?? top
  const isRow = row !== undefined && inRow === undefined
  const problems = seen.get(pointer) ?? none
  const name = nameOf(place)
  const shared = {
    pointer,
    shown: !hidden.has(top.field.slug) && !hidden.has(name),
    problem: problems[0],
    problems,
    rows: row === undefined ? keys : noRows,
    why
  }
  if (isRow) {
    const { label } = top.field
    return {
      ...shared,
      type: "row",
      label,
      // Of its list's sentences the one for rows that are alike stands at a row.
      ownWords: top.ownWords.filter((code) => code === "unique"),
      description: undefined,
      limits: {},
      options: [],
      fields: [],
      computed: false,
      required: false,
      value: undefined
    }
  }
  return {
    ...shared,
    ...staticOf(own.field),
    computed: own.computed,
    ownWords: own.ownWords,
    required: required.has(name),
    // The rows have views of their own.
    value: own.field.type === "list" && isRows(valueAt(now.filled, place)) ? undefined : valueOf(now, place, own)
  }
}
