/** Adds up calls, in memory. */
import { Effect, Layer } from "effect"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import type { Calls } from "@formwork/domain/usage/Usage"
import { Tables } from "../Tables.ts"
import { reachOf } from "./reachOf.ts"

const order = ({ credential, day, operation }: Pick<Calls, "credential" | "day" | "operation">): string =>
  `${day} ${credential.id} ${operation}`

export const layer: Layer.Layer<UsageStore, never, Tables> = Layer.effect(
  UsageStore,
  Effect.map(Tables, ({ tenants }) =>
    UsageStore.of({
      add: (calls) =>
        Effect.sync(() => {
          for (const one of calls) {
            const known = tenants.get(one.organisationId)?.calls
            const key = `${order(one)} ${one.formId}`
            known?.set(key, { ...one, calls: one.calls + (known.get(key)?.calls ?? 0) })
          }
          return []
        }),
      list: (caller, { formId, from, to }) =>
        Effect.sync(() => {
          const tenant = tenants.get(caller.organisationId)
          if (tenant === undefined || (formId !== undefined && !reachOf(tenant, caller).form(formId))) return []
          const added = new Map<string, Calls>()
          for (const one of tenant.calls.values()) {
            if (formId !== undefined && one.formId !== formId) continue
            const known = added.get(order(one))
            added.set(order(one), known === undefined ? one : { ...known, calls: known.calls + one.calls })
          }
          return [...added.values()]
            .filter(({ day }) => day >= from && day <= to)
            .sort((a, b) => (order(a) < order(b) ? -1 : 1))
            .map(({ calls, credential, day, operation }) => {
              const name = credential.kind === "api_key" ? tenant.keys.get(credential.id)?.key.name : undefined
              return { day, credential, name: name ?? null, operation, calls }
            })
        })
    })
  )
)
