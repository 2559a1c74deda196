/** What a schema says, in parts that are shown: its type, its limits and what is in it. A reference is followed where it is opened. */
import { listOf, membersOf, own, textOf } from "./json.ts"
import type { Schema, Schemas } from "./Operation.ts"

/** A type in parts: the words between them are the language's. */
export type Type =
  | { readonly kind: "plain"; readonly name: string }
  | { readonly kind: "values"; readonly values: ReadonlyArray<string> }
  | { readonly kind: "array"; readonly of: Type }
  | { readonly kind: "either"; readonly types: ReadonlyArray<Type> }
  | { readonly kind: "any" }

export interface Member {
  /** Undefined: another name of any kind. */
  readonly name: string | undefined
  readonly isRequired: boolean
  readonly schema: Schema
}

export interface Shape {
  readonly type: Type
  readonly description: string
  /** Keywords of JSON Schema with their values: `minimum: 1`. */
  readonly limits: ReadonlyArray<string>
  readonly members: ReadonlyArray<Member>
}

const limits = [
  "format",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "default"
] as const

const reference = "#/components/schemas/"

/** The name that a schema refers to. */
const nameIn = (schema: Schema): string | undefined => {
  const ref = textOf(schema["$ref"])
  return ref.startsWith(reference) ? ref.slice(reference.length) : undefined
}

/** Whether a limit says what its type says already: those of a whole number, and the pattern of a known format. */
const isImplied = (schema: Schema, name: string): boolean =>
  (name === "pattern" && schema["format"] === "uuid") || Math.abs(Number(schema[name])) === Number.MAX_SAFE_INTEGER

export interface Resolved {
  /** The name of the last schema that was referred to. */
  readonly name: string | undefined
  readonly schema: Schema
}

/**
 * Follows `$ref`, and joins the parts of `allOf`. A reference that leads back to itself, or nowhere, is a schema that says nothing.
 * @param seen the names that lead here.
 */
export const resolve = (schemas: Schemas, schema: Schema, seen: ReadonlySet<string> = new Set()): Resolved => {
  const name = nameIn(schema)
  if (name !== undefined) {
    if (seen.has(name)) return { name, schema: {} }
    const target = resolve(schemas, membersOf(own(schemas, name)), new Set([...seen, name]))
    const { $ref: _, ...beside } = schema
    return { name, schema: { ...target.schema, ...beside } }
  }
  const parts = listOf(schema["allOf"]).map((part) => resolve(schemas, membersOf(part), seen))
  if (parts.length === 0) return { name: undefined, schema }
  const { allOf: _, ...rest } = schema
  return {
    name: parts.find((part) => part.name !== undefined)?.name,
    schema: Object.assign({}, rest, ...parts.map((part) => part.schema))
  }
}

const alternativesOf = (schema: Schema): ReadonlyArray<Schema> =>
  [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].map(membersOf)

/** How deep arrays of arrays are spelt out. */
const DEEPEST = 5

const typeOf = (schemas: Schemas, given: Schema, depth = 0): Type => {
  const { name, schema } = resolve(schemas, given)
  const values = "const" in schema ? [schema["const"]] : listOf(schema["enum"])
  if (values.length > 0) return { kind: "values", values: values.map((value) => JSON.stringify(value)) }
  if (name !== undefined) return { kind: "plain", name }
  if (depth === DEEPEST) return { kind: "any" }
  const inner = (one: Schema) => typeOf(schemas, one, depth + 1)
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return { kind: "either", types: alternatives.map(inner) }
  const { type } = schema
  if (type === "array") return { kind: "array", of: inner(itemsOf(schema)) }
  const names = (Array.isArray(type) ? type : [type]).map(textOf).filter((one) => one !== "")
  if (names.length === 0) return { kind: "any" }
  const types = names.map((one): Type => ({ kind: "plain", name: one }))
  return types.length === 1 && types[0] !== undefined ? types[0] : { kind: "either", types }
}

/** The schema of an array's items, also of one whose first items have schemas of their own. */
const itemsOf = (schema: Schema): Schema => {
  const items = membersOf(schema["items"])
  return Object.keys(items).length > 0 ? items : membersOf(listOf(schema["prefixItems"])[0])
}

const propertiesOf = (schema: Schema): ReadonlyArray<Member> => {
  const required = new Set(listOf(schema["required"]))
  const named = Object.entries(membersOf(schema["properties"])).map(([name, member]) => ({
    name,
    isRequired: required.has(name),
    schema: membersOf(member)
  }))
  const other = membersOf(schema["additionalProperties"])
  return Object.keys(other).length === 0 ? named : [...named, { name: undefined, isRequired: false, schema: other }]
}

/** What is in it: members of an object, of an array's items, or of the only alternative that has any; else the alternatives. */
const membersIn = (schemas: Schemas, given: Schema, depth = 0): ReadonlyArray<Member> => {
  const { schema } = resolve(schemas, given)
  if (depth === DEEPEST) return []
  const own = propertiesOf(schema)
  if (own.length > 0) return own
  if (schema["type"] === "array") return membersIn(schemas, itemsOf(schema), depth + 1)
  const alternatives = alternativesOf(schema).filter((one) => membersIn(schemas, one, depth + 1).length > 0)
  const [first] = alternatives
  if (first === undefined) return []
  if (alternatives.length === 1) return membersIn(schemas, first, depth + 1)
  return alternatives.map((one, index) => ({
    name: resolve(schemas, one).name ?? String(index + 1),
    isRequired: false,
    schema: one
  }))
}

export const shapeOf = (schemas: Schemas, given: Schema): Shape => {
  const { schema } = resolve(schemas, given)
  return {
    type: typeOf(schemas, given),
    description: textOf(schema["description"]),
    limits: limits.flatMap((name) =>
      name in schema && !isImplied(schema, name) ? [`${name}: ${JSON.stringify(schema[name])}`] : []
    ),
    members: membersIn(schemas, given)
  }
}
