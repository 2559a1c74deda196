/** Media types: one has several names, and programs, systems and authors write each of them. */

/** Other names, after the usual one. */
const NAMES: ReadonlyArray<ReadonlyArray<string>> = [
  ["application/gzip", "application/x-gzip"],
  ["application/json", "text/json"],
  ["application/java-vm", "application/x-java", "application/x-java-class"],
  ["application/pdf", "application/x-pdf"],
  ["application/rtf", "application/x-rtf", "text/rtf"],
  ["application/vnd.debian.binary-package", "application/x-deb", "application/x-debian-package"],
  [
    "application/vnd.microsoft.portable-executable",
    "application/exe",
    "application/x-dosexec",
    "application/x-exe",
    "application/x-ms-dos-executable",
    "application/x-msdos-program",
    "application/x-msdownload",
    "application/x-winexe"
  ],
  ["application/vnd.ms-cab-compressed", "application/x-cab", "application/x-cab-compressed"],
  ["application/vnd.rar", "application/x-rar", "application/x-rar-compressed"],
  ["application/vnd.sqlite3", "application/x-sqlite3"],
  ["application/x-7z-compressed", "application/x-7zip"],
  ["application/x-bzip2", "application/bzip2"],
  ["application/x-rpm", "application/x-redhat-package-manager"],
  ["application/xml", "text/xml"],
  ["application/zip", "application/x-zip", "application/x-zip-compressed"],
  ["audio/aac", "audio/x-aac"],
  ["audio/flac", "audio/x-flac"],
  ["audio/midi", "audio/mid", "audio/x-midi"],
  ["audio/mp4", "audio/m4a", "audio/x-m4a"],
  ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/x-mpeg"],
  ["audio/wav", "audio/vnd.wave", "audio/wave", "audio/x-wav"],
  ["audio/x-aiff", "audio/aiff"],
  ["font/otf", "application/x-font-otf"],
  ["font/ttf", "application/x-font-ttf"],
  ["font/woff", "application/font-woff", "application/x-font-woff"],
  ["font/woff2", "application/font-woff2"],
  ["image/bmp", "image/x-bmp", "image/x-ms-bmp"],
  ["image/jpeg", "image/jpg", "image/pjpeg"],
  ["image/png", "image/x-png"],
  ["image/svg+xml", "image/svg"],
  ["image/tiff", "image/tif", "image/x-tiff"],
  ["image/vnd.adobe.photoshop", "application/x-photoshop", "image/x-psd"],
  ["image/x-icon", "image/ico", "image/vnd.microsoft.icon"],
  ["text/csv", "application/csv", "text/comma-separated-values", "text/x-csv"],
  ["text/markdown", "text/x-markdown"],
  ["video/matroska", "video/x-matroska"],
  ["video/mp4", "video/x-m4v"],
  ["video/x-msvideo", "video/avi", "video/msvideo"]
]

/** Kept apart where they are stored, and one where a field names its types: the second is the usual kind of the first. */
const KINDRED: ReadonlyArray<ReadonlyArray<string>> = [["image/heif", "image/heic"]]

const families = (all: ReadonlyArray<ReadonlyArray<string>>): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(all.flatMap((names) => names.map((name) => [name, names] as const)))

const usual = families(NAMES)
const alike = families([...NAMES, ...KINDRED])

/** `image/png` of `Image/PNG; q=1`. */
const essenceOf = (mediaType: string): string => (mediaType.split(";")[0] ?? "").trim().toLowerCase()

/** The usual name of a media type, in small letters and without parameters: `image/jpeg` of `image/jpg`. `image/heic` stays. */
export const usualMediaType = (mediaType: string): string => {
  const essence = essenceOf(mediaType)
  return usual.get(essence)?.[0] ?? essence
}

/** Every name under which a field may have a media type, this one too. */
export const namesOfMediaType = (mediaType: string): ReadonlyArray<string> => {
  const essence = essenceOf(mediaType)
  return alike.get(essence) ?? [essence]
}

/** Whether a field takes files of a media type. A parameter of the type, the case of its letters and which of its names is used do not matter. */
export const takesMediaType = (
  { mediaTypes }: { readonly mediaTypes?: ReadonlyArray<string> | undefined },
  mediaType: string
): boolean => {
  if (mediaTypes === undefined) return true
  const names = namesOfMediaType(mediaType)
  return mediaTypes.some((taken) =>
    taken.endsWith("/*") ? names.some((name) => name.startsWith(taken.slice(0, -1))) : names.includes(taken)
  )
}
