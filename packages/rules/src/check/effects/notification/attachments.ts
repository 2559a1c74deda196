/** Checking which documents an e-mail carries: effects of the form that are made of the same event. */
import { MAX_ATTACHMENTS } from "../../../definition/effectLimits.ts"
import type { JsonObject } from "../../../Json.ts"
import { addTypeFault, array, fault, type Read } from "../../../reading/Reader.ts"
import { didYouMean } from "../../../values/nearest.ts"
import { shortened } from "../../../values/text.ts"
import { addCost, addSite, type EffectCheckContext, type EffectReader } from "../common/EffectCheckContext.ts"

const EXPECTED = "the id of a document of this form, such as `offer`"

const documentsOf = ({ effects }: EffectCheckContext, on?: string): ReadonlyArray<string> =>
  effects.flatMap((effect) =>
    effect.kind === "document" && effect.id !== undefined && (on ?? effect.on) === effect.on ? [effect.id] : []
  )

/** What a name is that no effect has; undefined of one that no field has either. */
const whyNoDocument = ({ scope }: EffectCheckContext, name: string): string | undefined => {
  const own = scope.fields.get(name)
  const list = [...scope.fields.values()].find(
    ({ rows, slug }) => rows.has(name) || (name.startsWith(`${slug}.`) && rows.has(name.slice(slug.length + 1)))
  )
  const field = own?.field ?? list?.rows.get(name.slice(name.lastIndexOf(".") + 1))?.field
  if (field === undefined) return undefined
  if (!("maxBytes" in field))
    return `\`${name}\` is a field, and an e-mail attaches documents. Show its value in a document of the form, and attach that.`
  const shown =
    own === undefined
      ? "A document shows the names of the files of all rows in a `table`"
      : `\`{${name}}\` shows its name`
  return `\`${name}\` is a field with a file, and an e-mail attaches documents alone: no uploaded file goes with it. ${shown}; who may read the submission gets the file there.`
}

const attachment =
  (context: EffectCheckContext): Read<string> =>
  (reading, value, at) => {
    if (typeof value !== "string") return addTypeFault(reading, value, at, EXPECTED)
    addSite(context, at, value, { text: "document", ids: documentsOf(context, context.on) })
    const known = context.effects.find(({ id }) => id === value)
    const name = shortened(value, 64)
    if (known === undefined)
      return fault(
        reading,
        at,
        whyNoDocument(context, value) ??
          `There is no effect \`${name}\` to attach.${didYouMean(value, documentsOf(context))}`,
        EXPECTED
      )
    const { kind, on = "filed" } = known
    if (kind !== undefined && kind !== "document")
      return fault(
        reading,
        at,
        `\`${name}\` is an effect of kind \`${kind}\`, and only a document can be attached.`,
        EXPECTED
      )
    if (on !== context.on)
      return fault(
        reading,
        at,
        `\`${name}\` is made on \`${shortened(on, 80)}\`, and this e-mail is sent on \`${shortened(context.on, 80)}\`. Give both the same \`on\`: an e-mail carries documents of its own event.`,
        `a document that is made on \`${shortened(context.on, 80)}\``
      )
    addCost(context, at, 1)
    return value
  }

/** Reports each document that is there before. */
const twice = (reading: EffectCheckContext, ids: ReadonlyArray<string | undefined>, at: string): void => {
  for (const [index, id] of ids.entries())
    if (id !== undefined && ids.indexOf(id) < index)
      fault(reading, `${at}/${index}`, `\`${id}\` is attached already. Take one of the two out.`, EXPECTED)
}

export const attachments: EffectReader<ReadonlyArray<string>> = (context) => (reading, value, at) => {
  if (Array.isArray(value) && value.length === 0)
    return fault(reading, at, "It attaches nothing. Name a document, or take `attach` out.", EXPECTED)
  const ids = array(attachment(context), MAX_ATTACHMENTS, "documents")(reading, value, at)
  twice(context, ids ?? [], at)
  return ids?.filter((id) => id !== undefined)
}

export const attachmentsSchema: JsonObject = {
  type: "array",
  minItems: 1,
  maxItems: MAX_ATTACHMENTS,
  uniqueItems: true,
  items: { type: "string", description: "The id of a document of this form, of the same event." },
  description:
    "Documents that are attached, each where its own condition holds. The e-mail waits for them, and is never sent without one that is due."
}
