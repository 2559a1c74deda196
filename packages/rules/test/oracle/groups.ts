/** Fields in groups, `home.street`, as the oracle takes them: a way into an object and out of one. */
import type { Json, JsonObject } from "../../src/Json.ts"
import type { FormField } from "./Form.ts"

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An object's own member, whatever it is called. */
export const own = (object: JsonObject | undefined, name: string): Json | undefined =>
  object === undefined ? undefined : Object.getOwnPropertyDescriptor(object, name)?.value

/** Those that a payload may have: of internal fields alone it knows none. */
export const groupsSent = (fields: ReadonlyArray<FormField>): ReadonlySet<string> =>
  groupsOf(fields.filter(({ internal }) => internal !== true))

export const groupsOf = (fields: ReadonlyArray<FormField>): ReadonlySet<string> =>
  new Set(fields.flatMap(({ slug }) => slug.split(".").slice(0, -1)))

/** What was sent for a field. */
export const sentFor = (sent: JsonObject | undefined, slug: string): Json | undefined =>
  slug.split(".").reduce<Json | undefined>((of, name) => (isObject(of) ? own(of, name) : undefined), sent)

interface Member {
  readonly path: ReadonlyArray<string>
  readonly value: Json
  readonly isGroup: boolean
}

/** Where something was sent, and what: a group as its members. One that is no object has none, and is there itself. */
export const membersIn = (sent: JsonObject, groups: ReadonlySet<string>): ReadonlyArray<Member> =>
  Object.entries(sent).flatMap(([name, value]): ReadonlyArray<Member> => {
    if (!groups.has(name) || value === null) return groups.has(name) ? [] : [{ path: [name], value, isGroup: false }]
    if (!isObject(value)) return [{ path: [name], value, isGroup: true }]
    return Object.entries(value).map(([part, inside]) => ({ path: [name, part], value: inside, isGroup: false }))
  })

/** Values by the names of their fields, each group an object. */
export const inGroups = (values: ReadonlyArray<readonly [slug: string, value: Json]>): JsonObject => {
  const names = [...new Set(values.map(([slug]) => slug.split(".")[0] ?? ""))]
  return Object.fromEntries(
    names.map((name) => {
      const alone = values.find(([slug]) => slug === name)
      const inside = values.filter(([slug]) => slug.startsWith(`${name}.`))
      if (alone !== undefined) return alone
      return [name, Object.fromEntries(inside.map(([slug, value]) => [slug.slice(name.length + 1), value]))]
    })
  )
}
