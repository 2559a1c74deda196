/** Looks credentials up, for an `Admissions` that counts requests elsewhere. */
import { Effect, Layer } from "effect"
import { CredentialStore } from "@formwork/domain/keys/CredentialStore"
import type { TokenHasher } from "@formwork/domain/keys/TokenHasher"
import * as Proof from "./Proof.ts"
import type { Tenant } from "./Tenant.ts"

export const layer: Layer.Layer<CredentialStore, never, Tenant | TokenHasher> = Layer.effect(
  CredentialStore,
  Effect.map(Proof.make(null), (prove) =>
    CredentialStore.of({ authenticate: (token) => Effect.map(prove(token), ({ caller }) => caller) })
  )
)
