/** The part of a receiver's answer that is kept: safe to store, log and show. */
import { excerptLength } from "@formwork/domain/sending/Sender"

const decoder = new TextDecoder("utf-8", { ignoreBOM: false })

/** Bytes as text; what is not UTF-8 becomes U+FFFD. */
export const decode = (bytes: Uint8Array): string => decoder.decode(bytes)

// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu

/** The first half of a surrogate pair, which cutting may leave at the end. */
const half = /[\ud800-\udbff]$/

/** The first `excerptLength` characters, without control characters (U+0000 cannot be stored in Postgres; others write to terminals). */
export const of = (text: string): string =>
  text.replaceAll("\r\n", "\n").replace(control, "\uFFFD").slice(0, excerptLength).replace(half, "")
