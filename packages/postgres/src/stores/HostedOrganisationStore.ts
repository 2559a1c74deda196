/** The organisations of the whole installation, on Postgres. */
import { Effect, Layer, Schema } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import {
  OrganisationLimitReached,
  OrganisationNameTaken,
  OrganisationNotFound,
  UserNotFound
} from "@formwork/domain/callers/Refusal"
import { HostedOrganisation } from "@formwork/domain/hosting/HostedOrganisation"
import { HostedOrganisationStore } from "@formwork/domain/hosting/HostedOrganisationStore"
import type { HostedRange } from "@formwork/domain/hosting/HostedOrganisationStore"
import type { Founding } from "@formwork/domain/people/Founding"
import type { NewInvitation } from "@formwork/domain/people/InvitationStore"
import { NewUser } from "@formwork/domain/people/Organisation"
import * as AuditWriter from "./auditWriter.ts"
import { Operator } from "../database/Operator.ts"
import type { RoleDatabase } from "../database/RoleDatabase.ts"
import { row, rows } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"
import * as Invitations from "./InvitationStore.ts"
import { insertFounding } from "./founding.ts"

const Stored = Schema.Struct({
  ...HostedOrganisation.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  suspendedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
const storedRows = rows(Stored)
const storedRow = row(Stored)
const ownerRow = row(NewUser)
const countRow = row(Schema.Struct({ count: Schema.Int, isTaken: Schema.Boolean }))

/** An arbitrary advisory lock: one founding at a time runs in a database. */
const lockId = 4_702_111_236

const find = (sql: Sql, id: OrganisationId) =>
  sql`
    select organisation_id as "id", name, created_at as "createdAt", suspended_at as "suspendedAt"
      from formwork.organisations where organisation_id = ${id}`.pipe(storedRow)

const found = (operator: RoleDatabase) =>
  Effect.fn("HostedOrganisationStore.found")((founding: Founding, limit: number) =>
    operator
      .within(
        founding.organisation.id,
        Effect.fnUntraced(function* (sql, id) {
          const { name } = founding.organisation
          yield* sql`select pg_advisory_xact_lock(${lockId})::text`
          // On a divided database that lock is one node's. The row of the installation is on all of them, and is written by one at a time.
          yield* sql`update formwork.installation set first_organisation_id = first_organisation_id`
          const others = yield* sql`
          select count(*)::integer as count, coalesce(bool_or(lower(name) = lower(${name})), false) as "isTaken"
            from formwork.organisations`.pipe(countRow)
          if (others?.isTaken === true) return yield* new OrganisationNameTaken({ name })
          if ((others?.count ?? 0) >= limit) return yield* new OrganisationLimitReached({ limit })
          const invitation = yield* insertFounding(sql, founding)
          const organisation = yield* find(sql, id)
          if (organisation === undefined) return yield* Effect.die(new Error(`organisation ${id} vanished`))
          return { organisation, invitation }
        })
      )
      .pipe(noConflict)
  )

const invite = (operator: RoleDatabase) =>
  Effect.fn("HostedOrganisationStore.invite")(
    (organisationId: OrganisationId, email: string, invitation: NewInvitation) =>
      operator
        .within(
          organisationId,
          Effect.fnUntraced(function* (sql, id) {
            yield* sql`select pg_advisory_xact_lock(${lockId})::text`
            const organisation = yield* find(sql, id)
            if (organisation === undefined) return yield* new OrganisationNotFound()
            const owner = yield* sql`
            select user_id as "id", email, name, role from formwork.users
             where organisation_id = ${id} and lower(email) = lower(${email}) and role = 'owner'
               and deactivated_at is null`.pipe(ownerRow)
            if (owner === undefined) return yield* new UserNotFound()
            const by = Caller.operator(id, owner.id)
            return { organisation, owner, invitation: yield* Invitations.put(sql, by, owner.id, invitation) }
          })
        )
        .pipe(noConflict)
  )

const owner = (operator: RoleDatabase) =>
  Effect.fn("HostedOrganisationStore.owner")((organisationId: OrganisationId) =>
    operator
      .within(
        organisationId,
        Effect.fnUntraced(function* (sql, id) {
          const found = yield* sql`
            select user_id as "id", email, name, role from formwork.users
             where organisation_id = ${id} and role = 'owner' and deactivated_at is null
             order by user_id limit 1`.pipe(ownerRow)
          return found ?? (yield* new OrganisationNotFound())
        })
      )
      .pipe(noConflict)
  )

const list = (operator: RoleDatabase) =>
  Effect.fn("HostedOrganisationStore.list")(({ before, limit, name }: HostedRange) =>
    operator
      .across(
        (sql) => sql`
        select organisation_id as "id", name, created_at as "createdAt", suspended_at as "suspendedAt"
          from formwork.organisations
         where (${before ?? null}::uuid is null or organisation_id < ${before ?? null}::uuid)
           and (${name ?? null}::text is null or lower(name) = lower(${name ?? null}::text))
         order by organisation_id desc
         limit ${limit}`
      )
      .pipe(storedRows, Effect.orDie)
  )

const put =
  (operator: RoleDatabase, action: "organisation.suspended" | "organisation.resumed") => (id: OrganisationId) =>
    operator
      .within(
        id,
        Effect.fnUntraced(function* (sql, organisation) {
          const isSuspended = action === "organisation.suspended"
          const changed = yield* isSuspended
            ? sql`
                update formwork.organisations set suspended_at = date_trunc('milliseconds', statement_timestamp())
                 where organisation_id = ${organisation} and suspended_at is null
                returning organisation_id`
            : sql`
                update formwork.organisations set suspended_at = null
                 where organisation_id = ${organisation} and suspended_at is not null
                returning organisation_id`
          if (changed.length > 0)
            yield* AuditWriter.record(sql, organisation, Caller.ofInstallation(organisation), action, organisation)
          return (yield* find(sql, organisation)) ?? (yield* new OrganisationNotFound())
        })
      )
      .pipe(noConflict)

export const layer: Layer.Layer<HostedOrganisationStore, never, Operator> = Layer.effect(
  HostedOrganisationStore,
  Effect.map(Operator, (operator) =>
    HostedOrganisationStore.of({
      found: found(operator),
      invite: invite(operator),
      owner: owner(operator),
      list: list(operator),
      suspend: put(operator, "organisation.suspended"),
      resume: put(operator, "organisation.resumed")
    })
  )
)
