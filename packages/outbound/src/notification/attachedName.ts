/**
 * The name under which an e-mail carries a file. Its sender gave it, and a program of a mailbox opens a file by the ending of its name:
 * what was taken as a PDF is opened as one.
 */
import { usualMediaType } from "@formwork/rules/mediaTypes"

/** Endings of names, the usual one first, by the usual name of a media type. */
const ENDINGS: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  "application/gzip": ["gz", "tgz"],
  "application/json": ["json"],
  "application/msword": ["doc", "dot"],
  "application/pdf": ["pdf"],
  "application/rtf": ["rtf"],
  "application/vnd.ms-excel": ["xls"],
  "application/vnd.ms-outlook": ["msg"],
  "application/vnd.ms-powerpoint": ["ppt", "pps"],
  "application/vnd.oasis.opendocument.presentation": ["odp"],
  "application/vnd.oasis.opendocument.spreadsheet": ["ods"],
  "application/vnd.oasis.opendocument.text": ["odt"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.rar": ["rar"],
  "application/x-7z-compressed": ["7z"],
  "application/x-bzip2": ["bz2"],
  "application/x-tar": ["tar"],
  "application/xml": ["xml"],
  "application/zip": ["zip"],
  "audio/aac": ["aac"],
  "audio/flac": ["flac"],
  "audio/mp4": ["m4a", "mp4"],
  "audio/mpeg": ["mp3"],
  "audio/ogg": ["ogg", "oga", "opus"],
  "audio/wav": ["wav"],
  "image/avif": ["avif"],
  "image/bmp": ["bmp", "dib"],
  "image/gif": ["gif"],
  "image/heic": ["heic", "heif"],
  "image/heif": ["heif", "heic"],
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/png": ["png"],
  "image/svg+xml": ["svg"],
  "image/tiff": ["tif", "tiff"],
  "image/vnd.adobe.photoshop": ["psd"],
  "image/webp": ["webp"],
  "image/x-icon": ["ico"],
  "message/rfc822": ["eml"],
  "text/calendar": ["ics"],
  "text/csv": ["csv"],
  "text/html": ["html", "htm"],
  "text/markdown": ["md", "markdown"],
  "text/plain": ["txt", "text", "log"],
  "text/vcard": ["vcf"],
  "video/matroska": ["mkv"],
  "video/mp4": ["mp4", "m4v"],
  "video/mpeg": ["mpg", "mpeg"],
  "video/quicktime": ["mov", "qt"],
  "video/webm": ["webm"],
  "video/x-msvideo": ["avi"]
}

/** Of a type that is not above, `application/octet-stream` among them: nothing opens it by itself. */
const OTHER = ["bin"] as const

/** Characters of a name on most file systems. */
const MOST = 255

/** The endings that a file of a media type may have, the usual one first. */
export const endingsOf = (mediaType: string): readonly [string, ...ReadonlyArray<string>] => {
  const usual = usualMediaType(mediaType)
  return Object.hasOwn(ENDINGS, usual) ? (ENDINGS[usual] ?? OTHER) : OTHER
}

/** INVARIANT: it ends in an ending of the media type; `invoice.exe` of a PDF is `invoice.exe.pdf`. */
export const attachedName = (fileName: string, mediaType: string): string => {
  const endings = endingsOf(mediaType)
  const ending = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase()
  if (fileName.includes(".") && endings.includes(ending)) return fileName
  const appended = `.${endings[0]}`
  // A letter of two halves is not cut in the middle.
  return `${fileName.slice(0, MOST - appended.length).replace(/[\uD800-\uDBFF]$/u, "")}${appended}`
}
