/** Port: where organisations and their people are kept. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Organisation, OrganisationId, User, UserId } from "./Organisation.ts"

export class OrganisationStore extends Context.Service<
  OrganisationStore,
  {
    /** Stores a new organisation together with its first user. The ids are the caller's choice and must be new. */
    readonly create: (organisation: Organisation, owner: User) => Effect.Effect<void>
    /** Adds a user. */
    readonly addUser: (organisationId: OrganisationId, user: User) => Effect.Effect<void>
    /** The user of that organisation, whatever their standing. */
    readonly findUser: (organisationId: OrganisationId, userId: UserId) => Effect.Effect<Option.Option<User>>
  }
>()("@formwork/domain/organisations/OrganisationStore") {}
