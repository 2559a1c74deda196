/** What the operator of an installation does with its organisations. There is no caller: the adapter has made sure that it is the operator. */
import { Context, Effect, Layer } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import type {
  OrganisationLimitReached,
  OrganisationNameTaken,
  OrganisationNotFound,
  UserNotFound
} from "../callers/Refusal.ts"
import { minting } from "../people/mintInvitation.ts"
import { preparing } from "../people/Founding.ts"
import type { Founder, OwnerInvitation } from "../people/Founding.ts"
import type { NewUser } from "../people/Organisation.ts"
import { OrganisationLimit } from "./HostedOrganisation.ts"
import type { HostedOrganisation } from "./HostedOrganisation.ts"
import { HostedOrganisationStore } from "./HostedOrganisationStore.ts"
import type { HostedRange } from "./HostedOrganisationStore.ts"

export interface FoundedOrganisation {
  readonly organisation: HostedOrganisation
  readonly owner: NewUser
  /** Undefined where the owner has a password. */
  readonly invitation: OwnerInvitation | undefined
}

export class HostedOrganisations extends Context.Service<
  HostedOrganisations,
  {
    /**
     * Founds an organisation. Without a password its owner gets an invitation, which is shown here alone.
     * Refuses, in this order: `OrganisationNameTaken` (case is ignored), `OrganisationLimitReached`.
     */
    readonly found: (
      name: string,
      owner: Founder
    ) => Effect.Effect<FoundedOrganisation, OrganisationNameTaken | OrganisationLimitReached>
    /**
     * Gives the owner with this address another invitation, which is shown here alone; the one before ends.
     * Refuses, in this order: `OrganisationNotFound`, `UserNotFound` (no active owner has the address).
     */
    readonly invite: (
      id: OrganisationId,
      email: string
    ) => Effect.Effect<FoundedOrganisation, OrganisationNotFound | UserNotFound>
    /** Organisations, the newest first. */
    readonly list: (range: HostedRange) => Effect.Effect<ReadonlyArray<HostedOrganisation>>
    /** Refuses every credential of an organisation from now on. Refuses: `OrganisationNotFound`. */
    readonly suspend: (id: OrganisationId) => Effect.Effect<HostedOrganisation, OrganisationNotFound>
    /** Ends a suspension. Refuses: `OrganisationNotFound`. */
    readonly resume: (id: OrganisationId) => Effect.Effect<HostedOrganisation, OrganisationNotFound>
  }
>()("@formwork/domain/hosting/HostedOrganisations") {
  static readonly layer = Layer.effect(
    HostedOrganisations,
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const limit = yield* OrganisationLimit
      const prepare = yield* preparing
      const mint = yield* minting
      const found = Effect.fn("HostedOrganisations.found")(function* (name: string, owner: Founder) {
        const { founding, shown } = yield* prepare(name, owner)
        const { invitation, organisation } = yield* store.found(founding, limit)
        return { organisation, owner: founding.owner, invitation: shown(invitation) }
      })
      const invite = Effect.fn("HostedOrganisations.invite")(function* (id: OrganisationId, email: string) {
        const { link, stored, token } = yield* mint(id)
        const { invitation, organisation, owner } = yield* store.invite(id, email, { ...stored, isShown: true })
        return { organisation, owner, invitation: { token, link, expiresAt: invitation.expiresAt } }
      })
      const { list, resume, suspend } = store
      return HostedOrganisations.of({ found, invite, list, suspend, resume })
    })
  )
}
