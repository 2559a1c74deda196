/** The media type that a file is kept under: what it is said to be, where its first bytes agree. */
import { namesOfMediaType, usualMediaType } from "@formwork/rules/mediaTypes"
import type { FileTypes } from "./FileTypes.ts"

/** Bytes that tell the type; a tar's stand after 257 others. */
const TOLD_BY = 4_096

/** Types whose files begin in ways that are known: one that does not is no such file. By their usual names. */
const recognised: ReadonlySet<string> = new Set([
  "application/gzip",
  "application/pdf",
  "application/vnd.oasis.opendocument.presentation",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/zip",
  "image/bmp",
  "image/gif",
  "image/heic",
  "image/heif",
  "image/jpeg",
  "image/png",
  "image/tiff",
  "image/webp"
])

const topOf = (type: string): string => type.split("/")[0] ?? ""

/** Sound and film share their containers. */
const isMedia = (type: string): boolean =>
  topOf(type) === "audio" || topOf(type) === "video" || type === "application/ogg"

const agree = (said: string, found: string): boolean =>
  namesOfMediaType(said).includes(found) ||
  (isMedia(said) && isMedia(found)) ||
  (said.endsWith("+xml") && found === "application/xml") ||
  (said.endsWith("+zip") && found === "application/zip")

/** What a program says that does not know the type. */
const unsaid = "application/octet-stream"

export type SentType =
  /** The types that the file may be kept under, the likeliest first. */
  | { readonly mediaTypes: readonly [string, ...ReadonlyArray<string>] }
  /** `found`: what its bytes are instead, where they tell. */
  | { readonly mediaTypes: undefined; readonly said: string; readonly found: string | undefined }

/**
 * By usual names.
 * @param contentType as it was sent. Where it is missing or `application/octet-stream`, the first bytes decide.
 * @param typesOf undefined where nobody looks at them.
 */
export const sentType = (
  contentType: string | undefined,
  bytes: Uint8Array,
  typesOf: FileTypes | undefined
): SentType => {
  const said = usualMediaType(contentType ?? unsaid)
  if (typesOf === undefined) return { mediaTypes: [said] }
  const found = [...new Set(typesOf(bytes.subarray(0, TOLD_BY)).map(usualMediaType))]
  const [likeliest] = found
  if (said === unsaid) return { mediaTypes: likeliest === undefined ? [unsaid] : [likeliest, ...found.slice(1)] }
  if (found.some((type) => agree(said, type))) return { mediaTypes: [said] }
  // What begins like a text may be any text; what is recognised has to be.
  const isUntold = topOf(said) === "text" || found.every((type) => topOf(type) === "text")
  return isUntold && !recognised.has(said) ? { mediaTypes: [said] } : { mediaTypes: undefined, said, found: likeliest }
}
