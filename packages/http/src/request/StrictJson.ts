/** The strict reader of JSON (`@formwork/rules/readJson`) over a request's bytes, with Node's own decoders. */
import type { Result } from "effect"
import { isAscii, isUtf8 } from "node:buffer"
import type { Json } from "@formwork/rules/Json"
import { readJson, readJsonInSlices } from "@formwork/rules/readJson"

/** Undefined where they are not UTF-8. */
export const decode = (bytes: Uint8Array): string | undefined => {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  // Text of one byte a character takes half the memory and time.
  if (isAscii(buffer)) return buffer.toString("latin1")
  return isUtf8(buffer) ? buffer.toString("utf8") : undefined
}

/** Reads one JSON text. Refuses with a sentence about “the body”. */
export const parse = (bytes: Buffer, depth: number): Result.Result<Json, string> =>
  readJson(bytes, { decode, depth, subject: "The body" })

/** The same in slices: it pauses between its passes over the text. */
export const parseInSlices = (
  bytes: Buffer,
  depth: number
): Generator<undefined, Result.Result<Json, string>, undefined> =>
  readJsonInSlices(bytes, { decode, depth, subject: "The body" })
