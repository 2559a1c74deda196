/** The audit log, in memory. */
import { Effect, Layer } from "effect"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import * as Audit from "./Audit.ts"
import { Tables } from "./Tables.ts"

export const layer: Layer.Layer<AuditStore, never, Tables> = Layer.effect(
  AuditStore,
  Effect.map(Tables, ({ tenants }) =>
    AuditStore.of({
      record: (organisationId, entry) =>
        Effect.map(Audit.occasion, (occasion) => {
          const tenant = tenants.get(organisationId)
          if (tenant !== undefined) Audit.append(tenant, occasion, entry)
        }),
      list: ({ organisationId }, { before, limit }) =>
        Effect.sync(() =>
          (tenants.get(organisationId)?.audit ?? [])
            .filter(({ id }) => before === undefined || id < before)
            .reverse()
            .slice(0, limit)
        )
    })
  )
)
