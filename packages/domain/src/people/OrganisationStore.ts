/** Port: organisations. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { OrganisationStale, PrivilegeMissing, Unauthenticated } from "../callers/Refusal.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import type { NewUser, Organisation, OrganisationRecord } from "./Organisation.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import type { Founding, StoredInvitation } from "./Founding.ts"

export class OrganisationStore extends Context.Service<
  OrganisationStore,
  {
    /**
     * Stores a new organisation together with its first user. The ids are the caller's choice and must be new.
     * Leaves an audit row, by that user as the operator.
     */
    readonly create: (organisation: Organisation, owner: NewUser, password: PasswordHash | null) => Effect.Effect<void>
    /**
     * Stores the first organisation, with its owner and the owner's invitation if there is one, unless the database has one: of
     * several calls at once one does. Leaves an audit row as `create` does, and one of the invitation.
     */
    readonly createFirst: (founding: Founding) => Effect.Effect<Option.Option<StoredInvitation>>
    /** The caller's organisation. */
    readonly get: (caller: Caller) => Effect.Effect<OrganisationRecord>
    /**
     * Gives the caller's organisation another name, if its edition is still `edition`. In one transaction, with the caller's
     * effective privileges locked. Leaves an audit row, whose `detail` is the name before; the same name changes nothing.
     * Refuses, in this order: `Unauthenticated`, `PrivilegeMissing` (`organisation:write`), `OrganisationStale`.
     */
    readonly rename: (
      caller: Caller,
      edition: number,
      name: string
    ) => Effect.Effect<OrganisationRecord, Unauthenticated | PrivilegeMissing | OrganisationStale>
    readonly find: (id: OrganisationId) => Effect.Effect<Option.Option<Organisation>>
    /** The default organisation for a sign-in that names none: the first that was founded here. */
    readonly usual: Effect.Effect<Option.Option<OrganisationId>>
  }
>()("@formwork/domain/people/OrganisationStore") {}
