/** What was set, as it is sent: in the form's order, without unknown and computed fields, numbers read. */
import type { FillableField } from "@formwork/rules/FillableForm"
import { nested } from "@formwork/rules/groups"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject, LongNumber } from "@formwork/rules/LongNumber"

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** A typed number as JSON holds it. A text that is not a number is sent as it is, and has a problem. */
const sent = ({ type }: FillableField["field"], value: Json): Json => {
  if ((type !== "integer" && type !== "number") || typeof value !== "string" || !DECIMAL.test(value)) return value
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rules take one where JSON.parse would put a number
  return (LongNumber.of(value) as unknown as Json | undefined) ?? Number(value)
}

export const isRows = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)

const members = (
  fields: ReadonlyArray<FillableField>,
  data: JsonObject,
  isHidden: (slug: string) => boolean,
  rowsOf: (field: FillableField, rows: ReadonlyArray<Json>) => Json
): JsonObject =>
  Object.fromEntries(
    fields.flatMap((own): ReadonlyArray<readonly [string, Json]> => {
      const { slug, type } = own.field
      const value = Object.hasOwn(data, slug) ? data[slug] : undefined
      if (value === undefined || value === null || own.computed || isHidden(slug)) return []
      return [[slug, type === "list" && isRows(value) ? rowsOf(own, value) : sent(own.field, value)]]
    })
  )

/** @param data by the whole names of fields. @param hidden names as in `hiddenFields`; their values are left out. */
export const payloadOf = (
  fields: ReadonlyArray<FillableField>,
  data: JsonObject,
  hidden: ReadonlySet<string>
): JsonObject =>
  nested(
    members(
      fields,
      data,
      (slug) => hidden.has(slug),
      ({ field, rows: inRow }, rows) =>
        rows.map((row, index) =>
          isObject(row)
            ? members(
                inRow,
                row,
                (slug) => hidden.has(`${field.slug}[${index}].${slug}`),
                (_, value) => value
              )
            : row
        )
    )
  )

/** Writes JSON with each number as it was typed: `JSON.stringify` would round a long one. */
export const writeJson = (value: unknown): string => {
  if (value instanceof LongNumber) return value.literal
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
    .join(",")}}`
}
