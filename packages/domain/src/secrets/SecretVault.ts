/** Reads an organisation's secrets for sending. People can set secrets and never read them. */
import { Array, Context, Effect, Layer } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import { SecretMissing } from "./Secret.ts"
import type { SecretHosts, SecretName, SecretResolver } from "./Secret.ts"
import { SecretCipher } from "./SecretCipher.ts"
import type { SealedSecret } from "./SecretCipher.ts"

/** A value of a secret as it is stored, and the hosts that the secret has now. */
export interface StoredSecret {
  readonly sealed: SealedSecret
  readonly hosts: SecretHosts
}

/** Port: the sealed values, where the dispatcher can read them. */
export class SealedSecrets extends Context.Service<
  SealedSecrets,
  {
    /** The values of a name that are valid now: the current one first, then the one that it replaced. Empty without such a secret. */
    readonly find: (organisationId: OrganisationId, name: SecretName) => Effect.Effect<ReadonlyArray<StoredSecret>>
  }
>()("@formwork/domain/secrets/SealedSecrets") {}

export class SecretVault extends Context.Service<
  SecretVault,
  {
    /** Reads at every call, so a replaced secret is used at once, and a host that was taken away gets nothing more. */
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
            const values = yield* Effect.forEach(found, ({ sealed }) => cipher.open(organisationId, name, sealed))
            return { values, hosts: found[0].hosts }
          })
      })
    })
  )
}
