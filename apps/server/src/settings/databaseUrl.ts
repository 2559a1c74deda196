/** The database server of the settings. */
import { Effect, Option, Redacted } from "effect"
import { StartupFailure } from "../StartupFailure.ts"
import type { Settings } from "./Settings.ts"
import { table } from "./SettingsTable.ts"

/** Fails with a sentence where there is a standby and no primary. */
export const primaryOfStandby = ({ databaseReadUrl, databaseUrl: url }: Settings) =>
  Option.isNone(url) && Option.isSome(databaseReadUrl)
    ? Effect.fail(new StartupFailure({ message: "DATABASE_READ_URL needs DATABASE_URL, the primary of that standby." }))
    : Effect.void

/** Its URL, if one is set. Fails with a sentence where it is not a Postgres URL. */
export const databaseUrl = Effect.fnUntraced(function* (settings: Settings) {
  yield* primaryOfStandby(settings)
  const { databaseUrl: url } = settings
  if (Option.isSome(url) && !isPostgres(url.value)) {
    return yield* new StartupFailure({ message: `DATABASE_URL must be ${table.databaseUrl.allowed}.` })
  }
  return url
})

export const isPostgres = (url: Redacted.Redacted): boolean => /^postgres(ql)?:\/\//u.test(Redacted.value(url))
