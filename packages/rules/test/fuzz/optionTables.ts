/** Moves the options of some choices into tables, which means the same. */
import type { Json, JsonObject } from "../../src/Json.ts"
import { isObject } from "../../src/LongNumber.ts"
import type { Random } from "./Random.ts"

const keys: Json = [
  { name: "code", type: "text" },
  { name: "number", type: "integer" }
]
const values: Json = [{ name: "label", type: "text" }]

/** A row for each option, and now and then a second one, or one without a code. */
const rowsOf = (random: Random, options: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  options.filter(isObject).flatMap((option, index): ReadonlyArray<Json> => {
    const row = (number: number): Json => [option["value"] ?? "", number, option["label"] ?? null]
    return [
      ...(random.once(6) ? [["*", index, "nobody's"]] : []),
      row(1000 + index),
      ...(random.once(4) ? [row(2000 + index)] : [])
    ]
  })

const hasConditions = (options: ReadonlyArray<Json>): boolean =>
  options.some((option) => isObject(option) && option["when"] !== undefined)

export const withOptionTables = (random: Random, definition: JsonObject): JsonObject => {
  const tables: Record<string, Json> = {}
  const moved = (field: Json): Json => {
    if (!isObject(field)) return field
    const { fields, options, ...others } = field
    if (Array.isArray(fields)) return { ...field, fields: fields.map(moved) }
    if (!Array.isArray(options) || !random.once(4) || field["attributes"] !== undefined || hasConditions(options))
      return field
    const table = `options${Object.keys(tables).length}`
    tables[table] = { keys, values, rows: rowsOf(random, options) }
    return { ...others, optionsFrom: { table, value: "code", label: "label" } }
  }
  const { fields } = definition
  const all: Json = Array.isArray(fields) ? fields.map(moved) : []
  const own = definition["tables"]
  return { ...definition, tables: { ...(isObject(own) ? own : {}), ...tables }, fields: all }
}
