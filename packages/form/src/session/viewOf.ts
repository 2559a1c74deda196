/** The view of a place, out of one evaluation. */
import type { ChoiceField, Extensions, Field, Option } from "@formwork/rules/Definition"
import { lenient, type Outcome, type Problem } from "@formwork/rules/Evaluation"
import type { FillableField, FillableForm, Filling } from "@formwork/rules/FillableForm"
import { valueIn } from "@formwork/rules/groups"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject, LongNumber } from "@formwork/rules/LongNumber"
import type { FieldLimits, FieldView, FormView } from "../FieldView.ts"
import { type Filled, keyOf, keysOf, ownOf, valueAt } from "./Filled.ts"
import { type Fields, nameOf, type Place, placeOf } from "./Place.ts"
import { pagesOf, pointersOf } from "./pagesOf.ts"
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
  /** The outcomes about fields, by their pointer. */
  readonly raised: ReadonlyMap<string, ReadonlyArray<Outcome>>
  readonly form: FormView
}

/** Of a list that is only read, the fields of its rows are too. */
const isReadOnly = ({ inRow, top }: Place): boolean => top.field.readOnly === true || inRow?.field.readOnly === true

const noNames: ReadonlySet<string> = new Set()

/**
 * Before the attempt: problems of places that were left. What a person cannot leave, the form as a whole and fields that they only read, shows its
 * problems once any place was left.
 */
const seenOf = (filled: Filled, fields: Fields, problems: ReadonlyArray<Problem>): ReadonlyArray<Problem> => {
  if (filled.attempted) return problems
  const left = new Set(filled.left)
  const tried = new Set(filled.tried)
  return problems.filter(({ code, pointer }) => {
    const place = placeOf(fields, pointer.slice("/data".length))
    if (place !== undefined && tried.has(place.top.field.slug)) return true
    if (code === "required") return false
    if (place === undefined || (place.inRow ?? place.top).computed || isReadOnly(place)) return left.size > 0
    const key = keyOf(filled, place)
    return key !== undefined && left.has(key)
  })
}

const byPointer = <At extends { readonly pointer?: string }>(
  all: ReadonlyArray<At>
): ReadonlyMap<string, ReadonlyArray<At>> => {
  const found = new Map<string, Array<At>>()
  for (const one of all) {
    if (one.pointer === undefined) continue
    const pointer = one.pointer.slice("/data".length)
    const others = found.get(pointer)
    if (others === undefined) found.set(pointer, [one])
    else others.push(one)
  }
  return found
}

