/**
 * Port: the outbox as the dispatcher sees it, across organisations. A claim leases a firing: no other dispatcher claims it
 * until the lease ends. After that any may, so a dispatcher that dies while sending loses nothing. The store's clock decides.
 */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { SubmissionId } from "../filing/Submission.ts"
import type { UploadId } from "../filing/Upload.ts"
import type { UploadedFile } from "../filing/UploadStore.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import type { Firing, FiringId } from "../filing/Firing.ts"
import type { StoredSecret } from "../secrets/SecretVault.ts"

/** A firing that a dispatcher has leased to send it now, with all that its send needs, as it was when it was claimed. */
export interface Claim {
  readonly id: FiringId
  readonly organisationId: OrganisationId
  readonly submissionId: SubmissionId
  readonly effectId: string
  readonly kind: Firing["kind"]
  readonly destination: string
  /** The first is 1; counted when the firing is claimed. */
  readonly attempt: number
  /** Failed attempts since the firing was filed or a person retried it. Lost attempts do not count. */
  readonly failures: number
  /** New at each claim. */
  readonly leaseId: string
  /** As stored; null for a firing without content. */
  readonly content: Json
  /** Of an e-mail: the firings of the documents that it attaches. INVARIANT: they are delivered. */
  readonly attachments?: Firing["attachments"] | undefined
  /** The trace of the request that it was filed by. */
  readonly traceparent?: string | undefined
  /** When it was claimed, by the store's clock. */
  readonly claimedAtMillis: number
  /** The reference number of its submission. */
  readonly referenceNumber: string
  /**
   * The valid values of the organisation's secrets that the content names: of one name the current one first, then the one that it
   * replaced.
   */
  readonly secrets: ReadonlyArray<StoredSecret>
}

/** The places that a dispatcher gives one destination of an organisation. */
export interface Places {
  readonly organisationId: OrganisationId
  readonly destination: string
  readonly places: number
}

export interface ClaimLimits {
  /** How many firings to claim at most. */
  readonly limit: number
  /** How many firings of one organisation to one destination may be leased at once, by all dispatchers together, unless `places` names it. */
  readonly perDestination: number
  /** The destinations for which it is another number, each once. */
  readonly places: ReadonlyArray<Places>
  /**
   * How many firings of one organisation may be leased at once, by all dispatchers together; what `places` gives above
   * `perDestination` comes on top.
   */
  readonly perOrganisation: number
  readonly leaseMillis: number
  /** How many documents to claim at most: the free printers of the process that claims. */
  readonly documents: number
  /** The organisation whose document this process claimed last; null before the first. */
  readonly lastPrinted: OrganisationId | null
}

/** What waits, over all organisations. */
export interface Backlog {
  /** Firings that are neither delivered nor given up, those that are being sent included. */
  readonly pending: number
  /** For how long the firing that has been due for longest has waited; 0 where none is due. */
  readonly oldestDueMillis: number
}

/** How an attempt ended. */
export interface Settlement {
  /** `retry` and `lost` leave the firing pending; `retry` counts as a failure. `stopped` also stops all other firings to its URL. */
  readonly result: "delivered" | "retry" | "dead" | "stopped" | "lost"
  readonly status: number | null
  readonly excerpt: string | null
  readonly reason: string | null
  /** Until the firing is due again, from now; read for `retry` and `lost` only. */
  readonly delayMillis: number
}

/** A claim, and how its attempt ended. */
export interface Ended {
  readonly claim: Claim
  readonly settlement: Settlement
}

export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Leases due firings. Destinations take turns: the one with fewer leased firings comes first, then the one that has waited
     * longest, so a slow destination delays no other. Organisations take turns too: the one with fewer leased firings comes first,
     * and none gets more than there are places left, so that the places never all go to the first who come; above
     * `perDestination`, half of that, so that its other destinations find room. Documents go round: to the organisation with fewer
     * leased documents, then to the next after `lastPrinted`. A firing to a stopped URL becomes `stopped` instead. An attempt whose
     * lease has ended is recorded as `lost`. An e-mail that attaches documents is not due before all of them are delivered.
     */
    readonly claim: (limits: ClaimLimits) => Effect.Effect<ReadonlyArray<Claim>>
    /**
     * Records, in one step, how attempts ended, and ends their leases. Once a document is delivered or dead, and no other document is
     * pending that its e-mail attaches, the e-mail is due. If one of them is dead the e-mail is dead as well, with an attempt that
     * says so.
     * @returns for each whether it was recorded: not where another dispatcher has the lease by now. Then nothing of it changes.
     */
    readonly settle: (ended: ReadonlyArray<Ended>) => Effect.Effect<ReadonlyArray<boolean>>
    /** A file of a claim's submission, as it was uploaded; none where the submission has no such file. */
    readonly upload: (
      claim: Pick<Claim, "organisationId" | "submissionId">,
      id: UploadId
    ) => Effect.Effect<Option.Option<UploadedFile>>
    readonly backlog: Effect.Effect<Backlog>
  }
>()("@formwork/domain/sending/Outbox") {}
