/** The audit log, in memory. */
import { DateTime, Effect, Layer } from "effect"
import type { AuditEvent } from "@formwork/domain/audit/AuditEvent"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { AuditFilter } from "@formwork/domain/audit/AuditStore"
import * as AuditWriter from "./auditWriter.ts"
import { Tables } from "../Tables.ts"

const isWithin = ({ from, to }: AuditFilter, { at }: AuditEvent): boolean =>
  (from === undefined || !DateTime.isLessThan(at, from)) && (to === undefined || DateTime.isLessThan(at, to))

const passes = ({ action, credentialId, requestId, subject, userId }: AuditFilter, line: AuditEvent): boolean =>
  (action === undefined || line.action === action) &&
  (userId === undefined || line.userId === userId) &&
  (credentialId === undefined || line.credential?.id === credentialId) &&
  (subject === undefined || line.subject === subject) &&
  (requestId === undefined || line.requestId === requestId)

export const layer: Layer.Layer<AuditStore, never, Tables> = Layer.effect(
  AuditStore,
  Effect.map(Tables, ({ tenants }) =>
    AuditStore.of({
      record: (organisationId, entry) =>
        Effect.map(AuditWriter.auditContext, (auditContext) => {
          const tenant = tenants.get(organisationId)
          if (tenant !== undefined) AuditWriter.append(tenant, auditContext, entry)
        }),
      list: ({ organisationId }, filter, { before, examine, limit }) =>
        Effect.sync(() => {
          const left = (tenants.get(organisationId)?.audit ?? [])
            .filter((line) => (before === undefined || line.id < before) && isWithin(filter, line))
            .reverse()
          const examined = left.slice(0, examine)
          const passing = examined.filter((line) => passes(filter, line))
          const items = passing.slice(0, limit)
          const last = passing.length > limit ? items.at(-1) : left.length > examine ? examined.at(-1) : undefined
          return { items, next: last?.id }
        })
    })
  )
)
