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

/** From `SECRETS_KEY`, else from the peppers: the current one first. */
const keys = Effect.fnUntraced(function* ({ dataDir, databaseUrl, keyPepper, secretsKey }: Settings) {
  if (Option.isSome(secretsKey)) {
    const secrets = Peppers.secretsOf(secretsKey.value)
    if (secrets === undefined)
      return yield* new StartupFailure({ message: `SECRETS_KEY must be ${table.secretsKey.allowed}.` })
    return yield* Effect.forEach(secrets, SecretKeys.derive)
  }
  const peppers = yield* Option.isSome(keyPepper) || Option.isSome(databaseUrl)
    ? Pepper.fromSetting(keyPepper)
    : Pepper.fromFolder(dataDir)
  return yield* Effect.forEach(peppers, ({ key }) => SecretKeys.derive(Redacted.value(key)))
})

export const layer = (settings: Settings) =>
  Layer.unwrap(Effect.map(keys(settings), SecretCipher.layer)).pipe(Layer.provide(aead))
