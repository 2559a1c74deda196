/** Opens an organisation's secrets for sending. People can set secrets and never read them. */
import { Context, Effect, Layer } from "effect"
import type { Redacted } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import { SecretMissing } from "./Secret.ts"
import type { SecretHosts, SecretName, SecretResolver, SecretUnreadable, SecretValue } from "./Secret.ts"
import { SecretCipher } from "./SecretCipher.ts"
import type { SealedSecret } from "./SecretCipher.ts"

/** A value of a secret as it is stored, and the hosts that the secret has now. */
export interface StoredSecret {
  readonly name: SecretName
  readonly sealed: SealedSecret
  readonly hosts: SecretHosts
}

/** Resolves the secrets of one organisation among those that a claim brought. */
export type Opened = (organisationId: OrganisationId, stored: ReadonlyArray<StoredSecret>) => SecretResolver

export class SecretVault extends Context.Service<
  SecretVault,
  {
    /** For the sends of one claim: a value that several of them need is decrypted once, and forgotten with them. */
    readonly forOneClaim: () => Opened
  }
>()("@formwork/domain/secrets/SecretVault") {
  static readonly layer = Layer.effect(
    SecretVault,
    Effect.map(SecretCipher, (cipher) =>
      SecretVault.of({
        forOneClaim: () => {
          const open = openingOnce(cipher)
          return (organisationId, stored) => (name) =>
            Effect.gen(function* () {
              const [current, ...others] = stored.filter((secret) => secret.name === name)
              if (current === undefined) return yield* new SecretMissing({ name })
              const value = yield* open(organisationId, current)
              const replaced = yield* Effect.forEach(others, (other) => open(organisationId, other))
              return { values: [value, ...replaced], hosts: current.hosts }
            })
        }
      })
    )
  )
}

type Opening = Effect.Effect<Redacted.Redacted<SecretValue>, SecretUnreadable>

/** INVARIANT: a value is opened for the organisation that asks, also where another had the same row: the cipher then refuses it. */
const openingOnce = (cipher: SecretCipher["Service"]) => {
  const opened = new Map<OrganisationId, Map<StoredSecret, Opening>>()
  return (organisationId: OrganisationId, stored: StoredSecret): Opening =>
    Effect.gen(function* () {
      const own = opened.get(organisationId) ?? new Map<StoredSecret, Opening>()
      opened.set(organisationId, own)
      const opening = own.get(stored) ?? (yield* Effect.cached(cipher.open(organisationId, stored.name, stored.sealed)))
      own.set(stored, opening)
      return yield* opening
    })
}
