/** Organisations and their people, in memory. */
import { Effect, Layer, Option } from "effect"
import { OrganisationStore } from "@formwork/domain/organisations/OrganisationStore"
import { emptyTenant, Tables } from "./Tables.ts"

/** An address is one person's in an organisation, however it is capitalised. */
const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

export const layer: Layer.Layer<OrganisationStore, never, Tables> = Layer.effect(
  OrganisationStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables
    return OrganisationStore.of({
      create: (organisation, owner) =>
        Effect.suspend(() => {
          if (tenants.has(organisation.id)) return Effect.die(new Error(`organisation ${organisation.id} exists`))
          const tenant = emptyTenant(organisation)
          tenant.users.set(owner.id, owner)
          tenants.set(organisation.id, tenant)
          return Effect.void
        }),
      addUser: (organisationId, user) =>
        Effect.suspend(() => {
          const tenant = tenants.get(organisationId)
          const taken = [...(tenant?.users.values() ?? [])].some(({ email }) => sameAddress(email, user.email))
          if (tenant === undefined || tenant.users.has(user.id) || taken)
            return Effect.die(new Error(`user ${user.id} cannot be added`))
          tenant.users.set(user.id, user)
          return Effect.void
        }),
      findUser: (organisationId, userId) =>
        Effect.sync(() => Option.fromNullishOr(tenants.get(organisationId)?.users.get(userId)))
    })
  })
)
