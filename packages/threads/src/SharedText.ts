/** Large texts on their way to a thread: their bytes are shared, so that neither the message nor a second job copies them. */
import { Buffer } from "node:buffer"

export interface SharedText {
  /** Where it stands in the job (RFC 6901). */
  readonly pointer: string
  readonly bytes: SharedArrayBuffer
  readonly encoding: Encoding
}

type Encoding = "utf8" | "utf16le"

/** Half of a surrogate pair, which UTF-8 does not have, may stand in a file that was sent. A pattern would take twenty times as long. */
export const encodingOf = (text: string): Encoding => (text.isWellFormed() ? "utf8" : "utf16le")

export const share = (pointer: string, text: string, encoding: Encoding = "utf8"): SharedText => {
  const bytes = new SharedArrayBuffer(Buffer.byteLength(text, encoding))
  Buffer.from(bytes).write(text, encoding)
  return { pointer, bytes, encoding }
}

export const textOf = ({ bytes, encoding }: SharedText): string => Buffer.from(bytes).toString(encoding)
