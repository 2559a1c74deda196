/** What is left of an answer for callers who may not see a form's internal fields (docs/decisions/0256). */
import type { Field } from "./Definition.ts"
import type { EvaluationResult, Outcome, Problem } from "./Evaluation.ts"
import type { Json, JsonObject } from "./Json.ts"
import { flatOf, nested } from "./values/groups.ts"
import { en } from "./words/en.ts"
import { say, unplaced } from "./words/UnplacedProblem.ts"
import type { Words } from "./words/Words.ts"

/** Names of internal fields: of the form's own, and of each list's rows. */
export interface InternalFields {
  readonly own: ReadonlySet<string>
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>
  /** Lists whose computed fields are all internal: without them such a list is not among the computed values. */
  readonly emptied: ReadonlySet<string>
  /** In which a problem of theirs is said. */
  readonly words: Words
}

const namesOf = (fields: ReadonlyArray<Field>): ReadonlySet<string> =>
  new Set(fields.flatMap(({ internal, slug }) => (internal === true ? [slug] : [])))

/** The internal fields of a form; undefined where it has none. */
export const internalFieldsOf = (fields: ReadonlyArray<Field>, words: Words = en): InternalFields | undefined => {
  const own = namesOf(fields)
  const rows = new Map(
    fields.flatMap((field) => {
      const names = field.type === "list" ? namesOf(field.fields) : new Set<string>()
      return names.size === 0 ? [] : [[field.slug, names] as const]
    })
  )
  const emptied = fields.flatMap((field) =>
    field.type === "list" && field.fields.every(({ formula, internal }) => formula === undefined || internal === true)
      ? [field.slug]
      : []
  )
  return own.size === 0 && rows.size === 0 ? undefined : { own, rows, emptied: new Set(emptied), words }
}

/** Those of both. */
export const eitherInternal = (
  one: InternalFields | undefined,
  other: InternalFields | undefined
): InternalFields | undefined => {
  if (one === undefined || other === undefined || one === other) return one ?? other
  const lists = new Set([...one.rows.keys(), ...other.rows.keys()])
  return {
    own: new Set([...one.own, ...other.own]),
    rows: new Map(
      [...lists].map((list) => [list, new Set([...(one.rows.get(list) ?? []), ...(other.rows.get(list) ?? [])])])
    ),
    emptied: new Set([...one.emptied, ...other.emptied]),
    words: one.words
  }
}

/** The fields that callers see. A list stays, without the internal fields of its rows. */
export const publicFields = (
  fields: ReadonlyArray<Field>,
  internal: InternalFields | undefined
): ReadonlyArray<Field> => {
  if (internal === undefined) return fields
  return fields
    .filter(({ slug }) => !internal.own.has(slug))
    .map((field) => {
      const rows = internal.rows.get(field.slug)
      return rows === undefined || field.type !== "list"
        ? field
        : { ...field, fields: field.fields.filter(({ slug }) => !rows.has(slug)) }
    })
}

/** What is kept of a submission's values. */
interface Shown {
  readonly calculatedData: JsonObject
  readonly hiddenFields: ReadonlyArray<string>
  readonly outcomes: ReadonlyArray<Outcome>
}

const without = (values: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const rowsWithout = (rows: Json, names: ReadonlySet<string>): ReadonlyArray<Json> => {
  const entries: ReadonlyArray<Json> = Array.isArray(rows) ? rows : []
  return entries.map((row) => (isObject(row) ? without(row, names) : row))
}

const isEmpty = (row: Json): boolean => isObject(row) && Object.keys(row).length === 0

const calculatedWithout = (values: JsonObject, { emptied, own, rows }: InternalFields): JsonObject => {
  const kept: Record<string, Json> = {}
  for (const [name, value] of Object.entries(flatOf(values))) {
    if (own.has(name)) continue
    const names = rows.get(name)
    const left = names === undefined ? value : rowsWithout(value, names)
    if (!(Array.isArray(left) && emptied.has(name) && left.every(isEmpty))) kept[name] = left
  }
  return nested(kept)
}

/** `score`, `drivers[1].score`. */
const isInternal =
  ({ own, rows }: InternalFields) =>
  (place: string): boolean => {
    if (own.has(place)) return true
    const [, list = "", field = ""] = /^([\w.]+)\[\d+\]\.(\w+)$/.exec(place) ?? []
    return rows.get(list)?.has(field) === true
  }

/** What callers are told of a computed value that does not fit its own field, where the field is internal. */
const concealed = ({ words }: InternalFields): Problem => {
  const { code, message } = say(words, unplaced("rule/internal", {}))
  return { field: "", message, code, pointer: "/data" }
}

const problemsWithout = (problems: ReadonlyArray<Problem>, internal: InternalFields): ReadonlyArray<Problem> => {
  const is = isInternal(internal)
  // A name that the form does not know is the caller's own.
  const own = (problem: Problem): boolean => problem.code !== "unknown_field" && is(problem.field)
  const first = problems.findIndex(own)
  return problems.flatMap((problem, index) =>
    own(problem) ? (index === first ? [concealed(internal)] : []) : [problem]
  )
}

/** Stored values without those of internal fields. An outcome about a field that became internal stays, and says no longer where it is. */
export const shownWithout = <S extends Shown>(shown: S, internal: InternalFields | undefined): S => {
  if (internal === undefined) return shown
  const is = isInternal(internal)
  return {
    ...shown,
    calculatedData: calculatedWithout(shown.calculatedData, internal),
    hiddenFields: shown.hiddenFields.filter((place) => !is(place)),
    outcomes: shown.outcomes.map(({ field, pointer, ...outcome }) =>
      field === undefined || pointer === undefined || is(field) ? outcome : { ...outcome, field, pointer }
    )
  }
}

const optionsWithout = (
  { hiddenOptions }: EvaluationResult,
  internal: InternalFields
): Pick<EvaluationResult, "hiddenOptions"> => {
  if (hiddenOptions === undefined) return {}
  const is = isInternal(internal)
  return { hiddenOptions: Object.fromEntries(Object.entries(hiddenOptions).filter(([place]) => !is(place))) }
}

/**
 * An evaluation without what tells of internal fields: their values, that they are hidden, and which of them has a problem. `valid` stays,
 * so an internal problem is shown as one of the whole form.
 */
export const resultWithout = <E extends EvaluationResult>(evaluation: E, internal: InternalFields | undefined): E =>
  internal === undefined
    ? evaluation
    : {
        ...shownWithout(evaluation, internal),
        ...optionsWithout(evaluation, internal),
        problems: problemsWithout(evaluation.problems, internal)
      }
