/** Whether one JSON Schema allows no more than another. */
import { isObject, listOf, objectOf } from "../../support/reading.ts"

export type Schema = { readonly [keyword: string]: unknown }
export type Schemas = { readonly [name: string]: Schema }
export type Found = ReadonlyArray<string>

interface Side {
  readonly schema: Schema
  readonly schemas: Schemas
}

const annotations = new Set(["title", "description", "examples", "default", "deprecated", "$comment"])
/** For each keyword: whether the inner schema is at least as strict as the outer, which has the keyword. */
const least = (inner: unknown, outer: unknown): boolean => typeof inner === "number" && inner >= Number(outer)
const most = (inner: unknown, outer: unknown): boolean => typeof inner === "number" && inner <= Number(outer)
const limits: { readonly [keyword: string]: (inner: unknown, outer: unknown) => boolean } = {
  minimum: least,
  exclusiveMinimum: least,
  minLength: least,
  minItems: least,
  minProperties: least,
  maximum: most,
  exclusiveMaximum: most,
  maxLength: most,
  maxItems: most,
  maxProperties: most
}

/**
 * The reasons why `outer` does not allow every value that `inner` allows, each with its place.
 * Also every member that the old one names and the new one does not, even where it may be left out. The old one is `inner`
 * of a request and `outer` of a response.
 * Any other keyword must be equal on both sides.
 */
export const misfits = (inner: Side, outer: Side, at: string, of: "request" | "response"): Found =>
  compare(inner, outer, at, of, new Set())

type Compare = (inner: Side, outer: Side, at: string, of: "request" | "response", seen: Set<string>) => Found

const compare: Compare = (from, to, at, of, seen) => {
  const [inner, outer] = [resolved(from), resolved(to)]
  const pair = `${JSON.stringify(from.schema)} ${JSON.stringify(to.schema)}`
  if ("$ref" in from.schema && seen.has(pair)) return []
  seen.add(pair)
  const [some, others] = [alternatives(inner), alternatives(outer)]
  if (some.length > 1 || others.length > 1) {
    return some.flatMap((one) => {
      const tried = others.map((other) => compare(one, other, at, of, new Set(seen)))
      if (tried.some((found) => found.length === 0)) return []
      const nearest = tried.reduce((a, b) => (b.length < a.length ? b : a))
      return tried.length === 1 ? nearest : [`${at} has a form that fits none: ${nearest.join(", ")}`]
    })
  }
  const [one, other] = [some[0] ?? inner, others[0] ?? outer]
  return [
    ...(of === "request" ? gone(one, other, at) : gone(other, one, at)),
    ...Object.keys(other.schema).flatMap((keyword) => ofKeyword(keyword, one, other, at, of, seen))
  ]
}

const gone = (old: Side, now: Side, at: string): Found =>
  Object.keys(membersOf(old))
    .filter((name) => !Object.hasOwn(membersOf(now), name))
    .map((name) => `${at}/${name} is gone`)

const resolved = ({ schema, schemas }: Side): Side => {
  const name = String(schema["$ref"] ?? "").replace("#/components/schemas/", "")
  return name === "" ? { schema, schemas } : resolved({ schema: schemas[name] ?? {}, schemas })
}

/** The alternatives of `anyOf`, resolved, also of nested ones. */
const alternatives = (side: Side): ReadonlyArray<Side> => {
  const offered = side.schema["anyOf"] ?? side.schema["oneOf"]
  return Array.isArray(offered)
    ? offered.flatMap((schema: Schema) => alternatives(resolved({ schema, schemas: side.schemas })))
    : [side]
}

const ofKeyword = (
  keyword: string,
  inner: Side,
  outer: Side,
  at: string,
  of: "request" | "response",
  seen: Set<string>
): Found => {
  const [is, has] = [inner.schema[keyword], outer.schema[keyword]]
  const unless = (good: boolean): Found =>
    good ? [] : [`${at}: ${keyword} is ${JSON.stringify(is) ?? "not there"} and not ${JSON.stringify(has)}`]
  if (annotations.has(keyword)) return []
  const limit = limits[keyword]
  if (limit !== undefined) return unless(limit(is, has))
  switch (keyword) {
    case "type":
      return unless(is === has || (is === "integer" && has === "number"))
    case "enum":
      return unless(Array.isArray(is) && is.every((value) => listOf(has).includes(value)))
    case "required":
      return listOf(has)
        .filter((name) => !listOf(is ?? []).includes(name))
        .map((name) => `${at}/${String(name)} may be missing`)
    case "items":
      return isObject(is)
        ? compare({ ...inner, schema: is }, { ...outer, schema: objectOf(has) }, `${at}/*`, of, seen)
        : unless(false)
    case "properties":
      return ofMembers(inner, outer, at, of, seen)
    case "additionalProperties":
      if (isObject(is) && isObject(has))
        return compare({ ...inner, schema: is }, { ...outer, schema: has }, `${at}/*`, of, seen)
      // `true` allows any member, like the absence of the keyword.
      return unless(has === true || JSON.stringify(is) === JSON.stringify(has))
    default:
      return unless(JSON.stringify(is) === JSON.stringify(has))
  }
}

const membersOf = ({ schema }: Side) => objectOf(schema["properties"] ?? {})

const ofMembers: Compare = (inner, outer, at, of, seen) =>
  Object.entries(membersOf(outer)).flatMap(([name, schema]) => {
    const member = membersOf(inner)[name]
    if (member === undefined) return []
    return compare(
      { ...inner, schema: objectOf(member) },
      { ...outer, schema: objectOf(schema) },
      `${at}/${name}`,
      of,
      seen
    )
  })
