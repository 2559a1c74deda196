/** The keys under which organisations' secrets are encrypted. */
import { Effect, Layer, Option, Redacted } from "effect"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { aead } from "@formwork/postgres/crypto/Crypto"
import * as Peppers from "@formwork/postgres/crypto/Peppers"
import * as SecretKeys from "@formwork/postgres/crypto/SecretKeys"
import * as Pepper from "./Pepper.ts"
import { table } from "./SettingsTable.ts"
import type { Settings } from "./Settings.ts"
import { StartupFailure } from "../StartupFailure.ts"

/** Fails with a sentence where the setting is wrong. */
const secretsOf = Effect.fnUntraced(function* (setting: Redacted.Redacted) {
  const secrets = Peppers.secretsOf(setting)
  if (secrets === undefined)
    return yield* new StartupFailure({ message: `SECRETS_KEY must be ${table.secretsKey.allowed}.` })
  return secrets
})

/** Fails with a sentence where the setting is wrong. */
export const checked = ({ secretsKey }: Settings): Effect.Effect<unknown, StartupFailure> =>
  Option.isSome(secretsKey) ? secretsOf(secretsKey.value) : Effect.void

/** From `SECRETS_KEY`, else from the peppers: the current one first. */
const keys = Effect.fnUntraced(function* (settings: Settings) {
  const { dataDir, keyPepper, secretsKey } = settings
  if (Option.isSome(secretsKey)) return yield* Effect.forEach(yield* secretsOf(secretsKey.value), SecretKeys.derive)
  const peppers = yield* Pepper.isOfFolder(settings) ? Pepper.fromFolder(dataDir) : Pepper.fromSetting(keyPepper)
  return yield* Effect.forEach(peppers, ({ key }) => SecretKeys.derive(Redacted.value(key)))
})

export const layer = (settings: Settings) =>
  Layer.unwrap(Effect.map(keys(settings), SecretCipher.layer)).pipe(Layer.provide(aead))
