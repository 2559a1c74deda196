/** What is kept of somebody else's answer: safe to store, to log and to show. */
import { excerptLength } from "@formwork/domain/sending/Sender"

const decoder = new TextDecoder("utf-8", { ignoreBOM: false })

/** Bytes as text; what is not UTF-8 becomes U+FFFD. */
export const decode = (bytes: Uint8Array): string => decoder.decode(bytes)

// oxlint-disable-next-line no-control-regex -- they are what it is about
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu

/** What cutting leaves of a character outside the basic plane. */
const half = /[\ud800-\udbff]$/

/**
 * The first `excerptLength` characters, without control characters (U+0000 cannot be stored in Postgres; others write to terminals).
 * @param secrets what must not be shown; a receiver that echoes its request would.
 */
export const of = (text: string, secrets: ReadonlyArray<string> = []): string => {
  const masked = secrets.reduce((shown, secret) => shown.replaceAll(secret, "•••"), text)
  return masked.replaceAll("\r\n", "\n").replace(control, "\uFFFD").slice(0, excerptLength).replace(half, "")
}
