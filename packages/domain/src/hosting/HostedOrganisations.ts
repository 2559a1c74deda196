/** What the operator of an installation does with its organisations. There is no caller: the adapter has made sure that it is the operator. */
import { Context, Effect, Layer } from "effect"
import * as Caller from "../callers/Caller.ts"
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

/** An organisation that is there, whether it was founded now or before. */
export interface EnsuredOrganisation extends FoundedOrganisation {
  /** The owner, with every privilege, for work at the machine. */
  readonly caller: Caller.Caller
  /** Whether this call founded it. */
  readonly founded: boolean
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
     * Founds an organisation unless one has this name, case ignored. A program may call it at each start; of several processes at
     * once one founds it. An organisation that is there stays as it is: `owner` is then its oldest active owner, and
     * `founder` is not looked at.
     * Refuses: `OrganisationLimitReached`.
     *
     * ```ts
     * const { caller } = yield* organisations.ensure("Ashworth", { email: "edith@ashworth.example", name: "Edith" })
     * ```
     */
    readonly ensure: (name: string, founder: Founder) => Effect.Effect<EnsuredOrganisation, OrganisationLimitReached>
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
      /** Organisations that were founded without the operator may share a name: the oldest is the one. */
      const named = Effect.fnUntraced(function* (name: string) {
        const organisation = (yield* store.list({ limit: 1_000, name })).at(-1)
        if (organisation === undefined) return undefined
        const owner = yield* Effect.orDie(store.owner(organisation.id))
        const caller = Caller.operator(organisation.id, owner.id)
        return { organisation, owner, invitation: undefined, caller, founded: false }
      })
      const ensure = Effect.fn("HostedOrganisations.ensure")(function* (name: string, founder: Founder) {
        const there = yield* named(name)
        if (there !== undefined) return there
        const made = yield* Effect.catchTag(found(name, founder), "OrganisationNameTaken", () => Effect.undefined)
        if (made === undefined)
          return (yield* named(name)) ?? (yield* Effect.die(new Error(`organisation ${name} vanished`)))
        const caller = Caller.operator(made.organisation.id, made.owner.id)
        return { ...made, caller, founded: true }
      })
      const invite = Effect.fn("HostedOrganisations.invite")(function* (id: OrganisationId, email: string) {
        const { link, stored, token } = yield* mint(id)
        const { invitation, organisation, owner } = yield* store.invite(id, email, { ...stored, isShown: true })
        return { organisation, owner, invitation: { token, link, expiresAt: invitation.expiresAt } }
      })
      const { list, resume, suspend } = store
      return HostedOrganisations.of({ found, ensure, invite, list, suspend, resume })
    })
  )
}
