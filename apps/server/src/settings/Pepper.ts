/** The secrets under which keys are hashed: from the environment, or made once beside the embedded database. */
import { Effect, FileSystem, Option, Path } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import * as Peppers from "@formwork/postgres/crypto/Peppers"
import { systemFact } from "../files/systemFact.ts"
import { sentence } from "./dataFolder.ts"
import { StartupFailure } from "../StartupFailure.ts"
import type { Settings } from "./Settings.ts"
import { table } from "./SettingsTable.ts"

const secretsOf = Effect.fnUntraced(function* (setting: Option.Option<Redacted.Redacted>) {
  if (Option.isNone(setting)) {
    return yield* new StartupFailure({
      message: "KEY_PEPPER must be set when DATABASE_URL is: openssl rand -base64 32 makes one."
    })
  }
  const secrets = Peppers.secretsOf(setting.value)
  if (secrets === undefined)
    return yield* new StartupFailure({ message: `KEY_PEPPER must be ${table.keyPepper.allowed}.` })
  return secrets
})

/** From `KEY_PEPPER`: the current pepper, then earlier ones after commas. */
export const fromSetting = (setting: Option.Option<Redacted.Redacted>) =>
  Effect.flatMap(secretsOf(setting), Effect.forEach(Peppers.make))

/** Whether the embedded database's own is used, which its data folder has. */
export const isOfFolder = ({ databaseUrl, keyPepper }: Settings): boolean =>
  Option.isNone(keyPepper) && Option.isNone(databaseUrl)

/** Fails with a sentence where the setting is wrong, or missing. */
export const checked = (settings: Settings): Effect.Effect<unknown, StartupFailure> =>
  isOfFolder(settings) ? Effect.void : secretsOf(settings.keyPepper)

/** From the file `pepper` in the data folder. The first start makes it; only its owner can read it. */
export const fromFolder = Effect.fnUntraced(
  function* (dataDir: string) {
    const files = yield* FileSystem.FileSystem
    const file = (yield* Path.Path).join(dataDir, "pepper")
    if (!(yield* files.exists(file))) {
      const random = yield* SecureRandom.SecureRandom
      yield* files.makeDirectory(dataDir, { recursive: true, mode: 0o700 })
      // Whole or not at all: on a full disk an empty file would stay, and be the pepper of the next start.
      const fresh = `${file}.new`
      yield* files.writeFileString(fresh, Base64Url.encode(yield* random.randomBytes(32)), { mode: 0o600 })
      yield* files.rename(fresh, file)
    }
    return [yield* Peppers.make((yield* files.readFileString(file)).trim())] as const
  },
  (self, dataDir) =>
    Effect.mapError(
      self,
      ({ reason }) =>
        new StartupFailure({ message: sentence(dataDir, systemFact(reason.cause ?? reason.message, dataDir)) })
    )
)
