/**
 * Fields of type `file`: what each takes, and the uploads that stored values name. A value is the id of an upload. Rules see whether it is
 * there; who stores a submission looks whether there is such an upload, and whether the field takes it (docs/spec/rules.md §1.5).
 */
import type { Definition, UploadField } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import type { FileSentences } from "../Sentence.ts"
import { valueIn } from "./groups.ts"

/** Bytes of one upload at most: the service's own bound, and the one of a field that has no `maxBytes`. */
export const MAX_FILE_BYTES = 10_000_000

/** Characters of a UUID. */
export const FILE_ID_LENGTH = 36

/** Characters of the name of one at most. */
export const MAX_FILE_NAME = 255

/** Small letters alone: a file has one id, written in one way. */
const FILE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text is a UUID as the service writes them. */
export const isFileId = (text: string): boolean => FILE_ID.test(text)

/** A field of type `file`, of a form or of the rows of a list. */
export interface FileField {
  /** `["idCard"]`, `["home", "deed"]` in a group, `["photos", "*", "photo"]` in the rows of a list. */
  readonly path: ReadonlyArray<string>
  /** As authors write it: `idCard`, `home.deed`, `photos.photo`. */
  readonly name: string
  readonly label: string
  readonly maxBytes: number
  /** Undefined for all that the service takes. */
  readonly mediaTypes: ReadonlyArray<string> | undefined
  /** Its author's own sentences for a file that it does not take. */
  readonly messages?: FileSentences
}

/** An upload that a value names. */
export interface FileValue {
  readonly field: FileField
  readonly id: string
  /** The place, as the `field` of a problem there: `photos[2].photo`. */
  readonly place: string
  /** The place, as the `pointer` of a problem there: `/data/photos/2/photo`. */
  readonly pointer: string
}

const fieldOf = ({ label, maxBytes, mediaTypes, slug }: UploadField, list?: string): FileField => ({
  path: [...(list === undefined ? [] : [...list.split("."), "*"]), ...slug.split(".")],
  name: list === undefined ? slug : `${list}.${slug}`,
  label,
  maxBytes,
  mediaTypes
})

/** The fields of type `file` of a form, in the order of its definition. */
export const fileFields = ({ fields }: Pick<Definition, "fields">): ReadonlyArray<FileField> =>
  fields.flatMap((field): ReadonlyArray<FileField> => {
    if (field.type === "list")
      return field.fields.flatMap((own) => ("maxBytes" in own ? [fieldOf(own, field.slug)] : []))
    return "maxBytes" in field ? [fieldOf(field)] : []
  })

const isRow = (row: Json): row is JsonObject => typeof row === "object" && row !== null && !Array.isArray(row)

/** Names of fields need no escapes in a pointer. */
const valueAt = (field: FileField, values: JsonObject, slug: string, place: string): ReadonlyArray<FileValue> => {
  const id = valueIn(values, slug)
  const pointer = `/data/${place.replace(/\[(\d+)\]/, "/$1").replaceAll(".", "/")}`
  return typeof id === "string" && id !== "" ? [{ field, id, place, pointer }] : []
}

const valuesOf = (field: FileField, stored: JsonObject): ReadonlyArray<FileValue> => {
  const star = field.path.indexOf("*")
  if (star < 0) return valueAt(field, stored, field.name, field.name)
  const list = field.path.slice(0, star).join(".")
  const own = field.path.slice(star + 1).join(".")
  const rows = valueIn(stored, list)
  const entries: ReadonlyArray<Json> = Array.isArray(rows) ? rows : []
  return entries.flatMap((row, index) => (isRow(row) ? valueAt(field, row, own, `${list}[${index}].${own}`) : []))
}

/**
 * Each upload that stored values name, in the order of the fields, and of the rows of a list.
 * @param stored the `data` of an evaluation, with groups as objects.
 */
export const fileValues = (fields: ReadonlyArray<FileField>, stored: JsonObject): ReadonlyArray<FileValue> =>
  fields.flatMap((field) => valuesOf(field, stored))
