/** `file`: the id of an upload. Rules see whether it is there. What the file has to be is looked at when it is uploaded, and when a submission is stored. */
import { type Change, changed, same } from "../Comparison.ts"
import type { Field, UploadField } from "../Definition.ts"
import {
  array,
  boolean,
  fault,
  found,
  optional,
  type Read,
  type ReadContext,
  addTypeFault,
  whole
} from "../reading/Reader.ts"
import { FILE_ID_LENGTH, MAX_FILE_BYTES } from "../values/files.ts"
import { takesMediaType, usualMediaType } from "../values/mediaTypes.ts"
import { didYouMean } from "../values/nearest.ts"
import { below } from "../values/pointer.ts"
import { shortened } from "../values/text.ts"
import { authored, type RowKind } from "./FieldKind.ts"
import { given } from "./given.ts"
import { file as running } from "./running/file.ts"

/** Media types of one field. */
const MAX_MEDIA_TYPES = 20

/** A name of RFC 6838 §4.2, in small letters. */
const NAME = "[a-z0-9][a-z0-9!#$&^_.+-]{0,126}"
const MEDIA_TYPE = new RegExp(`^${NAME}/${NAME}$`)
/** The kinds that a page can ask for as a whole (HTML, `accept`), and `text`. */
const WHOLE_KIND = /^(?:audio|image|text|video)\/\*$/

/** Before the slash: all that are registered (IANA), and `chemical`, which is in wide use without it. */
const KINDS = [
  "application",
  "audio",
  "chemical",
  "font",
  "haptics",
  "image",
  "message",
  "model",
  "multipart",
  "text",
  "video"
]

const isKind = (kind: string): boolean => KINDS.includes(kind) || kind.startsWith("x-")

const EXAMPLE = "a media type, such as `application/pdf` or `image/*`"

/** What is wrong with a text that is no media type, where there is more to say than what one looks like. */
const whyNot = (text: string): string | undefined => {
  const [essence = ""] = text.split(";")
  if (text !== essence)
    return `It has a parameter; a media type stands here without one: \`${essence.trim().toLowerCase()}\`.`
  if (text === "*" || text === "*/*") return "Leave `mediaTypes` out, and every type is taken that the service takes."
  if (text.endsWith("/*") && !WHOLE_KIND.test(text.toLowerCase()))
    return "Only `audio/*`, `image/*`, `text/*` and `video/*` stand for all types of a kind. Write each type that is taken."
  const small = text.toLowerCase()
  const [kind = ""] = small.split("/")
  if (MEDIA_TYPE.test(small) && !isKind(kind))
    return `There is no kind \`${shortened(kind, 40)}\` of media types.${didYouMean(kind, KINDS)}`
  return text !== small && (MEDIA_TYPE.test(small) || WHOLE_KIND.test(small))
    ? `Write it in small letters: \`${small}\`.`
    : undefined
}

const readMediaType: Read<string> = (reading, value, at) => {
  if (typeof value !== "string" || value.length > 255) return addTypeFault(reading, value, at, EXAMPLE)
  if ((MEDIA_TYPE.test(value) && isKind(value.split("/")[0] ?? "")) || WHOLE_KIND.test(value)) return value
  const why = whyNot(value)
  return why === undefined
    ? addTypeFault(reading, value, at, EXAMPLE)
    : fault(reading, at, `This entry has to be a media type; here it is ${found(value)}. ${why}`, EXAMPLE)
}

const readMediaTypes = array(readMediaType, MAX_MEDIA_TYPES, "media types")

/** Why an entry adds nothing to the others. @param before those that stand before it. */
const whyNeedless = (
  one: string,
  before: ReadonlySet<string>,
  all: ReadonlyArray<string | undefined>
): string | undefined => {
  if (before.has(one)) return `The media type \`${one}\` is there twice. Take one of them out.`
  if (one.endsWith("/*")) return undefined
  const kind = all.find((other) => other?.endsWith("/*") === true && one.startsWith(other.slice(0, -1)))
  if (kind !== undefined) return `\`${kind}\` takes \`${one}\` too. Take one of them out.`
  const other = [...before].find((type) => usualMediaType(type) === usualMediaType(one))
  return other === undefined ? undefined : `\`${one}\` is another name of \`${other}\`. Take one of them out.`
}

