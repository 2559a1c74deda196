/** Port: where the audit log is kept. Changes write their own line, in their own transaction; this is for what changes nothing. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../grants/Caller.ts"
import type { OrganisationId } from "../organisations/Organisation.ts"
import type { AuditEntry, AuditEvent, AuditEventId } from "./AuditEvent.ts"

export class AuditStore extends Context.Service<
  AuditStore,
  {
    /** Adds a line, with the request that `CurrentRequest` names. To an organisation that is none it adds nothing. */
    readonly record: (organisationId: OrganisationId, entry: AuditEntry) => Effect.Effect<void>
    /** The newest `limit` lines of the caller's organisation before the one with the id `before`, newest first. */
    readonly list: (
      caller: Caller,
      page: { readonly limit: number; readonly before?: AuditEventId }
    ) => Effect.Effect<ReadonlyArray<AuditEvent>>
  }
>()("@formwork/domain/audit/AuditStore") {}
