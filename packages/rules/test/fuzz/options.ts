/** Random options: their attributes, the conditions on which they are offered, and expressions that read them. */
import type { Json } from "../../src/Json.ts"
import type { FormField, FormOption } from "../oracle/Form.ts"
import { type Expression, namesOf, type Readable, whole } from "./Expression.ts"
import type { Draft } from "./places.ts"
import type { Random } from "./Random.ts"
import { present } from "../present.ts"

const options: ReadonlyArray<FormOption> = [
  { value: "comp", label: "Comprehensive" },
  { value: "tpo" },
  { value: "it's", label: "{odd} label" },
  { value: "__proto__", label: "A name" },
  { value: "ab" }
]

type Kind = "number" | "text" | "date" | "boolean"

interface Attribute {
  readonly name: string
  readonly type: string
  readonly decimals?: number
  readonly kind: Kind
  readonly cells: ReadonlyArray<Json>
}

const attributes: ReadonlyArray<Attribute> = [
  { name: "score", type: "integer", kind: "number", cells: [0, 3, -2, "10", 999_999] },
  { name: "price", type: "number", decimals: 2, kind: "number", cells: ["12.50", 0.1, 7, "-0.05"] },
  { name: "constructor", type: "text", kind: "text", cells: ["a", "comp", "", "é"] },
  { name: "until", type: "date", kind: "date", cells: ["2024-02-29", "2000-01-01"] },
  { name: "flag", type: "boolean", kind: "boolean", cells: [true, false] }
]

export const someOptions = (random: Random, field: Draft): void => {
  const own = random.once(4) ? [] : random.shuffled(attributes).slice(0, random.whole(1, 4))
  if (own.length > 0)
    field.attributes = own.map(({ decimals, name, type }) => ({
      name,
      type,
      ...(decimals === undefined ? {} : { decimals })
    }))
  field.options = options.slice(0, random.whole(1, options.length)).map((option) => ({
    ...option,
    ...Object.fromEntries(own.flatMap(({ cells, name }) => (random.once(4) ? [] : [[name, random.pick(cells)]])))
  }))
}

/** Offers some of the options on conditions. */
export const addConditions = (random: Random, field: Draft, condition: () => string): void => {
  if (field.options === undefined || !random.once(4)) return
  field.options = field.options.map((option) => (random.once(2) ? { ...option, when: condition() } : option))
}

const kindOf = (name: string): Kind => present(attributes.find((attribute) => attribute.name === name)).kind

/** An attribute of the kind; undefined where no option has one. */
export const attributeIn = (readable: Readable, kind: Kind): Expression | undefined => {
  const all = namesOf(readable, ({ type }) => type === "choice").flatMap(({ field, text }) =>
    (field.attributes ?? []).filter(({ name }) => kindOf(name) === kind).map((attribute) => ({ attribute, text }))
  )
  if (all.length === 0) return undefined
  const { attribute, text } = readable.random.pick(all)
  const scale = kind !== "number" || attribute.type === "integer" ? 0 : (attribute.decimals ?? 6)
  return whole(`${text}.${attribute.name}`, scale)
}

/** The label of an option. */
export const labelIn = (readable: Readable): Expression | undefined => {
  const all = namesOf(readable, ({ type }) => type === "choice")
  return all.length === 0 ? undefined : whole(`label(${readable.random.pick(all).text})`)
}

/** Fields with several options, as rows for list functions. */
export const asRows = (fields: ReadonlyArray<FormField>): Readable["lists"] =>
  fields.filter(({ type }) => type === "choices").map((field) => ({ slug: field.slug, fields: [], choice: field }))
