/** Port: where organisations are kept. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { NewUser, Organisation, OrganisationId } from "./Organisation.ts"
import type { PasswordHash } from "./PasswordHasher.ts"

export class OrganisationStore extends Context.Service<
  OrganisationStore,
  {
    /**
     * Stores a new organisation together with its first user. The ids are the caller's choice and must be new.
     * Leaves an audit row, by the operator who is that user.
     */
    readonly create: (organisation: Organisation, owner: NewUser, password: PasswordHash | null) => Effect.Effect<void>
    readonly find: (id: OrganisationId) => Effect.Effect<Option.Option<Organisation>>
    /** The organisation that a person means who names none: the first that was founded here. None where there is none. */
    readonly usual: Effect.Effect<Option.Option<OrganisationId>>
  }
>()("@formwork/domain/organisations/OrganisationStore") {}
