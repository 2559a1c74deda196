/** Founding an organisation: the one thing that no caller of it can do. */
import { Context, Effect, Layer } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { OrganisationId, UserId } from "./Organisation.ts"
import type { NewUser, Organisation } from "./Organisation.ts"
import { OrganisationStore } from "./OrganisationStore.ts"
import { PasswordHasher } from "./PasswordHasher.ts"

export interface Founder {
  readonly email: string
  readonly name: string
  /** Undefined: nobody can sign in as them until there is one. */
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
  }
>()("@formwork/domain/organisations/Organisations") {
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
      return Organisations.of({ found })
    })
  )
}
