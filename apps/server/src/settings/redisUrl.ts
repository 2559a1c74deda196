/** The Redis of the settings. */
import { Effect, Option, Redacted } from "effect"
import { StartupFailure } from "../StartupFailure.ts"
import type { Settings } from "./Settings.ts"
import { table } from "./SettingsTable.ts"

const isRedis = (url: string): boolean => /^rediss?:\/\//u.test(url) && URL.canParse(url)

/** Its URL, if one is set. Fails with a sentence where it is not a URL of Redis. */
export const redisUrl = ({
  redisUrl: url
}: Settings): Effect.Effect<Option.Option<Redacted.Redacted>, StartupFailure> =>
  Option.isSome(url) && !isRedis(Redacted.value(url.value))
    ? Effect.fail(new StartupFailure({ message: `REDIS_URL must be ${table.redisUrl.allowed}.` }))
    : Effect.succeed(url)
