/** What the first bytes of a file say of its type, by magic-bytes.js. */
import { filetypemime, register } from "magic-bytes.js"
import type { FileTypes } from "@formwork/domain/filing/FileTypes"

/** Pictures of phones by the brands that the library takes for films (ISO/IEC 23008-12 §10). */
for (const brand of ["heim", "heis", "heix", "hevc", "hevx", "msf1"]) {
  const signature = Array.from(`ftyp${brand}`, (letter) => `0x${letter.charCodeAt(0).toString(16)}`)
  register("heif", signature, { mime: "image/heif", extension: "heif" }, 4)
}

export const fileTypes: FileTypes = (bytes) => filetypemime(bytes)
