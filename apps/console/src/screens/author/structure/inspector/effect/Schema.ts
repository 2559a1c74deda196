/** The parts of JSON Schema that the published schemas of effects use. */
import schemas from "./schemas.json"

export interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: ReadonlyArray<string>
  readonly description?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly required?: ReadonlyArray<string>
  readonly properties?: { readonly [name: string]: Schema | undefined }
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
}

const ofKind: { readonly [kind: string]: Schema } = schemas

export const effectKinds: ReadonlyArray<string> = Object.keys(ofKind)

/** The members of a kind of effect, by their names, in the schema's order. Of an unknown kind there are none. */
export const schemaOf = (kind: string): Schema | undefined => (Object.hasOwn(ofKind, kind) ? ofKind[kind] : undefined)

/** The members of an object. */
export const partsOf = ({ properties = {} }: Schema): ReadonlyArray<readonly [name: string, part: Schema]> =>
  Object.entries(properties).flatMap(([name, part]) => (part === undefined ? [] : [[name, part] as const]))

/**
 * What kind of control a schema has.
 * - `flag`: true, or left out. `choice`: one of `enum`. `text`: a line; `template`: one with fields in braces; `long`: several lines. `expression`: one
 *   of the rule language.
 * - `lines`: one text or several, a line each. `all`: the same, or the word `all`.
 * - `documents`: documents of the form, each once.
 * - `group`: an object with members. `map`: an object with names of the author's own. `variants`: a list of objects of several kinds.
 * - `either`: a text, or an object in its place. `json`: anything.
 */
export type Shape =
  | "all"
  | "choice"
  | "documents"
  | "either"
  | "expression"
  | "flag"
  | "group"
  | "json"
  | "lines"
  | "long"
  | "map"
  | "template"
  | "text"
  | "variants"

/** Characters from which a text has several lines. */
const LONG = 5_000

/** What a text has to be that may be written in each language of the form; undefined of any other schema. */
export const translatedIn = ({ anyOf = [] }: Schema): Schema | undefined =>
  anyOf.some(({ additionalProperties, properties }) => typeof additionalProperties === "object" && !properties)
    ? anyOf.find(({ type }) => type === "string")
    : undefined

const isLines = ({ items, type }: Schema): boolean => type === "array" && items?.type === "string"

const shapeOfUnion = (union: ReadonlyArray<Schema>): Shape | undefined => {
  if (!union.some(isLines)) return union.some(({ properties }) => properties !== undefined) ? "either" : undefined
  return union.some((one) => one.const !== undefined) ? "all" : "lines"
}

export const shapeOf = (schema: Schema): Shape | undefined => {
  const { additionalProperties, anyOf, description = "", items, maxLength = 0, properties, type } = schema
  if (schema.enum !== undefined) return "choice"
  const translated = translatedIn(schema)
  if (translated !== undefined) return shapeOf(translated)
  if (anyOf !== undefined) return shapeOfUnion(anyOf)
  switch (type) {
    case "string":
      if (maxLength >= LONG) return "long"
      if (description.startsWith("An expression")) return "expression"
      return /\btemplate\b|\{field\}/i.test(description) ? "template" : "text"
    case "array":
      if (items?.type === "string") return schema.uniqueItems === true ? "documents" : "lines"
      return items?.oneOf?.every((one) => one.properties !== undefined) === true ? "variants" : undefined
    case "object":
      if (properties !== undefined) return "group"
      return typeof additionalProperties === "object" ? "map" : undefined
    case "boolean":
      return "flag"
    case undefined:
      return schema.const === undefined ? "json" : undefined
    default:
      return undefined
  }
}

/** The least JSON that a schema takes: what a required member is before its author gives it a value. */
export const firstOf = (schema: Schema): string => {
  const { anyOf, properties = {}, required = [] } = schema
  switch (shapeOf(schema)) {
    case "choice":
      return JSON.stringify(schema.enum?.[0] ?? "")
    case "variants":
    case "documents":
    case "all":
      return "[]"
    case "lines":
      return anyOf === undefined ? "[]" : '""'
    case "map":
      return "{}"
    case "group":
      return `{${required.map((name) => `${JSON.stringify(name)}:${firstOf(properties[name] ?? {})}`).join(",")}}`
    case "flag":
      return "false"
    case "json":
      return "null"
    default:
      return '""'
  }
}
