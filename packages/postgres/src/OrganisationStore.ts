/** Organisations on Postgres. */
import { Effect, Layer, Option, Schema } from "effect"
import * as Caller from "@formwork/domain/grants/Caller"
import { Organisation, OrganisationId } from "@formwork/domain/organisations/Organisation"
import type { NewUser } from "@formwork/domain/organisations/Organisation"
import { OrganisationStore } from "@formwork/domain/organisations/OrganisationStore"
import type { PasswordHash } from "@formwork/domain/organisations/PasswordHasher"
import * as Audit from "./Audit.ts"
import { row, Tenant } from "./Tenant.ts"
import { insertUser } from "./UserStore.ts"

const organisationRow = row(Organisation)
const firstRow = row(Schema.Struct({ id: Schema.NullOr(OrganisationId) }))

export const layer: Layer.Layer<OrganisationStore, never, Tenant> = Layer.effect(
  OrganisationStore,
  Effect.gen(function* () {
    const tenant = yield* Tenant

    const create = Effect.fn("OrganisationStore.create")(
      ({ id, name }: Organisation, owner: NewUser, password: PasswordHash | null) =>
        tenant
          .transaction(
            id,
            Effect.fnUntraced(function* (sql) {
              yield* sql`insert into formwork.organisations (organisation_id, name) values (${id}, ${name})`
              yield* insertUser(sql, id, owner, password)
              yield* Audit.record(sql, id, Caller.operator(id, owner.id), "organisation.created", id)
              yield* sql`update formwork.installation set first_organisation_id = ${id} where first_organisation_id is null`
            })
          )
          .pipe(Effect.orDie)
    )

    const find = Effect.fn("OrganisationStore.find")((id: OrganisationId) =>
      tenant
        .transaction(
          id,
          (sql, organisation) =>
            sql`select organisation_id as "id", name from formwork.organisations where organisation_id = ${organisation}`
        )
        .pipe(organisationRow, Effect.orDie, Effect.map(Option.fromUndefinedOr))
    )

    const usual = tenant
      .common("read", (sql) => sql`select first_organisation_id as "id" from formwork.installation`)
      .pipe(
        firstRow,
        Effect.orDie,
        Effect.map((found) => Option.fromNullishOr(found?.id))
      )

    return OrganisationStore.of({ create, find, usual })
  })
)
