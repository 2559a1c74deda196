/** Port: where the audit log is kept. Changes write their own line, in their own transaction; this is for what changes nothing. */
import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { OrganisationId, UserId } from "../callers/Ids.ts"
import type { AuditAction, AuditEntry, AuditEvent, AuditEventId } from "./AuditEvent.ts"

/** Which lines; what is left out narrows nothing. */
export interface AuditFilter {
  readonly action?: AuditAction
  readonly userId?: UserId
  readonly credentialId?: string
  readonly subject?: string
  readonly requestId?: string
  /** From then on. */
  readonly from?: DateTime.Utc
  /** Before then. */
  readonly to?: DateTime.Utc
}

export interface AuditRange {
  /** Items at most. */
  readonly limit: number
  /** Lines to look at, at most. */
  readonly examine: number
  /** Those before the line with this id. */
  readonly before?: AuditEventId
}

export interface AuditPage {
  readonly items: ReadonlyArray<AuditEvent>
  /** Where to go on, as `before`; undefined: nothing comes after. */
  readonly next: AuditEventId | undefined
}

export class AuditStore extends Context.Service<
  AuditStore,
  {
    /** Adds a line, with the request that `CurrentRequest` names. To an organisation that is none it adds nothing. */
    readonly record: (organisationId: OrganisationId, entry: AuditEntry) => Effect.Effect<void>
    /**
     * The newest lines of the caller's organisation that pass, newest first. Nothing but time has an index, so that writing a
     * line costs no more for being found: a page looks at `examine` lines at most, and may have few items, or none, and a next.
     * Going on from `next` gives every line once that was there at the beginning.
     */
    readonly list: (caller: Caller, filter: AuditFilter, page: AuditRange) => Effect.Effect<AuditPage>
  }
>()("@formwork/domain/audit/AuditStore") {}
