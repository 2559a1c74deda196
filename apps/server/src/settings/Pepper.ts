/** The secrets under which keys are hashed: from the environment, or made once beside the embedded database. */
import { Array, Effect, FileSystem, Option, Path, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { Pepper } from "@formwork/domain/credentials/TokenHasher"
import { StartupFailure } from "../StartupFailure.ts"
import { table } from "./SettingsTable.ts"

/** A pepper's id is the beginning of its digest: the operator need not choose one, and it reveals nothing about the secret. */
const pepper = Effect.fnUntraced(function* (secret: string) {
  const digest = yield* Digest.Digest
  const key = new TextEncoder().encode(secret)
  const id = (yield* Effect.orDie(digest.digestHex(Digest.sha256, key))).slice(0, 12)
  return { id, key: Redacted.make(key, { label: "pepper" }) } satisfies Pepper
})

/** From `KEY_PEPPER`: the current pepper, then earlier ones after commas. */
export const fromSetting = Effect.fnUntraced(function* (setting: Option.Option<Redacted.Redacted>) {
  if (Option.isNone(setting)) {
    return yield* new StartupFailure({
      message: "KEY_PEPPER must be set when DATABASE_URL is: openssl rand -base64 32 makes one."
    })
  }
  const secrets = Redacted.value(setting.value)
    .split(",")
    .map((secret) => secret.trim())
  if (!Array.isArrayNonEmpty(secrets) || secrets.some((secret) => secret.length < 32)) {
    return yield* new StartupFailure({ message: `KEY_PEPPER must be ${table.keyPepper.allowed}.` })
  }
  return yield* Effect.forEach(secrets, pepper)
})

/** From the file `pepper` in the data folder. The first start makes it; only its owner can read it. */
export const fromFolder = Effect.fnUntraced(
  function* (dataDir: string) {
    const files = yield* FileSystem.FileSystem
    const file = (yield* Path.Path).join(dataDir, "pepper")
    if (!(yield* files.exists(file))) {
      const random = yield* SecureRandom.SecureRandom
      yield* files.makeDirectory(dataDir, { recursive: true, mode: 0o700 })
      yield* files.writeFileString(file, Base64Url.encode(yield* random.randomBytes(32)), { mode: 0o600 })
    }
    return [yield* pepper((yield* files.readFileString(file)).trim())] as const
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