/** Each once, those at fault left out; undefined of a field that takes every type. */
const mediaTypesOf = (
  reading: ReadContext,
  read: ReturnType<typeof readMediaTypes>,
  at: string
): ReadonlyArray<string> | undefined => {
  if (read?.length === 0)
    fault(
      reading,
      at,
      "`mediaTypes` is empty, so no file would do. Leave it out, and every type is taken that the service takes.",
      EXAMPLE
    )
  const taken = new Set<string>()
  read?.forEach((one, index) => {
    if (one === undefined) return
    const why = whyNeedless(one, taken, read)
    if (why !== undefined) fault(reading, below(at, index), why)
    taken.add(one)
  })
  return taken.size === 0 ? undefined : [...taken]
}

const members = {
  maxBytes: optional(whole(1, MAX_FILE_BYTES)),
  mediaTypes: optional(readMediaTypes),
  unique: optional(boolean)
}

const isUpload = (field: Field): field is UploadField => "maxBytes" in field

/** The types of `before` that `after` does not take, or not all of them. */
const refusedNow = (before: UploadField, after: UploadField): ReadonlyArray<string> | "some" => {
  if (after.mediaTypes === undefined) return []
  return before.mediaTypes?.filter((one) => !takesMediaType(after, one)) ?? "some"
}

const whyTypes = (name: string, before: UploadField, after: UploadField): string | undefined => {
  const refused = refusedNow(before, after)
  if (refused === "some") return `Files of \`${name}\` of other types are refused now.`
  const kept = after.mediaTypes ?? []
  const said = refused.map((one) => {
    if (!one.endsWith("/*")) return `the type ${one}`
    const still = kept.filter((type) => takesMediaType({ mediaTypes: [one] }, type))
    return `a type of ${one}${still.length === 0 ? "" : ` other than ${still.join(", ")}`}`
  })
  return refused.length === 0 ? undefined : `Files of \`${name}\` of ${said.join(" or of ")} are refused now.`
}

const compare = (name: string, before: Field, after: UploadField): ReadonlyArray<Change> => {
  if (!isUpload(before)) return []
  const [bytes, types] = [
    { before: before.maxBytes, after: after.maxBytes },
    { before: before.mediaTypes, after: after.mediaTypes }
  ]
  const why =
    bytes.after < bytes.before ? `Files of \`${name}\` of more than ${bytes.after} bytes are refused now.` : undefined
  return [
    ...(bytes.before === bytes.after ? [] : [changed("field", name, "maxBytes", bytes, why)]),
    ...(same(types.before, types.after)
      ? []
      : [changed("field", name, "mediaTypes", types, whyTypes(name, before, after))])
  ]
}

/** Where a person or a program meets an example: in the schema of the field. */
const COMMENT =
  "The id of an uploaded file. Upload the file first. An example has the id of no upload: it evaluates as valid, and cannot be filed."

/** Ids that no upload has: they are of the wrong version (RFC 9562). */
const examples = Array.from({ length: 8 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`)

export const file: RowKind<UploadField, "text"> = {
  ...running,
  ...authored(
    () => members,
    ({ at, base, given: own, reading }): UploadField => {
      if (base.formula !== undefined)
        fault(reading, below(at, "formula"), "A file is uploaded, so it cannot be calculated. Take the formula out.")
      const mediaTypes = mediaTypesOf(reading, own.mediaTypes, below(at, "mediaTypes"))
      return {
        ...base,
        type: "file",
        maxBytes: own.maxBytes ?? MAX_FILE_BYTES,
        unique: own.unique ?? false,
        ...(mediaTypes === undefined ? {} : { mediaTypes })
      }
    }
  ),
  kind: "text",
  word: "a file",
  takes: [],
  mayBreakConstraints: () => false,
  compare,
  read: (_, place) => ({ tree: { kind: "text", most: FILE_ID_LENGTH, node: "field", place } }),
  constraintSteps: () => 0,
  show: (_, value) => value,
  schema: ({ maxBytes, mediaTypes }) => ({
    keywords: { type: "string", format: "uuid", pattern: "^[0-9a-f-]{36}$", $comment: COMMENT },
    besides: given({ maxBytes, mediaTypes })
  }),
  candidates: () => examples
}
