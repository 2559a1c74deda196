/** Organisations themselves. Founding one needs no caller: an operator does it. */
import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "../callers/Caller.ts"
import type { OrganisationStale, PrivilegeMissing, Unauthenticated } from "../callers/Refusal.ts"
import { OrganisationId, UserId } from "../callers/Ids.ts"
import type { NewUser, Organisation, OrganisationRecord } from "./Organisation.ts"
import { OrganisationStore } from "./OrganisationStore.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import { preparing } from "./Founding.ts"
import type { Founder, OwnerInvitation } from "./Founding.ts"

export interface FirstOrganisation {
  readonly organisation: Organisation
  readonly owner: NewUser
  /** Undefined where the owner has a password. */
  readonly invitation: OwnerInvitation | undefined
}

export class Organisations extends Context.Service<
  Organisations,
  {
    /** Creates an organisation whose first user is its owner. */
    readonly found: (
      name: string,
      owner: Founder
    ) => Effect.Effect<{ readonly organisation: Organisation; readonly owner: NewUser }>
    /**
     * Founds the first organisation of an empty database; of several calls at once one does. None: there is one already, and nothing
     * happens. Without a password the owner gets an invitation, which is shown here alone.
     */
    readonly foundFirst: (name: string, owner: Founder) => Effect.Effect<Option.Option<FirstOrganisation>>
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
      const prepare = yield* preparing
      const foundFirst = Effect.fn("Organisations.foundFirst")(function* (name: string, founder: Founder) {
        const { founding, shown } = yield* prepare(name, founder)
        const { organisation, owner } = founding
        return Option.map(yield* store.createFirst(founding), (stored) => ({
          organisation,
          owner,
          invitation: shown(stored)
        }))
      })
      const rename = Effect.fn("Organisations.rename")(function* (
        caller: Caller.Caller,
        edition: number,
        name: string
      ) {
        yield* Caller.require(caller, "organisation:write")
        return yield* store.rename(caller, edition, name)
      })
      return Organisations.of({ found, foundFirst, get: store.get, rename })
    })
  )
}
