/** Organisations, in memory. */
import { DateTime, Effect, Layer, Option } from "effect"
import * as Caller from "@formwork/domain/grants/Caller"
import type { NewUser, Organisation } from "@formwork/domain/organisations/Organisation"
import { OrganisationStore } from "@formwork/domain/organisations/OrganisationStore"
import type { PasswordHash } from "@formwork/domain/organisations/PasswordHasher"
import * as Audit from "./Audit.ts"
import { emptyTenant, Tables } from "./Tables.ts"

export const layer: Layer.Layer<OrganisationStore, never, Tables> = Layer.effect(
  OrganisationStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const create = Effect.fnUntraced(function* (
      organisation: Organisation,
      owner: NewUser,
      password: PasswordHash | null
    ) {
      const occasion = yield* Audit.occasion
      const createdAt = DateTime.makeUnsafe(occasion.nowMillis)
      if (tenants.has(organisation.id)) return yield* Effect.die(new Error(`organisation ${organisation.id} exists`))
      const tenant = emptyTenant(organisation)
      tenant.users.set(owner.id, { user: { ...owner, createdAt, deactivatedAt: null }, password })
      tenants.set(organisation.id, tenant)
      Audit.record(
        tenant,
        occasion,
        Caller.operator(organisation.id, owner.id),
        "organisation.created",
        organisation.id
      )
    })

    return OrganisationStore.of({
      create,
      find: (id) => Effect.sync(() => Option.fromUndefinedOr(tenants.get(id)?.organisation)),
      usual: Effect.sync(() => Option.fromUndefinedOr(tenants.keys().next().value))
    })
  })
)
