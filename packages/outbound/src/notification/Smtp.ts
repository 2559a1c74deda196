/** The mail server, as the environment names it. */
import { Effect, Redacted, Schema } from "effect"
import { isEmailAddress } from "./EmailAddress.ts"

/** `SMTP_URL` or `MAIL_FROM` cannot be used. The sentence never repeats the URL: it has the password. */
export class MailSettingsInvalid extends Schema.TaggedError<MailSettingsInvalid>()("MailSettingsInvalid", {
  message: Schema.String
}) {}

/** The sender. */
export interface From {
  readonly name: string
  readonly address: string
}

/** How the server is reached, in nodemailer's words. */
interface Options {
  readonly host: string
  readonly port: number
  /** TLS from the start. */
  readonly secure: boolean
  /** TLS by STARTTLS, or no conversation. */
  readonly requireTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
  readonly forceAuth?: boolean
  readonly connectionTimeout: number
  readonly greetingTimeout: number
  readonly socketTimeout: number
  readonly dnsTimeout: number
}

/** Reads `forms@example.org` or `Example Forms <forms@example.org>`. */
export const sender = Effect.fnUntraced(function* (text: string) {
  const [, name = "", bracketed] = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>\s*$/u.exec(text) ?? []
  const from: From = { name, address: bracketed ?? text.trim() }
  if (isEmailAddress(from.address)) return from
  return yield* new MailSettingsInvalid({
    message: "MAIL_FROM must be an e-mail address, or a name and an address as in: Example Forms <forms@example.org>."
  })
})

/**
 * Reads `smtp://[user:password@]host[:port]` (587; TLS by STARTTLS where the server offers it, and always before a password is sent)
 * or `smtps://…` (465; TLS from the start). The server's certificate is verified either way.
 */
export const read = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const parsed = URL.parse(Redacted.value(url))
  const secure = parsed?.protocol === "smtps:"
  if (parsed === null || !(secure || parsed.protocol === "smtp:") || parsed.hostname === "" || parsed.search !== "") {
    return yield* new MailSettingsInvalid({
      message: "SMTP_URL must be smtp://user:password@host:port or smtps://user:password@host:port."
    })
  }
  const credentials = yield* Effect.try({
    try: () => ({ user: decodeURIComponent(parsed.username), pass: decodeURIComponent(parsed.password) }),
    catch: () =>
      new MailSettingsInvalid({ message: "SMTP_URL has a user name or a password with a % that has to be %25." })
  })
  const known = credentials.user !== ""
  const options: Options = {
    host: parsed.hostname.replace(/^\[|\]$/gu, ""),
    port: parsed.port === "" ? (secure ? 465 : 587) : Number(parsed.port),
    secure,
    requireTLS: known && !secure,
    ...(known ? { auth: credentials, forceAuth: true } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 5_000
  }
  return options
})
