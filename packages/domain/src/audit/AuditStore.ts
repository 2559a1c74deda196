/** Port: the audit log. A change writes its own line, in its own transaction; `record` is for events that change nothing. */
import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { OrganisationId, UserId } from "../callers/Ids.ts"
import type { AuditAction, AuditEntry, AuditEventId, AuditLine } from "./AuditEvent.ts"

/** Each member narrows the list; without members it is every line. */
export interface AuditFilter {
  readonly action?: AuditAction
  readonly userId?: UserId
  readonly credentialId?: string
  readonly subject?: string
  readonly requestId?: string
  /** At this time or later. */
  readonly from?: DateTime.Utc
  /** Before this time. */
  readonly to?: DateTime.Utc
}

export interface AuditRange {
  /** Items at most. */
  readonly limit: number
  /** Lines to examine at most. */
  readonly examine: number
  /** Only lines older than the one with this id. */
  readonly before?: AuditEventId
}

export interface AuditPage {
  readonly items: ReadonlyArray<AuditLine>
  /** `before` of the next page; undefined on the last page. */
  readonly next: AuditEventId | undefined
}

export class AuditStore extends Context.Service<
  AuditStore,
  {
    /** Adds a line, with the request that `CurrentRequest` names. An unknown organisation gets no line. */
    readonly record: (organisationId: OrganisationId, entry: AuditEntry) => Effect.Effect<void>
    /**
     * The newest lines of the caller's organisation that pass, newest first. Only time has an index, which keeps writing cheap:
     * a page examines at most `examine` lines, so it may have few items, or none, and still a `next`. Following `next` gives
     * every line once that existed at the beginning. Names are the present ones.
     */
    readonly list: (caller: Caller, filter: AuditFilter, page: AuditRange) => Effect.Effect<AuditPage>
  }
>()("@formwork/domain/audit/AuditStore") {}
