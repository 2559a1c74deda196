/** Checking whom an e-mail goes to: each a literal address, or one field of type `email` and nothing else. */
import { array, fault, type Read, addTypeFault } from "../../../reading/Reader.ts"
import type { JsonObject } from "../../../Json.ts"
import { find, hintAtGroups, names, type Scope } from "../../expressions/Scope.ts"
import { shortened, isEmail } from "../../../values/text.ts"
import { didYouMean } from "../../../values/nearest.ts"
import {
  type EffectReader,
  type EffectCheckContext,
  addCost,
  addFaults,
  addSite
} from "../common/EffectCheckContext.ts"
import { isFault, shownAt } from "../common/template.ts"
import type { Template } from "../../../tree/EffectTree.ts"

/** Recipients of one e-mail; `to` and `cc` have so many each. */
const MAX_RECIPIENTS = 20

const EXPECTED = "an address such as `desk@example.org`, or a field of type `email` such as `{email}`"

const emailFields = ({ fields }: Scope): ReadonlyArray<string> =>
  [...fields.values()].flatMap(({ field, slug }) => (field?.type === "email" ? [slug] : []))

const ofField = (context: EffectCheckContext, slug: string, at: string, length: number): Template | undefined => {
  const { faults, scope } = context
  const range = { start: 0, end: length }
  const name = find(scope, slug)?.name
  if (name === undefined) {
    const hint = hintAtGroups(scope, slug) || didYouMean(slug, emailFields(scope)) || didYouMean(slug, names(scope))
    faults.push({
      pointer: at,
      message: `There is no field \`${shortened(slug, 64)}\`.${hint}`,
      range,
      expected: EXPECTED
    })
    return undefined
  }
  if (name.field !== undefined && name.field.type !== "email") {
    const message = `\`${slug}\` is a field of type \`${name.field.type}\`; only one of type \`email\`, whose values are addresses and nothing else, says whom to write to.`
    faults.push({ pointer: at, message, range, expected: EXPECTED })
    return undefined
  }
  const shown = shownAt(context, slug, "plain", range)
  addCost(context, at, 2)
  if (!isFault(shown)) return [shown]
  addFaults(context, at, [shown])
  return undefined
}

/** One recipient. */
export const address: EffectReader<Template> =
  (context): Read<Template> =>
  (reading, value, at) => {
    if (typeof value !== "string") return addTypeFault(reading, value, at, EXPECTED)
    addSite(context, at, value, { text: "template", specials: [] })
    const slug = /^\{([^{}$][^{}]*)\}$/.exec(value)?.[1]
    if (slug !== undefined) return ofField(context, slug, at, value.length)
    if (value.includes("{") || value.includes("}"))
      return fault(
        reading,
        at,
        `A field in a recipient stands alone, so that a typed value cannot add another recipient; here it is \`${shortened(value, 80)}\`.`,
        EXPECTED
      )
    return isEmail(value) ? [value] : fault(reading, at, `\`${shortened(value, 80)}\` is no e-mail address.`, EXPECTED)
  }

/** One recipient, or a list of them. */
export const addresses: EffectReader<ReadonlyArray<Template>> =
  (context): Read<ReadonlyArray<Template>> =>
  (reading, value, at) => {
    if (!Array.isArray(value)) {
      const only = address(context)(reading, value, at)
      return only && [only]
    }
    if (value.length === 0) return fault(reading, at, "It has no recipient.", EXPECTED)
    return array(address(context), MAX_RECIPIENTS, "recipients")(reading, value, at)?.filter((one) => one !== undefined)
  }

export const addressSchema: JsonObject = {
  type: "string",
  description: "An address, or `{field}` of a field of type `email`; nothing beside it."
}

export const addressesSchema = (description: string): JsonObject => ({
  anyOf: [addressSchema, { type: "array", minItems: 1, maxItems: MAX_RECIPIENTS, items: addressSchema }],
  description
})
