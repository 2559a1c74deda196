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

/** UTF-16 units that are written between two pauses: a millisecond's work or two. */
const unitsAtOnce = 1_048_576

/** In slices. @param atOnce UTF-16 units between two pauses, two or more. */
export function* share(
  pointer: string,
  text: string,
  encoding: Encoding,
  atOnce = unitsAtOnce
): Generator<undefined, SharedText, undefined> {
  const bytes = new SharedArrayBuffer(Buffer.byteLength(text, encoding))
  const buffer = Buffer.from(bytes)
  let written = 0
  for (let from = 0; from < text.length;) {
    // Both halves of a surrogate pair are one character of UTF-8.
    const to = from + atOnce - (isHighHalf(text.charCodeAt(from + atOnce - 1)) ? 1 : 0)
    written += buffer.write(text.slice(from, to), written, encoding)
    from = to
    yield
  }
  return { pointer, bytes, encoding }
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

export const textOf = ({ bytes, encoding }: SharedText): string => Buffer.from(bytes).toString(encoding)
