/** TypeScript types from JSON Schema (2020-12), as far as types can say what a schema does. Plain text in, plain text out. */

export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

type Keywords = { readonly [keyword: string]: unknown }

const isObject = (value: unknown): value is Keywords =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isSchema = (value: unknown): value is JsonSchema => typeof value === "boolean" || isObject(value)

const schemasOf = (value: unknown): ReadonlyArray<JsonSchema> => (Array.isArray(value) ? value.filter(isSchema) : [])

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** A member's name, quoted where it has to be. */
export const memberName = (name: string): string => (identifier.test(name) ? name : JSON.stringify(name))

const parts = (type: string, separator: "|" | "&"): string => (type.includes(separator) ? `(${type})` : type)

const union = (types: ReadonlyArray<string>): string => {
  const each = [...new Set(types)]
  return each.length === 0 ? "never" : each.join(" | ")
}

/** A comment to stand above a declaration; an empty text where there is nothing to say. */
export const comment = (text: string | undefined, indent: string): string => {
  const lines = (text ?? "").replaceAll("*/", "*\\/").split(/\r?\n/u)
  if (lines.length === 1) return lines[0] === "" ? "" : `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

/** What a person reads of a schema: its title and its description. */
const about = (schema: JsonSchema): string | undefined => {
  if (!isObject(schema)) return undefined
  const [title, description] = [textOf(schema["title"]), textOf(schema["description"])]
  const nested = schemasOf(schema["allOf"]).map(about)
  const options = schemasOf(schema["oneOf"]).flatMap((option) =>
    isObject(option) && "const" in option && textOf(option["title"]) !== undefined
      ? [`- ${JSON.stringify(option["const"])}: ${String(option["title"])}`]
      : []
  )
  const first = "default" in schema ? [`Default: ${JSON.stringify(schema["default"])}`] : []
  const said = [title, description, ...nested, ...options, ...first].filter((text) => text !== undefined)
  return said.length === 0 ? undefined : said.join("\n")
}

const objectType = (schema: Keywords, indent: string): string => {
  const properties = isObject(schema["properties"]) ? Object.entries(schema["properties"]) : []
  const required: ReadonlyArray<unknown> = Array.isArray(schema["required"]) ? schema["required"] : []
  const rest = schema["additionalProperties"]
  if (properties.length === 0) {
    if (rest === false) return "Record<string, never>"
    return `{ readonly [name: string]: ${isSchema(rest) ? typeOf(rest, indent) : "unknown"} }`
  }
  const inner = `${indent}  `
  const members = properties.map(([name, property]) => {
    const member = isSchema(property) ? property : true
    const isOptional = required.includes(name) ? "" : "?"
    return `${comment(about(member), inner)}${inner}readonly ${memberName(name)}${isOptional}: ${typeOf(member, inner)}\n`
  })
  return `{\n${members.join("")}${indent}}`
}

const arrayType = (schema: Keywords, indent: string): string => {
  const each = schemasOf(schema["prefixItems"]).map((item) => typeOf(item, indent))
  const items = schema["items"]
  const rest = isSchema(items) ? typeOf(items, indent) : "unknown"
  if (each.length === 0) return `ReadonlyArray<${rest}>`
  return `readonly [${[...each, ...(items === false ? [] : [`...ReadonlyArray<${rest}>`])].join(", ")}]`
}

const named = (schema: Keywords, name: unknown, indent: string): string => {
  switch (name) {
    case "object":
      return objectType(schema, indent)
    case "array":
      return arrayType(schema, indent)
    case "integer":
    case "number":
      return "number"
    case "string":
    case "boolean":
    case "null":
      return name
    default:
      return "unknown"
  }
}

const referred = (reference: string): string => decodeURIComponent(reference.split("/").at(-1) ?? "unknown")

/**
 * The type of what a schema takes.
 * @param indent of the line that it begins on.
 */
export const typeOf = (schema: JsonSchema, indent = ""): string => {
  if (!isObject(schema)) return schema ? "unknown" : "never"
  if (typeof schema["$ref"] === "string") return referred(schema["$ref"])
  if ("const" in schema) return JSON.stringify(schema["const"])
  if (Array.isArray(schema["enum"])) return union(schema["enum"].map((value) => JSON.stringify(value)))
  for (const keyword of ["anyOf", "oneOf"]) {
    const some = schemasOf(schema[keyword])
    if (some.length > 0) return union(some.map((each) => parts(typeOf(each, indent), "&")))
  }
  const { type } = schema
  const own = Array.isArray(type)
    ? [union(type.map((name) => named(schema, name, indent)))]
    : type === undefined
      ? "properties" in schema
        ? [objectType(schema, indent)]
        : []
      : [named(schema, type, indent)]
  const all = [...own, ...schemasOf(schema["allOf"]).map((each) => typeOf(each, indent))].filter(
    (each) => each !== "unknown"
  )
  const each = [...new Set(all)]
  return each.length === 0
    ? "unknown"
    : each.length === 1
      ? (each[0] ?? "unknown")
      : each.map((one) => parts(one, "|")).join(" & ")
}

/**
 * An exported declaration.
 * @param form `interface` where possible. A `type` is assignable to an index signature; an interface is not.
 */
export const declaration = (name: string, schema: JsonSchema, form: "interface" | "type" = "interface"): string => {
  const type = typeOf(schema)
  const head = comment(about(schema), "")
  return form === "interface" && type.startsWith("{\n")
    ? `${head}export interface ${name} ${type}\n`
    : `${head}export type ${name} = ${type}\n`
}
