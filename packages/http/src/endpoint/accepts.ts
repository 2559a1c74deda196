/** The languages that the reader of an answer wants (RFC 9110 §12.5.4). */
import type { Accepts } from "@formwork/domain/forms/Reader"
import { acceptedLanguages } from "@formwork/rules/Language"
import type { Exchange } from "../request/Exchange.ts"

/** A header that names many languages is read as far as the first ones. */
const MOST_CHARACTERS = 1_000

export const accepts = ({ head: { acceptsLanguages } }: Pick<Exchange, "head">): Accepts =>
  acceptsLanguages === undefined ? undefined : acceptedLanguages(acceptsLanguages.slice(0, MOST_CHARACTERS))
