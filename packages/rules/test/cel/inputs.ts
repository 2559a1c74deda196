/** Fields and payload for the names that a CEL test binds. */
import type { Json, JsonObject } from "../../src/Json.ts"
import { type CelTest, record } from "./CelTest.ts"
import type { Inputs } from "./Outcome.ts"

const types = new Map<string, JsonObject>([
  ["int64Value", { type: "integer" }],
  ["uint64Value", { type: "integer" }],
  ["doubleValue", { type: "number", decimals: 6 }],
  ["boolValue", { type: "boolean" }],
  ["stringValue", { type: "text" }],
  ["nullValue", { type: "text" }]
])

const typeOf = (value: Json): JsonObject =>
  typeof value === "string"
    ? { type: "text" }
    : typeof value === "boolean"
      ? { type: "boolean" }
      : { type: "number", decimals: 6 }

/** A list of values is a list of rows with one field, `value`. Undefined where they are of several kinds, or lists themselves. */
export const rowsField = (slug: string, values: ReadonlyArray<Json>): Inputs | undefined => {
  const kinds = new Set(values.map((value) => (Array.isArray(value) ? "list" : typeof value)))
  if (kinds.size > 1 || kinds.has("list") || kinds.has("object")) return undefined
  const fields = [{ slug: "value", ...typeOf(values[0] ?? 0) }]
  return {
    fields: [{ slug, type: "list", maxItems: 50, fields }],
    data: { [slug]: values.map((value) => ({ value })) }
  }
}

const scalar = (bound: JsonObject): Json | undefined => {
  const [kind = ""] = Object.keys(bound)
  const held = bound[kind] ?? null
  if (!types.has(kind)) return undefined
  return kind === "int64Value" || kind === "uint64Value" ? Number(held) : held
}

const listed = (slug: string, bound: JsonObject): Inputs | undefined => {
  const { values } = record(bound["listValue"])
  const all: ReadonlyArray<Json> = Array.isArray(values) ? values : []
  const scalars = all.map((one) => scalar(record(one)))
  const known = scalars.filter((value) => value !== undefined)
  return known.length === scalars.length ? rowsField(slug, known) : undefined
}

/** Several inputs as one. */
export const together = (all: ReadonlyArray<Inputs>): Inputs => ({
  fields: all.flatMap(({ fields }) => fields),
  data: Object.assign({}, ...all.map(({ data }) => data))
})

/** What can be bound here: numbers, texts, conditions, nothing, and lists of one of them. The rest has no field that could hold it. */
export const inputsOf = ({ bindings }: CelTest): Inputs =>
  together(
    [...bindings].flatMap(([slug, bound]) => {
      if ("listValue" in bound) return listed(slug, bound) ?? []
      const [kind = ""] = Object.keys(bound)
      const type = types.get(kind)
      const value = scalar(bound)
      return type === undefined || value === undefined ? [] : { fields: [{ slug, ...type }], data: { [slug]: value } }
    })
  )
