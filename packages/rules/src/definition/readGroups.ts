/** Fields in groups, by their names: what a field and a group may be called, and what other languages of forms call a group. */
import type { FieldType } from "../Definition.ts"
import { typeNames } from "../fields/fieldTypes.ts"
import type { Json, JsonObject } from "../Json.ts"
import { reservedWords, SLUG } from "../language/reservedWords.ts"
import { fault, oneOf, type ReadContext } from "../reading/Reader.ts"
import { groupOf } from "../values/groups.ts"
import { below } from "../values/pointer.ts"

const readType = oneOf(typeNames)

/** What other languages of forms call an object of fields, and ready-made ones. */
const groupTypes: ReadonlySet<string> = new Set([
  "group",
  "object",
  "panel",
  "container",
  "fieldset",
  "address",
  "location"
])

export const typeOf = (
  reading: ReadContext,
  { slug }: JsonObject,
  type: Json,
  at: string,
  inRow: boolean
): FieldType | undefined => {
  if (typeof type !== "string" || !groupTypes.has(type)) return readType(reading, type, at)
  const group = typeof slug === "string" && SLUG.test(slug) ? slug : "address"
  const [one, other] = type === "location" ? ["latitude", "longitude"] : ["street", "city"]
  if (inRow)
    return fault(
      reading,
      at,
      `There is no type \`${type}\`. Fields of rows are in no group: write fields \`${one}\` and \`${other}\` beside the others.`,
      "the type of one field"
    )
  return fault(
    reading,
    at,
    `There is no type \`${type}\`. Fields are in a group by their names: write fields \`${group}.${one}\` and \`${group}.${other}\`, and their values stand in one object \`${group}\`. A section says that people see them together.`,
    "the type of one field"
  )
}

/** Why no group is called so; undefined where one can be. */
const whyNoGroup = (name: string): string | undefined => {
  if (reservedWords.has(name)) return "the rule language uses the word for itself"
  return name === "submission" ? "a file of submissions has columns of that name" : undefined
}

export const checkSlug = (reading: ReadContext, slug: string | undefined, at: string, inRow: boolean): void => {
  if (slug === undefined) return
  const [group, name] = slug.split(".")
  if (name === undefined && reservedWords.has(slug)) {
    fault(
      reading,
      below(at, "slug"),
      `A field cannot be called \`${slug}\`: the rule language uses the word for itself.`,
      "another name"
    )
  }
  const why = name === undefined || inRow ? undefined : whyNoGroup(group ?? "")
  if (why !== undefined)
    fault(reading, below(at, "slug"), `A group cannot be called \`${group}\`: ${why}.`, "another name before the point")
  if (inRow && name !== undefined)
    fault(
      reading,
      below(at, "slug"),
      `A row's fields are in no group, so there is no point in their names. Call it \`${name}\`.`,
      `\`${name}\``
    )
}

interface Named {
  readonly pointer: string
  readonly slug: string | undefined
  readonly rows: ReadonlyArray<Named>
}

/** A group cannot be a field as well: what stands by its name in a payload would be two things. */
export const checkGroups = (reading: ReadContext, fields: ReadonlyArray<Named>): void => {
  const first = new Map<string, string>()
  for (const { slug = "" } of fields) {
    const group = groupOf(slug)
    if (group !== undefined && !first.has(group)) first.set(group, slug)
  }
  for (const { pointer, rows, slug = "" } of fields) {
    for (const row of rows) {
      const part = first.get(row.slug ?? "")
      if (part !== undefined)
        fault(
          reading,
          below(row.pointer, "slug"),
          `\`${row.slug}\` is a group, because there is a field \`${part}\`, and a rule of these rows could not tell the two apart. Give one of them another name.`,
          "another name"
        )
    }
    const part = first.get(slug)
    if (part !== undefined)
      fault(
        reading,
        below(pointer, "slug"),
        `\`${slug}\` is a group, because there is a field \`${part}\`, so no field is called so. Give one of them another name.`,
        "another name"
      )
  }
}
