/** Which fields can have which problem, and so a sentence for it. */
import type { SentenceName } from "../Sentence.ts"

const numbers = ["integer", "number", "money"]
const formed = ["email", "url", "phone"]
const texts = ["text", "longText", ...formed]

/** Whether a field has a member, and whether it is not `false`. */
type Has = (member: string) => boolean
type Applies = (type: string, has: Has) => boolean

const written =
  (member: string): Applies =>
  (_, has) =>
    has(member)

const applies: { readonly [K in SentenceName]: Applies } = {
  required: (_, has) => has("required") || has("requiredWhen") || has("minItems"),
  type: () => true,
  decimals: (type) => numbers.includes(type),
  min: written("min"),
  max: written("max"),
  minLength: written("minLength"),
  maxLength: (type) => texts.includes(type),
  pattern: (type, has) => formed.includes(type) || has("pattern"),
  options: (type) => type === "choice" || type === "choices",
  minItems: written("minItems"),
  maxItems: (type) => type === "choices" || type === "list",
  unique: (type, has) => type === "choices" || has("unique")
}

/** Problems that only a value has which was sent. */
const ofSent: ReadonlySet<SentenceName> = new Set(["required", "type", "decimals"])

/** Why a field never has a problem; undefined where it may have it. */
export const whyNeverSaid = (name: SentenceName, type: string, has: Has): "computed" | "never" | undefined => {
  if (ofSent.has(name) && has("formula")) return "computed"
  return applies[name](type, has) ? undefined : "never"
}
