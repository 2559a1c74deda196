/** What an author expects under a name that the form does not have. */
import type { Definition } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { didYouMean } from "../values/nearest.ts"
import type { Finding } from "./Expectation.ts"

type Names = Pick<Definition, "fields" | "outcomes">

const lacking = (what: string, name: string, known: ReadonlyArray<string>): string =>
  `There is no ${what} \`${name}\`.${didYouMean(name, known)}`

const unknownOutcome = (expected: Json, { outcomes }: Names): string | undefined => {
  const ids = outcomes.map(({ id }) => id)
  const wanted: ReadonlyArray<Json> = Array.isArray(expected) ? expected : []
  const [first] = wanted.filter((id) => typeof id === "string" && !ids.includes(id))
  return typeof first === "string" ? lacking("outcome", first, ids) : undefined
}

/**
 * A sentence where nothing of that name can ever be found: `There is no field \`prise\`. Did you mean \`price\`?`. Undefined where the form has the
 * name, and of rows of lists.
 * @param finding one that is not met.
 */
export const unknownName = ({ expected, field, member }: Finding, names: Names): string | undefined => {
  if (member === "outcomes") return unknownOutcome(expected, names)
  if (field === undefined || field.includes("[")) return undefined
  const known = names.fields.find(({ slug }) => slug === field)
  if (known === undefined)
    return lacking(
      "field",
      field,
      names.fields.map(({ slug }) => slug)
    )
  if (member === "visible" || "fields" in known || ("formula" in known && known.formula !== undefined)) return undefined
  return `\`${field}\` is sent and not computed, so \`calculatedData\` never has it.`
}
