/** The mail server and the sender, which are set together or not at all. */
import { Effect, Option } from "effect"
import type { Redacted } from "effect"
import { StartupFailure } from "../StartupFailure.ts"
import type { Settings } from "./Settings.ts"
import { table } from "./SettingsTable.ts"

export interface MailSettings {
  readonly url: Redacted.Redacted
  readonly from: string
}

/** None without `SMTP_URL`. Fails with a sentence where it has no sender. */
export const mailSettings = Effect.fnUntraced(function* ({ mailFrom, smtpUrl }: Settings) {
  if (Option.isNone(smtpUrl)) return Option.none<MailSettings>()
  if (Option.isNone(mailFrom))
    return yield* new StartupFailure({
      message: `MAIL_FROM is missing: with SMTP_URL it has to be ${table.mailFrom.allowed}.`
    })
  return Option.some<MailSettings>({ url: smtpUrl.value, from: mailFrom.value })
})
