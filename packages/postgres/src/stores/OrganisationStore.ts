/** Organisations on Postgres. */
import { Effect, Layer, Option, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { Organisation, OrganisationRecord } from "@formwork/domain/people/Organisation"
import type { Founding } from "@formwork/domain/people/Founding"
import type { NewUser } from "@formwork/domain/people/Organisation"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { OrganisationStale, PrivilegeMissing, Unauthenticated } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { row, TenantDatabase, whole } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"
import { insertFounding, insertOrganisation } from "./founding.ts"

const organisationRow = row(Organisation)
const recordRow = row(Schema.Struct({ ...OrganisationRecord.fields, createdAt: Schema.DateTimeUtcFromDate }))
const firstRow = row(Schema.Struct({ id: Schema.NullOr(OrganisationId) }))

export const layer: Layer.Layer<OrganisationStore, never, TenantDatabase> = Layer.effect(
  OrganisationStore,
  Effect.gen(function* () {
    const database = yield* TenantDatabase

    const create = Effect.fn("OrganisationStore.create")(
      (organisation: Organisation, owner: NewUser, password: PasswordHash | null) =>
        database
          .transaction(whole(organisation.id), (sql) => insertOrganisation(sql, organisation, owner, password))
          .pipe(Effect.orDie)
    )

    const createFirst = Effect.fn("OrganisationStore.createFirst")((founding: Founding) =>
      database
        .transaction(
          whole(founding.organisation.id),
          Effect.fnUntraced(function* (sql) {
            // The row of the installation is locked: of several processes at once, the others find it taken.
            const empty = yield* sql`
              select from formwork.installation where first_organisation_id is null for no key update`
            return empty.length === 0 ? Option.none() : Option.some(yield* insertFounding(sql, founding))
          })
        )
        .pipe(Effect.orDie)
    )

    const record = Effect.fnUntraced(function* (sql: Sql, id: OrganisationId) {
      const found = yield* sql`
        select organisation_id as "id", name, created_at as "createdAt", edition from formwork.organisations
         where organisation_id = ${id}`.pipe(recordRow)
      return found ?? (yield* Effect.die(new Error("a caller's organisation is gone")))
    })

    const get = Effect.fn("OrganisationStore.get")((caller: Caller) =>
      database.transaction(caller, record).pipe(Effect.orDie)
    )

    const rename = Effect.fn("OrganisationStore.rename")((caller: Caller, edition: number, name: string) =>
      database
        .transaction(
          caller,
          Effect.fnUntraced(function* (sql, id) {
            yield* sql`select from formwork.organisations where organisation_id = ${id} for no key update`
            const held = yield* effectivePrivileges(sql, caller)
            if (held === undefined) return yield* new Unauthenticated()
            const lacking = Grant.firstMissing(held, ["organisation:write"])
            if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
            const before = yield* record(sql, id)
            if (before.edition !== edition) return yield* new OrganisationStale({ edition: before.edition })
            if (before.name === name) return before
            yield* sql`
              update formwork.organisations set name = ${name}, edition = edition + 1 where organisation_id = ${id}`
            yield* AuditWriter.record(sql, id, caller, "organisation.renamed", id, before.name)
            return yield* record(sql, id)
          })
        )
        .pipe(noConflict)
    )

    const find = Effect.fn("OrganisationStore.find")((id: OrganisationId) =>
      database
        .transaction(
          whole(id),
          (sql, organisation) =>
            sql`select organisation_id as "id", name from formwork.organisations where organisation_id = ${organisation}`
        )
        .pipe(organisationRow, Effect.orDie, Effect.map(Option.fromUndefinedOr))
    )

    const usual = database
      .common("read", (sql) => sql`select first_organisation_id as "id" from formwork.installation`)
      .pipe(
        firstRow,
        Effect.orDie,
        Effect.map((found) => Option.fromNullishOr(found?.id))
      )

    return OrganisationStore.of({ create, createFirst, get, rename, find, usual })
  })
)
