/** Port: the organisations of the whole installation, for its operator. */
import { Context } from "effect"
import type { Effect } from "effect"
import type {
  OrganisationLimitReached,
  OrganisationNameTaken,
  OrganisationNotFound,
  UserNotFound
} from "../callers/Refusal.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import type { Founding, StoredInvitation } from "../people/Founding.ts"
import type { Invitation } from "../people/Invitation.ts"
import type { NewInvitation } from "../people/InvitationStore.ts"
import type { NewUser } from "../people/Organisation.ts"
import type { HostedOrganisation } from "./HostedOrganisation.ts"

export interface HostedRange {
  readonly limit: number
  /** Only organisations that were founded before the one with this id. */
  readonly before?: OrganisationId
  /** Only those of this name; case is ignored. */
  readonly name?: string
}

export class HostedOrganisationStore extends Context.Service<
  HostedOrganisationStore,
  {
    /**
     * Stores a new organisation with its owner, and the owner's invitation if there is one, in one transaction. Foundings take
     * turns in the whole database, so of several at once with one name one succeeds. Leaves an audit row, and one of the invitation.
     * @param limit how many organisations there may be.
     * Refuses, in this order: `OrganisationNameTaken` (case is ignored), `OrganisationLimitReached`.
     */
    readonly found: (
      founding: Founding,
      limit: number
    ) => Effect.Effect<
      { readonly organisation: HostedOrganisation; readonly invitation: StoredInvitation },
      OrganisationNameTaken | OrganisationLimitReached
    >
    /**
     * Gives an owner another invitation, for one that was lost or has expired, or a forgotten password. The one before ends. Leaves an
     * audit row.
     * @param email of an owner whose account is active; case is ignored.
     * Refuses, in this order: `OrganisationNotFound`, `UserNotFound`.
     */
    readonly invite: (
      id: OrganisationId,
      email: string,
      invitation: NewInvitation
    ) => Effect.Effect<
      { readonly organisation: HostedOrganisation; readonly owner: NewUser; readonly invitation: Invitation },
      OrganisationNotFound | UserNotFound
    >
    /** The owner whose account is active and oldest. Refuses: `OrganisationNotFound`. */
    readonly owner: (id: OrganisationId) => Effect.Effect<NewUser, OrganisationNotFound>
    /** Organisations, the newest first. */
    readonly list: (range: HostedRange) => Effect.Effect<ReadonlyArray<HostedOrganisation>>
    /**
     * Suspends an organisation. Once this has returned, its keys, sessions, invitations and sign-ins are refused, and no
     * further effect of it is sent; what it has stays as it is. An organisation that is suspended stays so. Leaves an audit row.
     * Refuses: `OrganisationNotFound`.
     */
    readonly suspend: (id: OrganisationId) => Effect.Effect<HostedOrganisation, OrganisationNotFound>
    /** Ends a suspension: everything works again as before it, and effects that waited are due. Refuses: `OrganisationNotFound`. */
    readonly resume: (id: OrganisationId) => Effect.Effect<HostedOrganisation, OrganisationNotFound>
  }
>()("@formwork/domain/hosting/HostedOrganisationStore") {}
