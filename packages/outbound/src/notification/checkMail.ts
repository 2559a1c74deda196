/** Asks the mail server whether it would take mail, and sends none. */
import { Effect, type Redacted } from "effect"
import { mailer } from "./mailer.ts"
import * as Smtp from "./Smtp.ts"

/**
 * Connects, greets, turns to TLS where the server offers it, and signs in where `url` has a password. Refuses with a sentence.
 * @param url `SMTP_URL`: see `Smtp.read`.
 * @param from `MAIL_FROM`.
 * @returns a sentence.
 */
export const checkMail = Effect.fnUntraced(function* (settings: {
  readonly url: Redacted.Redacted
  readonly from: string
}) {
  const from = yield* Smtp.sender(settings.from)
  const options = yield* Smtp.read(settings.url)
  const { createTransport } = yield* mailer
  const transport = createTransport(options)
  yield* Effect.tryPromise({
    try: () => transport.verify(),
    catch: (cause) =>
      new Smtp.MailSettingsInvalid({
        message: `The mail server ${options.host}:${options.port} cannot be used: ${cause instanceof Error ? cause.message : "no answer"}. See SMTP_URL.`
      })
  }).pipe(Effect.ensuring(Effect.sync(() => transport.close())))
  const signedIn = options.auth === undefined ? "" : " and takes the password"
  return `The mail server ${options.host}:${options.port} answers${signedIn}; mail comes from ${from.address}.`
})
