/** The audit log on Postgres. Nothing may change or remove a line of it. */
import { Effect, Layer, Schema } from "effect"
import { AuditEvent } from "@formwork/domain/audit/AuditEvent"
import type { AuditEntry, AuditEventId } from "@formwork/domain/audit/AuditEvent"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { Caller } from "@formwork/domain/grants/Caller"
import type { OrganisationId } from "@formwork/domain/organisations/Organisation"
import * as Audit from "./Audit.ts"
import { rows, Tenant } from "./Tenant.ts"

const events = rows(Schema.Struct({ ...AuditEvent.fields, at: Schema.DateTimeUtcFromDate }))

export const layer: Layer.Layer<AuditStore, never, Tenant> = Layer.effect(
  AuditStore,
  Effect.gen(function* () {
    const tenant = yield* Tenant

    const record = Effect.fn("AuditStore.record")((organisationId: OrganisationId, entry: AuditEntry) =>
      tenant
        .transaction(organisationId, (sql, organisation) => Audit.append(sql, organisation, entry))
        .pipe(Effect.orDie)
    )

    const list = Effect.fn("AuditStore.list")(
      (caller: Caller, { before, limit }: { readonly limit: number; readonly before?: AuditEventId }) =>
        tenant
          .transaction(
            caller.organisationId,
            (sql, organisation) =>
              sql`
                select event_id as "id", occurred_at as "at", action, user_id as "userId",
                       case when credential_kind is not null then json_build_object('kind', credential_kind, 'id', credential_id) end
                         as "credential",
                       subject_id as "subject", detail, times, address, request_id as "requestId"
                  from formwork.audit_events
                 where organisation_id = ${organisation} and (${before}::uuid is null or event_id < ${before}::uuid)
                 order by organisation_id desc, event_id desc
                 limit ${limit}`
          )
          .pipe(events, Effect.orDie)
    )

    return AuditStore.of({ record, list })
  })
)
