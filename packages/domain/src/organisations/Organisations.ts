/** Founding an organisation: the one thing that no caller of it can do. */
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { OrganisationId, UserId } from "./Organisation.ts"
import type { Organisation, User } from "./Organisation.ts"
import { OrganisationStore } from "./OrganisationStore.ts"

export class Organisations extends Context.Service<
  Organisations,
  {
    /** Creates an organisation whose first user is its owner. */
    readonly found: (
      name: string,
      owner: { readonly email: string; readonly name: string }
    ) => Effect.Effect<{ readonly organisation: Organisation; readonly owner: User }>
  }
>()("@formwork/domain/organisations/Organisations") {
  static readonly layer = Layer.effect(
    Organisations,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const store = yield* OrganisationStore
      const found = Effect.fn("Organisations.found")(function* (
        name: string,
        person: { readonly email: string; readonly name: string }
      ) {
        const organisation = { id: OrganisationId.make(yield* random.uuidV7()), name }
        const owner: User = { id: UserId.make(yield* random.uuidV7()), role: "owner", ...person }
        yield* store.create(organisation, owner)
        return { organisation, owner }
      })
      return Organisations.of({ found })
    })
  )
}
