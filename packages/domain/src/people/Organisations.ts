/** Organisations themselves. Founding one needs no caller: an operator does it. */
import { Context, Effect, Layer } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "../callers/Caller.ts"
import type { OrganisationStale, PrivilegeMissing, Unauthenticated } from "../callers/Refusal.ts"
import { OrganisationId, UserId } from "../callers/Ids.ts"
import type { NewUser, Organisation, OrganisationRecord } from "./Organisation.ts"
import { OrganisationStore } from "./OrganisationStore.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"

export interface Founder {
  readonly email: string
  readonly name: string
  /** Undefined: the person cannot sign in until they have a password. */
  readonly password?: Redacted.Redacted<string>
}

export class Organisations extends Context.Service<
  Organisations,
  {
    /** Creates an organisation whose first user is its owner. */
    readonly found: (
      name: string,
      owner: Founder
    ) => Effect.Effect<{ readonly organisation: Organisation; readonly owner: NewUser }>
    /** The caller's organisation. Needs no privilege. */
    readonly get: (caller: Caller.Caller) => Effect.Effect<OrganisationRecord>
    /**
     * Gives the caller's organisation another name.
     * @param edition the edition that the change is based on: of two changes based on the same one, one succeeds (docs/decisions/0103).
     * Refuses, in this order: `PrivilegeMissing` (`organisation:write`), `Unauthenticated` (the caller's credential has ended meanwhile),
     * `OrganisationStale`.
     */
    readonly rename: (
      caller: Caller.Caller,
      edition: number,
      name: string
    ) => Effect.Effect<OrganisationRecord, PrivilegeMissing | Unauthenticated | OrganisationStale>
  }
>()("@formwork/domain/people/Organisations") {
  static readonly layer = Layer.effect(
    Organisations,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const hasher = yield* PasswordHasher
      const store = yield* OrganisationStore
      const found = Effect.fn("Organisations.found")(function* (
        name: string,
        { email, name: person, password }: Founder
      ) {
        const organisation = { id: OrganisationId.make(yield* random.uuidV7()), name }
        const owner: NewUser = { id: UserId.make(yield* random.uuidV7()), role: "owner", email, name: person }
        yield* store.create(organisation, owner, password === undefined ? null : yield* hasher.hash(password))
        return { organisation, owner }
      })
      const rename = Effect.fn("Organisations.rename")(function* (
        caller: Caller.Caller,
        edition: number,
        name: string
      ) {
        yield* Caller.require(caller, "organisation:write")
        return yield* store.rename(caller, edition, name)
      })
      return Organisations.of({ found, get: store.get, rename })
    })
  )
}
