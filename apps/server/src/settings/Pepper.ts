/** The secrets under which keys are hashed: from the environment, or made once beside the embedded database. */
import { Effect, FileSystem, Option, Path } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import * as Peppers from "@formwork/postgres/crypto/Peppers"
import { StartupFailure } from "../StartupFailure.ts"
import { table } from "./SettingsTable.ts"

/** From `KEY_PEPPER`: the current pepper, then earlier ones after commas. */
export const fromSetting = Effect.fnUntraced(function* (setting: Option.Option<Redacted.Redacted>) {
  if (Option.isNone(setting)) {
    return yield* new StartupFailure({
      message: "KEY_PEPPER must be set when DATABASE_URL is: openssl rand -base64 32 makes one."
    })
  }
  const secrets = Peppers.secretsOf(setting.value)
  if (secrets === undefined)
    return yield* new StartupFailure({ message: `KEY_PEPPER must be ${table.keyPepper.allowed}.` })
  return yield* Effect.forEach(secrets, Peppers.make)
})

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
      ({ message }) =>
        new StartupFailure({
          message: `The data folder ${dataDir} cannot be used: ${message}. FORMWORK_DATA_DIR names another; with DATABASE_URL none is needed.`
        })
    )
)
