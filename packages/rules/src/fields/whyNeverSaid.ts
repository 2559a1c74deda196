/** Which fields can have which problem, and so a sentence for it. */
import type { SentenceName } from "../Sentence.ts"

const numbers = ["integer", "number", "money"]
const formed = ["email", "url", "phone"]
const texts = ["text", "longText", ...formed]

/** Whether a field has a member, and whether it is not `false`. */
type Has = (member: string) => boolean
type Applies = (type: string, has: Has) => boolean

const lists = ["choices", "list"]
const bounded = [...numbers, "date", "time", "datetime"]

/** For fields of these types that have the member. */
const written =
  (member: string, types: ReadonlyArray<string>): Applies =>
  (type, has) =>
    types.includes(type) && has(member)

const applies: { readonly [K in SentenceName]: Applies } = {
  required: (_, has) => has("required") || has("requiredWhen") || has("minItems"),
  type: () => true,
  decimals: (type) => numbers.includes(type),
  min: written("min", bounded),
  max: written("max", bounded),
  minLength: written("minLength", texts),
  maxLength: (type) => texts.includes(type),
  pattern: (type, has) => formed.includes(type) || (texts.includes(type) && has("pattern")),
  options: (type) => type === "choice" || type === "choices",
  minItems: written("minItems", lists),
  maxItems: (type) => lists.includes(type),
  maxBytes: (type) => type === "file",
  unique: (type, has) => type === "choices" || has("unique")
}

/** Problems that only a value has which was sent. */
const ofSent: ReadonlySet<SentenceName> = new Set(["required", "type", "decimals"])

/**
 * Why a field never has a problem; undefined where it may have it.
 * @returns `computed` of what only a value has that was sent, `type` where no field of the type has it, `never` where a member of the field is missing.
 */
export const whyNeverSaid = (name: SentenceName, type: string, has: Has): "computed" | "never" | "type" | undefined => {
  if (ofSent.has(name) && has("formula")) return "computed"
  if (applies[name](type, has)) return undefined
  return applies[name](type, () => true) ? "never" : "type"
}
