/** Organisations and their people on Postgres. */
import { Effect, Layer, Option } from "effect"
import { OrganisationStore } from "@formwork/domain/organisations/OrganisationStore"
import { User } from "@formwork/domain/organisations/Organisation"
import type { Organisation, OrganisationId, UserId } from "@formwork/domain/organisations/Organisation"
import { row, Tenant } from "./Tenant.ts"
import type { Sql } from "./Tenant.ts"

const userRow = row(User)

export const layer: Layer.Layer<OrganisationStore, never, Tenant> = Layer.effect(
  OrganisationStore,
  Effect.gen(function* () {
    const tenant = yield* Tenant

    const insertUser = (sql: Sql, organisation: OrganisationId, { email, id, name, role }: User) =>
      sql`
        insert into formwork.users (organisation_id, user_id, email, name, role)
        values (${organisation}, ${id}, ${email}, ${name}, ${role})`

    const create = Effect.fn("OrganisationStore.create")(({ id, name }: Organisation, owner: User) =>
      tenant
        .transaction(id, (sql) =>
          Effect.andThen(
            sql`insert into formwork.organisations (organisation_id, name) values (${id}, ${name})`,
            insertUser(sql, id, owner)
          )
        )
        .pipe(Effect.orDie, Effect.asVoid)
    )

    const addUser = Effect.fn("OrganisationStore.addUser")((organisationId: OrganisationId, user: User) =>
      tenant
        .transaction(organisationId, (sql) => insertUser(sql, organisationId, user))
        .pipe(Effect.orDie, Effect.asVoid)
    )

    const findUser = Effect.fn("OrganisationStore.findUser")((organisationId: OrganisationId, userId: UserId) =>
      tenant
        .transaction(
          organisationId,
          (sql, organisation) =>
            sql`
              select user_id as "id", email, name, role
                from formwork.users
               where organisation_id = ${organisation} and user_id = ${userId}`
        )
        .pipe(userRow, Effect.orDie, Effect.map(Option.fromUndefinedOr))
    )

    return OrganisationStore.of({ create, addUser, findUser })
  })
)
