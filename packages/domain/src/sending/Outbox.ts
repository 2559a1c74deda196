/**
 * Port: the outbox as the dispatcher sees it, across organisations. Taking a firing leases it: until the lease ends nobody
 * else takes it, and after that anybody may, so that whoever dies while sending loses nothing. The store's clock decides.
 */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { SubmissionId } from "../filing/Submission.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import type { Firing, FiringId } from "../filing/Firing.ts"

/** A firing that is to be sent now. */
export interface Claim {
  readonly id: FiringId
  readonly organisationId: OrganisationId
  readonly submissionId: SubmissionId
  readonly effectId: string
  readonly kind: Firing["kind"]
  readonly destination: string
  /** The first is 1; counted when it is taken. */
  readonly attempt: number
  /** Attempts that failed since it was filed, or since somebody asked for another try. Lost ones are not among them. */
  readonly failures: number
  /** Another one each time that the firing is taken. */
  readonly leaseId: string
  /** As the row has it; null in one that was stored before there was anything to send. */
  readonly content: Json
}

export interface ClaimLimits {
  /** How many to take at most. */
  readonly limit: number
  /** How many of an organisation's firings to one destination may be leased at once, by whomever. */
  readonly perDestination: number
  /** How many of one organisation's firings may be leased at once, by whomever. */
  readonly perOrganisation: number
  readonly leaseMillis: number
}

/** How an attempt ended. */
export interface Settlement {
  /** `retry` and `lost` leave it pending; `retry` counts as a failure. `stopped` also stops everything else that goes to its URL. */
  readonly result: "delivered" | "retry" | "dead" | "stopped" | "lost"
  readonly status: number | null
  readonly excerpt: string | null
  readonly reason: string | null
  /** When it is due again, from now; of `retry` and `lost` alone. */
  readonly delayMillis: number
}

export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Leases due firings. Destinations take turns: of two, the one with less on its way comes first, then the one that has waited
     * longest, so that a destination that takes long holds up nobody else. A firing to a URL that is stopped becomes `stopped`
     * instead. An attempt of somebody whose lease has ended is written down as `lost`.
     */
    readonly claim: (limits: ClaimLimits) => Effect.Effect<ReadonlyArray<Claim>>
    /**
     * Writes down how the attempt ended and ends its lease.
     * @returns false, and nothing has changed, where the lease is somebody else's by now.
     */
    readonly settle: (claim: Claim, settlement: Settlement) => Effect.Effect<boolean>
    /** The reference number of the submission that a claim belongs to. */
    readonly referenceNumber: (organisationId: OrganisationId, submissionId: SubmissionId) => Effect.Effect<string>
  }
>()("@formwork/domain/sending/Outbox") {}
