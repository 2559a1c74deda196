/** Adds up calls, in memory. */
import { Effect, Layer } from "effect"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import type { Calls } from "@formwork/domain/usage/Usage"
import { Tables } from "../Tables.ts"

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
            known?.set(order(one), { ...one, calls: one.calls + (known.get(order(one))?.calls ?? 0) })
          }
        }),
      list: ({ organisationId }, { from, to }) =>
        Effect.sync(() => {
          const tenant = tenants.get(organisationId)
          return [...(tenant?.calls.values() ?? [])]
            .filter(({ day }) => day >= from && day <= to)
            .sort((a, b) => (order(a) < order(b) ? -1 : 1))
            .map(({ calls, credential, day, operation }) => {
              const name = credential.kind === "api_key" ? tenant?.keys.get(credential.id)?.key.name : undefined
              return { day, credential, name: name ?? null, operation, calls }
            })
        })
    })
  )
)
