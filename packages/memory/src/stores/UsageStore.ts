/** Adds up calls, in memory. */
import { Effect, Layer } from "effect"
import type { Actor } from "@formwork/domain/callers/Actor"
import type { Credential } from "@formwork/domain/callers/Caller"
import { UserId } from "@formwork/domain/callers/Ids"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import type { Calls } from "@formwork/domain/usage/Usage"
import { Tables } from "../Tables.ts"
import type { Tenant } from "../Tables.ts"
import { keyActorOf, personOf } from "./actorOf.ts"
import { reachOf } from "./reachOf.ts"

const order = ({ credential, day, operation }: Pick<Calls, "credential" | "day" | "operation">): string =>
  `${day} ${credential.id} ${operation}`

/** The key, or the person of a session or of work at the machine. */
const callerOf = (tenant: Tenant, { id, kind }: Credential): Actor | null => {
  if (kind === "api_key") return tenant.keys.has(id) ? keyActorOf(tenant, id) : null
  const userId = kind === "session" ? tenant.sessions.get(id)?.session.userId : UserId.make(id)
  return userId !== undefined && tenant.users.has(userId) ? personOf(tenant, userId) : null
}

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
              const by = callerOf(tenant, credential)
              return { day, credential, name: by?.kind === "key" ? by.name : null, by, operation, calls }
            })
        })
    })
  )
)
