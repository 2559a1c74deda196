/** A condition of the rule language over values that were stored: what a list of submissions is narrowed by. */
import * as Result from "effect/Result"
import type { CheckedForm } from "./tree/CheckedForm.ts"
import { compiler } from "./run/closures/backEnd.ts"
import type { Frame, Row } from "./run/closures/Frame.ts"
import { sentOf } from "./run/closures/steps.ts"
import type { Field, ListField, RowField } from "./Definition.ts"
import { checkCondition } from "./check/expressions/checkExpression.ts"
import { costOf } from "./check/expressions/cost.ts"
import { type Name, vertex } from "./check/expressions/Scope.ts"
import type { ExpressionFault } from "./language/Syntax.ts"
import type { Json, JsonObject } from "./Json.ts"
import { defaultLimits, type Limits } from "./Limits.ts"
import { isObject } from "./LongNumber.ts"
import { decoderOf, isTrouble } from "./run/payload/decode.ts"
import { parseDate } from "./values/civil.ts"
import { freshHints } from "./values/nearest.ts"
import type { Value } from "./values/Value.ts"

/** What an evaluation stored: hidden fields are in neither, computed ones in the second alone. */
export interface Stored {
  readonly data: JsonObject
  readonly calculatedData: JsonObject
}

export interface Condition {
  /** What looking at one submission takes at worst, as publishing weighs rules (`Limits.steps`). */
  readonly steps: number
  /**
   * Whether the condition is true of what was stored; not where it is missing. Nothing is computed again: a computed field is
   * what it was. A value that the form of today cannot read, because it was stored with another version, is missing.
   * @param today `YYYY-MM-DD`.
   */
  readonly holds: (stored: Stored, today: string) => boolean
}

/**
 * Makes a condition over the fields of `form` ready to run.
 * @param source an expression that is true or false, as in `visibleWhen`; untrusted.
 * @returns the condition, or every fault with its range in `source`.
 */
export const compileCondition = (
  { definition: { fields } }: CheckedForm,
  source: string,
  limits: Partial<Limits> = {}
): Result.Result<Condition, ReadonlyArray<ExpressionFault>> => {
  freshHints()
  const allowed = { ...defaultLimits, ...limits }
  const names = namesOf(fields)
  const { faults, reads, tree } = checkCondition(source, { fields: names, own: undefined }, allowed, "A condition is")
  if (tree === undefined) return Result.fail(faults)
  const steps = costOf(tree, (slot) => maxItemsOf(fields[slot]))
  if (steps > allowed.steps) return Result.fail([tooCostly(source, steps, allowed.steps)])
  const readers = fields.flatMap((field, slot) => readerOf(names, field, slot, reads) ?? [])
  const run = compiler.boolean(tree)
  return Result.succeed({
    steps,
    holds: (stored, today) => {
      const frame: Frame = {
        today: parseDate(today),
        form: fields.map(() => null),
        lists: fields.map(() => null),
        row: [],
        each: []
      }
      for (const read of readers) read(stored, frame)
      return run(frame) === true
    }
  })
}

const namesOf = (fields: ReadonlyArray<Field>): ReadonlyMap<string, Name> =>
  new Map(
    fields.map((field, slot) => [
      field.slug,
      { slug: field.slug, slot, field, rows: field.type === "list" ? namesOf(field.fields) : new Map<string, Name>() }
    ])
  )

const maxItemsOf = (field: Field | undefined): number => (field?.type === "list" ? field.maxItems : 0)

const tooCostly = (source: string, steps: number, most: number): ExpressionFault => ({
  message: `This condition may take ${steps} steps for one submission, and ${most} are allowed.`,
  range: { start: 0, end: source.length }
})

type Reader = (stored: Stored, frame: Frame) => void

/** Puts a field where rules look for it; undefined of a field that the condition does not read. */
const readerOf = (
  names: ReadonlyMap<string, Name>,
  field: Field,
  slot: number,
  reads: ReadonlySet<string>
): Reader | undefined => {
  if (field.type === "list") return listReader(names, field, slot, reads)
  if (!reads.has(field.slug)) return undefined
  const value = valueOf(field)
  return (stored, frame) => {
    frame.form[slot] = value(stored.data, stored.calculatedData)
  }
}

const listReader = (
  names: ReadonlyMap<string, Name>,
  list: ListField,
  slot: number,
  reads: ReadonlySet<string>
): Reader | undefined => {
  const name = names.get(list.slug)
  const wanted = list.fields.map((field) => {
    const row = name?.rows.get(field.slug)
    return row !== undefined && reads.has(vertex(row, name)) ? valueOf(field) : () => null
  })
  if (!reads.has(list.slug) && ![...reads].some((read) => read.startsWith(`${list.slug}.`))) return undefined
  return ({ calculatedData, data }, frame) => {
    const [sent, computed] = [rowsOf(data, list.slug), rowsOf(calculatedData, list.slug)]
    if (sent === undefined) return
    frame.lists[slot] = sent.map((row, index): Row => {
      const [given, worked] = [objectOf(row), objectOf(computed?.[index])]
      return wanted.map((value) => value(given, worked))
    })
  }
}

const nothing: JsonObject = {}

const objectOf = (json: Json | undefined): JsonObject => (json !== undefined && isObject(json) ? json : nothing)

const rowsOf = (values: JsonObject, slug: string): ReadonlyArray<Json> | undefined => {
  const rows = sentOf(values, slug)
  return Array.isArray(rows) ? rows : undefined
}

const valueOf = (field: RowField): ((data: JsonObject, calculatedData: JsonObject) => Value) => {
  const decode = decoderOf(field)
  const computed = field.formula !== undefined
  return (data, calculatedData) => {
    const json = sentOf(computed ? calculatedData : data, field.slug)
    if (json === undefined || json === null) return null
    const decoded = decode(json)
    return isTrouble(decoded) ? null : decoded.value
  }
}
