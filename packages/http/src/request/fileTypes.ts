/** What the first bytes of a file say of its type, by magic-bytes.js. */
import { filetypemime, register } from "magic-bytes.js"
import type { FileTypes } from "@formwork/domain/filing/FileTypes"

/** As the library writes bytes: `0x0a`. */
const bytesOf = (begin: string): Array<string> =>
  Array.from(begin, (letter) => `0x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`)

/** Pictures of phones by the brands that the library takes for films (ISO/IEC 23008-12 §10). */
for (const brand of ["heim", "heis", "heix", "hevc", "hevx", "msf1"]) {
  register("heif", bytesOf(`ftyp${brand}`), { mime: "image/heif", extension: "heif" }, 4)
}

/**
 * Programs, and archives that install some. The library knows most of them without a media type, and bytes that no type is known of may be of any.
 * It knows others too, by a byte or two that much else begins with; those stay unknown.
 */
const programs: ReadonlyArray<readonly [name: string, begin: string, mediaType: string]> = [
  ["exe", "MZ", "application/vnd.microsoft.portable-executable"],
  ["class", "\xca\xfe\xba\xbe", "application/java-vm"],
  ["mach-o", "\xca\xfe\xba\xbe", "application/x-mach-binary"],
  ["mach-o", "\xce\xfa\xed\xfe", "application/x-mach-binary"],
  ["mach-o", "\xcf\xfa\xed\xfe", "application/x-mach-binary"],
  ["lnk", "L\0\0\0\x01\x14\x02\0", "application/x-ms-shortcut"],
  ["cab", "MSCF", "application/vnd.ms-cab-compressed"],
  ["crx", "Cr24", "application/x-chrome-extension"],
  ["deb", "!<arch>", "application/vnd.debian.binary-package"],
  ["dex", "dex\n", "application/x-dex"],
  ["rpm", "\xed\xab\xee\xdb", "application/x-rpm"],
  ["xar", "xar!", "application/x-xar"]
]
for (const [extension, begin, mime] of programs) register(extension, bytesOf(begin), { mime, extension })

/** Bytes in which the head of a PDF may follow on white space: readers look for it there (ISO 32000-1 annex H, note 13). */
const HEAD = 1_024

const isPdf = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/.test(Buffer.from(bytes.subarray(0, HEAD)).toString("latin1"))

export const fileTypes: FileTypes = (bytes) => (isPdf(bytes) ? ["application/pdf"] : filetypemime(bytes))