export const evaluated = (form: FillableForm, fields: Fields, filled: Filled, today: string): Evaluated => {
  const filling = form.fill(payloadOf(form.fields, filled.data, noNames), today)
  const { missing, problems: wrong } = lenient(filling)
  const seen = seenOf(filled, fields, filling.problems)
  const hidden = new Set(filling.hiddenFields)
  const { outcomes, valid } = filling
  return {
    filled,
    filling,
    payload: payloadOf(form.fields, filled.data, hidden),
    hidden,
    required: new Set(filling.requiredFields),
    seen: byPointer(seen),
    raised: byPointer(outcomes),
    form: {
      fields: pointersOf(form),
      pages: pagesOf(form, hidden),
      extensions: form.extensions,
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

const limitNames = [
  "min",
  "max",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "decimals",
  "currency",
  "maxBytes",
  "mediaTypes"
] as const

/** Without a `maxLength` in the definition a field has the engine's own limit, and so it states one too. */
const limitsOf = (field: Field): FieldLimits =>
  Object.fromEntries(
    limitNames.flatMap((name) =>
      name in field ? [[name, Object.entries(field).find(([own]) => own === name)?.[1]]] : []
    )
  )

/** What of a view the definition says alone. */
type Static = Pick<
  FieldView,
  | "description"
  | "extensions"
  | "fields"
  | "hint"
  | "label"
  | "limits"
  | "notOffered"
  | "options"
  | "placeholder"
  | "readOnly"
  | "type"
  | "unit"
>

const noOptions: ReadonlyArray<Option> = []

/** Conditions and attributes are for rules. */
const shownOption = (option: Option): Option => {
  if (option.when === undefined && option.attributes === undefined) return option
  const { extensions, label, value } = option
  return { value, label, ...(extensions === undefined ? {} : { extensions }) }
}

/** Those of a table have neither, and may be very many: their list is the table's. */
const shownOptions = ({ options, optionsFrom }: ChoiceField): ReadonlyArray<Option> =>
  optionsFrom === undefined ? options.map(shownOption) : options

const noExtensions: Extensions = {}

const statics = new WeakMap<Field, Static>()

const staticOf = (field: Field): Static => {
  const { description, extensions = noExtensions, hint, label, placeholder, type, unit } = field
  const known = statics.get(field) ?? {
    type,
    label,
    description,
    hint,
    placeholder,
    unit,
    readOnly: field.readOnly === true,
    extensions,
    limits: limitsOf(field),
    options: "options" in field ? shownOptions(field) : noOptions,
    notOffered: noOptions,
    fields: field.type === "list" ? field.fields.map(({ slug }) => slug) : []
  }
  statics.set(field, known)
  return known
}

const computedAt = (calculated: JsonObject, { inRow, row, top }: Place): Json => {
  const own = valueIn(calculated, top.field.slug) ?? null
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

const ownOptions = ({ hiddenOptions }: Filling, name: string): ReadonlyArray<string> | undefined =>
  hiddenOptions !== undefined && Object.hasOwn(hiddenOptions, name) ? hiddenOptions[name] : undefined

/** The options of a place, of which some are not offered. */
const offeredOf = (
  { options }: Static,
  hidden: ReadonlyArray<string> | undefined,
  value: Json | undefined
): Pick<FieldView, "notOffered" | "options"> | undefined => {
  if (hidden === undefined) return undefined
  const chosen: ReadonlyArray<Json | undefined> = Array.isArray(value) ? value : [value]
  const refused = new Set(hidden)
  const isHidden = ({ value: own }: Option): boolean => refused.has(own)
  return {
    options: options.filter((option) => !isHidden(option) || chosen.includes(option.value)),
    notOffered: options.filter((option) => isHidden(option) && chosen.includes(option.value))
  }
}

const none: ReadonlyArray<never> = []
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
    one.hint === other.hint &&
    one.placeholder === other.placeholder &&
    one.unit === other.unit &&
    one.readOnly === other.readOnly &&
    same(one.extensions, other.extensions) &&
    one.pointer === other.pointer &&
    same(one.value, other.value) &&
    same(one.problems, other.problems) &&
    same(one.outcomes, other.outcomes) &&
    same(one.rows, other.rows) &&
    same(one.fields, other.fields) &&
    same(one.ownWords, other.ownWords) &&
    same(one.options, other.options) &&
    same(one.notOffered, other.notOffered) &&
    same(one.limits, other.limits))

/** @returns undefined for a row that is not there. */
export const viewOf = (now: Evaluated, place: Place, why: FieldView["why"]): FieldView | undefined => {
  const { hidden, raised, required, seen } = now
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
    outcomes: raised.get(pointer) ?? none,
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
      hint: undefined,
      placeholder: undefined,
      unit: undefined,
      readOnly: top.field.readOnly === true,
      extensions: noExtensions,
      limits: {},
      options: noOptions,
      notOffered: noOptions,
      fields: [],
      computed: false,
      required: false,
      value: undefined
    }
  }
  const known = staticOf(own.field)
  // The rows have views of their own.
  const value = own.field.type === "list" && isRows(valueAt(now.filled, place)) ? undefined : valueOf(now, place, own)
  return {
    ...shared,
    ...known,
    ...offeredOf(known, ownOptions(now.filling, name), value),
    readOnly: isReadOnly(place),
    computed: own.computed,
    ownWords: own.ownWords,
    fileSentences: own.fileSentences,
    required: required.has(name),
    value
  }
}
