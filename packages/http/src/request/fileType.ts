/** What a file is by its first bytes: what it is said to be has to agree with them. */
import { filetypemime } from "magic-bytes.js"

/** Bytes that tell the type; a tar's stand after 257 others. */
const TOLD_BY = 4_096

/** A media type has several names, and programs send each of them. */
const usual: ReadonlyMap<string, string> = new Map([
  ["application/x-pdf", "application/pdf"],
  ["application/x-zip-compressed", "application/zip"],
  ["audio/mp3", "audio/mpeg"],
  ["audio/wave", "audio/wav"],
  ["audio/x-wav", "audio/wav"],
  ["image/jpg", "image/jpeg"],
  ["image/pjpeg", "image/jpeg"],
  ["image/heic", "image/heif"],
  ["text/xml", "application/xml"]
])

const usualOf = (type: string): string => usual.get(type) ?? type

/** Types whose files begin in ways that are known: one that does not is no such file. */
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
  "image/heif",
  "image/jpeg",
  "image/png",
  "image/tiff",
  "image/webp"
])

const topOf = (type: string): string => type.split("/")[0] ?? ""

/** Sound and film share their containers. */
const isMedia = (type: string): boolean => topOf(type) === "audio" || topOf(type) === "video"

const agree = (said: string, found: string): boolean =>
  said === found || (isMedia(said) && isMedia(found)) || (said.endsWith("+xml") && found === "application/xml")

export type FileType =
  | { readonly mediaType: string }
  /** `found`: what its bytes are instead, where they tell. */
  | { readonly mediaType: undefined; readonly found: string | undefined }

const unsaid = "application/octet-stream"

/**
 * The media type of a file, by its usual name.
 * @param contentType as it was sent. Where it is missing or `application/octet-stream`, the first bytes decide.
 */
export const fileType = (contentType: string | undefined, bytes: Uint8Array): FileType => {
  const said = usualOf((contentType ?? unsaid).split(";")[0]?.trim().toLowerCase() ?? unsaid)
  const found = filetypemime(bytes.subarray(0, TOLD_BY)).map(usualOf)
  if (said === unsaid) return { mediaType: found[0] ?? unsaid }
  if (found.some((type) => agree(said, type))) return { mediaType: said }
  // What begins like a text may be any text; what is recognised has to be.
  const isUntold = found.length === 0 || topOf(said) === "text"
  return isUntold && !recognised.has(said) ? { mediaType: said } : { mediaType: undefined, found: found[0] }
}
