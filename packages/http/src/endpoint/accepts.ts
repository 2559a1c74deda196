/** The languages that the reader of an answer wants (RFC 9110 §12.5.4). */
import type { Accepts } from "@formwork/domain/forms/Reader"
import { acceptedLanguages } from "@formwork/rules/Language"
import type { Exchange } from "../request/Exchange.ts"

/** A header that names many languages is read as far as the first ones. */
const MOST_CHARACTERS = 1_000

/** Headers that are remembered: browsers send a few different ones, and callers the same one with each request. */
const MOST_KNOWN = 64

const known = new Map<string, Accepts>()

export const accepts = ({ head: { acceptsLanguages } }: Pick<Exchange, "head">): Accepts => {
  if (acceptsLanguages === undefined) return undefined
  const header = acceptsLanguages.slice(0, MOST_CHARACTERS)
  const read = known.get(header)
  if (read !== undefined) return read
  const made = acceptedLanguages(header)
  if (known.size === MOST_KNOWN) known.clear()
  known.set(header, made)
  return made
}
