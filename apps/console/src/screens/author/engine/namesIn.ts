/** The fields of a definition by the names that rules read them by. */
import { type Json, memberOf } from "@formwork/rules/Json"
import type { FieldName } from "./Protocol.ts"

const entriesIn = (of: Json | undefined): ReadonlyArray<Json> => {
  const fields = memberOf(of, "fields")
  return Array.isArray(fields) ? fields : []
}

const textOf = (field: Json, name: string): string | undefined => {
  const text = memberOf(field, name)
  return typeof text === "string" && text !== "" ? text : undefined
}

/** A text; of one in several languages the first that is written. */
export const ownWords = (text: Json | undefined): string | undefined => {
  if (typeof text === "string") return text
  const [first] = typeof text === "object" && text !== null && !Array.isArray(text) ? Object.values(text) : []
  return typeof first === "string" ? first : undefined
}

const labelOf = (field: Json): string | undefined => {
  const label = ownWords(memberOf(field, "label"))
  return label === "" ? undefined : label
}

const namesOf = (of: Json | undefined, at: string, before: string): ReadonlyArray<FieldName> =>
  entriesIn(of).flatMap((field, index) => {
    const slug = textOf(field, "slug")
    if (slug === undefined) return []
    const pointer = `${at}/fields/${index}`
    const name = `${before}${slug}`
    const own = { name, pointer, label: labelOf(field) ?? slug }
    return before === "" ? [own, ...namesOf(field, pointer, `${name}.`)] : [own]
  })

/** In the definition's order; a list comes before the fields of its rows, as `drivers` and `drivers.age`. Faults do not matter. */
export const namesIn = (definition: Json): ReadonlyArray<FieldName> => namesOf(definition, "", "")
