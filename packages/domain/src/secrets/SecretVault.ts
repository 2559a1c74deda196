/** What sending may know of an organisation's secrets: all of them. People can write them and never read them. */
import { Array, Context, Effect, Layer } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import { SecretMissing } from "./Secret.ts"
import type { SecretName, SecretResolver } from "./Secret.ts"
import { SecretCipher } from "./SecretCipher.ts"
import type { SealedSecret } from "./SecretCipher.ts"

/** Port: the sealed values, where the dispatcher can read them. */
export class SealedSecrets extends Context.Service<
  SealedSecrets,
  {
    /** The values of a name that are good now: the current one first, then the one that it replaced. None: no such secret. */
    readonly find: (organisationId: OrganisationId, name: SecretName) => Effect.Effect<ReadonlyArray<SealedSecret>>
  }
>()("@formwork/domain/secrets/SealedSecrets") {}

export class SecretVault extends Context.Service<
  SecretVault,
  {
    /** Reads at every call, so that a secret that was replaced is used at once. */
    readonly resolver: (organisationId: OrganisationId) => SecretResolver
  }
>()("@formwork/domain/secrets/SecretVault") {
  static readonly layer = Layer.effect(
    SecretVault,
    Effect.gen(function* () {
      const sealed = yield* SealedSecrets
      const cipher = yield* SecretCipher
      return SecretVault.of({
        resolver: (organisationId) =>
          Effect.fn("SecretVault.resolve")(function* (name) {
            const found = yield* sealed.find(organisationId, name)
            if (!Array.isReadonlyArrayNonEmpty(found)) return yield* new SecretMissing({ name })
            return yield* Effect.forEach(found, (secret) => cipher.open(organisationId, name, secret))
          })
      })
    })
  )
}
