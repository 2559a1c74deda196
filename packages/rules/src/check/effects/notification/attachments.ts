/** Checking what an e-mail carries: documents of the form that are made of the same event, and files of its fields. */
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENTS } from "../../../definition/effectLimits.ts"
import type { JsonObject } from "../../../Json.ts"
import { addTypeFault, array, fault, type Read } from "../../../reading/Reader.ts"
import { didYouMean } from "../../../values/nearest.ts"
import { shortened } from "../../../values/text.ts"
import type { NotificationTree } from "../../../tree/EffectTree.ts"
import type { TextTree } from "../../../tree/Tree.ts"
import { shownField } from "../../expressions/checkMessage.ts"
import { hintAtGroups, inRows, type Scope } from "../../expressions/Scope.ts"
import {
  addCost,
  addFaults,
  addSite,
  type EffectCheckContext,
  type EffectReader
} from "../common/EffectCheckContext.ts"

const EXPECTED = "the id of a document of this form, such as `offer`, or a field with a file, such as `{receipt}`"

const FIELD_ALONE = "In braces stands a field of type `file`, and nothing beside it."

const documentsOf = ({ effects }: EffectCheckContext, on?: string): ReadonlyArray<string> =>
  effects.flatMap((effect) =>
    effect.kind === "document" && effect.id !== undefined && (on ?? effect.on) === effect.on ? [effect.id] : []
  )

/** A document, or a file as the text that is its id. */
type Attachment = { readonly document: string } | { readonly file: TextTree }

/** Why a field's file cannot go with an e-mail; undefined of one that can. */
const whyNoFile = ({ scope }: EffectCheckContext, slug: string): string | undefined => {
  if (slug === "" || slug.startsWith("$")) return FIELD_ALONE
  const field = scope.fields.get(slug)?.field
  if (field === undefined) {
    const list = inRows(scope, slug)?.list.slug
    return list === undefined
      ? `There is no field \`${shortened(slug, 64)}\`.${hintAtGroups(scope, slug) || didYouMean(slug, fileNames(scope))}`
      : `\`${slug}\` is a field of the rows of \`${list}\`, of which there may be many. An e-mail attaches files of fields of the form.`
  }
  if (!("maxBytes" in field)) return `\`${slug}\` is a field of type \`${field.type}\`; only a file can be attached.`
  if (field.maxBytes <= MAX_ATTACHED_BYTES) return undefined
  return `\`${slug}\` takes files of up to ${grouped(field.maxBytes)} bytes, and an e-mail attaches files of at most ${grouped(MAX_ATTACHED_BYTES)}. Write \`"maxBytes": ${MAX_ATTACHED_BYTES}\` into the field, or less.`
}

/** What a name is that no effect has; undefined of one that no field has either. */
const whyNoDocument = (context: EffectCheckContext, name: string): string | undefined => {
  const doubled = /^\{\{([^{}]*)\}\}$/.exec(name)?.[1]
  if (doubled !== undefined) return `Here stands one pair of braces: \`{${shortened(doubled.trim(), 64)}}\`.`
  if (name.includes("{")) return FIELD_ALONE
  const { scope } = context
  const field = scope.fields.get(name)?.field ?? inRows(scope, name)?.own.field
  if (field === undefined) return undefined
  return "maxBytes" in field
    ? (whyNoFile(context, name) ??
        `\`${name}\` is a field with a file, and the names of fields stand in braces here: \`{${name}}\`.`)
    : `\`${name}\` is a field, and an e-mail attaches documents and files. Show its value in a document of the form, and attach that.`
}

const grouped = (bytes: number): string => bytes.toLocaleString("en")

const fileNames = ({ fields }: Scope): ReadonlyArray<string> =>
  [...fields.values()].flatMap(({ field, slug }) => (field !== undefined && "maxBytes" in field ? [slug] : []))

const fileOf = (context: EffectCheckContext, slug: string, at: string, length: number): Attachment | undefined => {
  const why = whyNoFile(context, slug)
  const shown = why === undefined ? shownField(context.scope, slug) : undefined
  if (shown !== undefined && "file" in shown) {
    addCost(context, at, 1)
    return { file: shown.file }
  }
  if (why !== undefined)
    addFaults(context, at, [{ message: why, range: { start: 0, end: length }, expected: EXPECTED }])
  return undefined
}

const documentOf = (context: EffectCheckContext, value: string, at: string): Attachment | undefined => {
  const known = context.effects.find(({ id }) => id === value)
  const name = shortened(value, 64)
  if (known === undefined)
    return fault(
      context,
      at,
      whyNoDocument(context, value) ??
        `There is no effect \`${name}\` to attach.${didYouMean(value, documentsOf(context))}`,
      EXPECTED
    )
  const { kind, on = "filed" } = known
  if (kind !== undefined && kind !== "document")
    return fault(
      context,
      at,
      `\`${name}\` is an effect of kind \`${kind}\`, and only a document can be attached.`,
      EXPECTED
    )
  if (on !== context.on)
    return fault(
      context,
      at,
      `\`${name}\` is made on \`${shortened(on, 80)}\`, and this e-mail is sent on \`${shortened(context.on, 80)}\`. Give both the same \`on\`: an e-mail carries documents of its own event.`,
      `a document that is made on \`${shortened(context.on, 80)}\``
    )
  addCost(context, at, 1)
  return { document: value }
}

const attachment =
  (context: EffectCheckContext): Read<readonly [written: string, read: Attachment | undefined]> =>
  (reading, value, at) => {
    if (typeof value !== "string") return addTypeFault(reading, value, at, EXPECTED)
    const slug = /^\{([^{}]*)\}$/.exec(value)?.[1]
    addSite(
      context,
      at,
      value,
      slug === undefined
        ? { text: "document", ids: documentsOf(context, context.on) }
        : { text: "template", specials: [] }
    )
    return [value, slug === undefined ? documentOf(context, value, at) : fileOf(context, slug.trim(), at, value.length)]
  }

/** Reports each that is there before. */
const twice = (reading: EffectCheckContext, ids: ReadonlyArray<string | undefined>, at: string): void => {
  for (const [index, id] of ids.entries())
    if (id !== undefined && ids.indexOf(id) < index)
      fault(reading, `${at}/${index}`, `\`${id}\` is attached already. Take one of the two out.`, EXPECTED)
}

export const attachments: EffectReader<Pick<NotificationTree, "attach" | "files">> =
  (context) => (reading, value, at) => {
    if (Array.isArray(value) && value.length === 0)
      return fault(reading, at, "It attaches nothing. Name a document or a file, or take `attach` out.", EXPECTED)
    const read = array(attachment(context), MAX_ATTACHMENTS, "attachments")(reading, value, at) ?? []
    twice(
      context,
      read.map((one) => one?.[1] && one[0]),
      at
    )
    const known = read.flatMap((one) => one?.[1] ?? [])
    return {
      attach: known.flatMap((one) => ("document" in one ? [one.document] : [])),
      files: known.flatMap((one) => ("file" in one ? [one.file] : []))
    }
  }

export const attachmentsSchema: JsonObject = {
  type: "array",
  minItems: 1,
  maxItems: MAX_ATTACHMENTS,
  uniqueItems: true,
  items: {
    type: "string",
    description: "The id of a document of this form, of the same event; or `{field}` of a field of type `file`."
  },
  description:
    "Documents that are attached, each where its own condition holds, and files, each where its field has one. The e-mail waits for the documents, and is never sent without what is due."
}
