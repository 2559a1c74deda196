/** Reads values from the JSON of a finished evaluation, for conditions and templates. No rule runs. */
import type { Field, ListField, RowField } from "../../Definition.ts"
import type { StoredValues } from "../../Evaluation.ts"
import type { Json, JsonObject } from "../../Json.ts"
import { isObject } from "../../LongNumber.ts"
import { flattened, groupsOf } from "../../values/groups.ts"
import type { Value } from "../../values/Value.ts"
import type { Frame, Row } from "./Frame.ts"
import { sentOf } from "./evaluationOrder.ts"

/** How fields are read; undefined leaves a field missing. */
export interface Selection {
  /** @param name the field's slug; `drivers.birthDate` of a field of a list's rows. */
  readonly value: (field: RowField, name: string) => ((json: Exclude<Json, null>) => Value) | undefined
  /** The most rows of a list that rules see: a longer list is missing. */
  readonly rows: (list: ListField) => number | undefined
}

type ReadField = (values: StoredValues, frame: Frame) => void

/** Makes the frame of an evaluation's values. */
export const frameReader = (
  fields: ReadonlyArray<Field>,
  selection: Selection
): ((values: StoredValues, today: number | null) => Frame) => {
  const readers = fields.flatMap(
    (field, slot) =>
      (field.type === "list" ? listReader(field, slot, selection) : scalarReader(field, slot, selection)) ?? []
  )
  const groups = groupsOf(fields.map(({ slug }) => slug))
  return ({ calculatedData, data }, today) => {
    const values = { data: flattened(groups, data).data, calculatedData: flattened(groups, calculatedData).data }
    const frame: Frame = {
      today,
      form: fields.map(() => null),
      lists: fields.map(() => null),
      row: [],
      each: []
    }
    for (const read of readers) read(values, frame)
    return frame
  }
}

const scalarReader = (field: RowField, slot: number, selection: Selection): ReadField | undefined => {
  const value = valueReader(field, field.slug, selection)
  return (
    value &&
    (({ calculatedData, data }, frame) => {
      frame.form[slot] = value(data, calculatedData)
    })
  )
}

const listReader = (list: ListField, slot: number, selection: Selection): ReadField | undefined => {
  const most = selection.rows(list)
  if (most === undefined) return undefined
  const columns = list.fields.map((field) => valueReader(field, `${list.slug}.${field.slug}`, selection) ?? missing)
  return ({ calculatedData, data }, frame) => {
    const [sent, computed] = [rowsOf(data, list.slug), rowsOf(calculatedData, list.slug)]
    if (sent === undefined || sent.length > most) return
    frame.lists[slot] = sent.map((row, index): Row => {
      const [given, worked] = [objectOf(row), objectOf(computed?.[index])]
      const values = columns.map((value) => value(given, worked))
      values.push(BigInt(index + 1))
      return values
    })
  }
}

const valueReader = (field: RowField, name: string, { value }: Selection) => {
  const read = value(field, name)
  if (read === undefined) return undefined
  const { formula, slug } = field
  return (data: JsonObject, calculatedData: JsonObject): Value => {
    const json = sentOf(formula === undefined ? data : calculatedData, slug)
    return json === undefined || json === null ? null : read(json)
  }
}

const missing = (): Value => null

const nothing: JsonObject = {}

const objectOf = (json: Json | undefined): JsonObject => (json !== undefined && isObject(json) ? json : nothing)

const rowsOf = (values: JsonObject, slug: string): ReadonlyArray<Json> | undefined => {
  const rows = sentOf(values, slug)
  return Array.isArray(rows) ? rows : undefined
}
