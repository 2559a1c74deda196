/** The people of an organisation on Postgres. Hashes of passwords go in and never come out here. */
import { Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/grants/Caller"
import * as Grant from "@formwork/domain/grants/Grant"
import * as Role from "@formwork/domain/grants/Role"
import { User } from "@formwork/domain/organisations/Organisation"
import type { NewUser, UserId } from "@formwork/domain/organisations/Organisation"
import type { PasswordHash } from "@formwork/domain/organisations/PasswordHasher"
import { UserStore } from "@formwork/domain/organisations/UserStore"
import { EmailTaken, LastOwner, PrivilegeMissing, Unauthenticated, UserNotFound } from "@formwork/domain/Refusal"
import * as Audit from "./Audit.ts"
import { privilegesNow } from "./Standing.ts"
import { row, rows, Tenant } from "./Tenant.ts"
import type { Door, Sql } from "./Tenant.ts"
import { noConflict } from "./Trouble.ts"

const Person = Schema.Struct({
  ...User.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  deactivatedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
const personRow = row(Person)
const personRows = rows(Person)
const lastRow = row(Schema.Struct({ isLast: Schema.Boolean }))

export const insertUser = (
  sql: Sql,
  organisation: string,
  { email, id, name, role }: NewUser,
  password: PasswordHash | null
) =>
  sql`
    insert into formwork.users (organisation_id, user_id, email, name, role, password_hash)
    values (${organisation}, ${id}, ${email}, ${name}, ${role}, ${password})`

const find = (sql: Sql, { organisationId }: Caller, id: UserId) =>
  sql`
    select user_id as "id", email, name, role, created_at as "createdAt", deactivated_at as "deactivatedAt"
      from formwork.users
     where organisation_id = ${organisationId} and user_id = ${id}`.pipe(personRow)

const found = Effect.fnUntraced(function* (sql: Sql, caller: Caller, id: UserId) {
  return (yield* find(sql, caller, id)) ?? (yield* new UserNotFound())
})

const insert = (tenant: Door) =>
  Effect.fn("UserStore.insert")((creator: Caller, user: NewUser, password: PasswordHash | null) =>
    tenant
      .transaction(
        creator.organisationId,
        Effect.fnUntraced(function* (sql, organisation): Effect.fn.Return<
          User,
          SqlError.SqlError | Unauthenticated | PrivilegeMissing | UserNotFound
        > {
          const held = yield* privilegesNow(sql, creator)
          if (held === undefined) return yield* new Unauthenticated()
          const lacking = Grant.firstMissing(held, Role.privileges(user.role))
          if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
          yield* insertUser(sql, organisation, user, password)
          yield* Audit.record(sql, organisation, creator, "user.created", user.id)
          return yield* found(sql, creator, user.id)
        })
      )
      .pipe(
        Effect.catchTags({
          UniqueViolation: (violation) =>
            violation.constraint === "users_email_key" ? Effect.fail(new EmailTaken()) : Effect.die(violation),
          UserNotFound: Effect.die
        }),
        noConflict
      )
  )

const list = (tenant: Door) =>
  Effect.fn("UserStore.list")((caller: Caller) =>
    tenant
      .transaction(
        caller.organisationId,
        (sql, organisation) =>
          sql`
            select user_id as "id", email, name, role, created_at as "createdAt", deactivated_at as "deactivatedAt"
              from formwork.users
             where organisation_id = ${organisation}
             order by created_at, user_id`
      )
      .pipe(personRows, Effect.orDie)
  )

const get = (tenant: Door) =>
  Effect.fn("UserStore.get")((caller: Caller, id: UserId) =>
    tenant.transaction(caller.organisationId, (sql) => found(sql, caller, id)).pipe(noConflict)
  )

/** What the caller is to be remembered by in the lines of what it ends. */
const endCredentials = Effect.fnUntraced(function* (
  sql: Sql,
  { credential, organisationId, userId }: Caller,
  person: UserId,
  ending: { readonly keys: boolean; readonly kept: string | null }
) {
  const { address, requestId } = yield* CurrentRequest
  yield* sql`
    select formwork.end_credentials(${organisationId}, ${person}, ${ending.keys}, ${ending.kept}, ${userId},
      ${credential.kind}, ${credential.id}, ${requestId}, ${address})::text`
})

const deactivate = (tenant: Door) =>
  Effect.fn("UserStore.deactivate")((caller: Caller, id: UserId) =>
    tenant
      .transaction(
        caller.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the organisation's row is locked before anything is looked at, as a key's insertion does: no key is made
          // while this goes on, and of two last owners one remains.
          yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
          const user = yield* found(sql, caller, id)
          if (user.deactivatedAt !== null) return user
          const owners = yield* sql`
            select not exists (
              select from formwork.users
               where organisation_id = ${organisation} and role = 'owner' and deactivated_at is null and user_id <> ${id})
              as "isLast"`.pipe(lastRow)
          if (user.role === "owner" && owners?.isLast === true) return yield* new LastOwner()
          yield* sql`
            update formwork.users set deactivated_at = clock_timestamp()
             where organisation_id = ${organisation} and user_id = ${id}`
          yield* Audit.record(sql, organisation, caller, "user.deactivated", id)
          yield* endCredentials(sql, caller, id, { keys: true, kept: null })
          return yield* found(sql, caller, id)
        })
      )
      .pipe(noConflict)
  )

const reactivate = (tenant: Door) =>
  Effect.fn("UserStore.reactivate")((caller: Caller, id: UserId) =>
    tenant
      .transaction(
        caller.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          const changed = yield* sql`
            update formwork.users set deactivated_at = null
             where organisation_id = ${organisation} and user_id = ${id} and deactivated_at is not null
            returning user_id`
          if (changed.length > 0) yield* Audit.record(sql, organisation, caller, "user.reactivated", id)
          return yield* found(sql, caller, id)
        })
      )
      .pipe(noConflict)
  )

const setPassword = (tenant: Door) =>
  Effect.fn("UserStore.setPassword")((caller: Caller, hash: PasswordHash) =>
    tenant
      .transaction(
        caller.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the person's row is locked before the session is held: of two sessions that change the password at once,
          // each would hold its own while it waits for the other's.
          yield* sql`
            select from formwork.users where organisation_id = ${organisation} and user_id = ${caller.userId} for no key update`
          if ((yield* privilegesNow(sql, caller)) === undefined) return yield* new Unauthenticated()
          yield* sql`
            update formwork.users set password_hash = ${hash}
             where organisation_id = ${organisation} and user_id = ${caller.userId}`
          yield* sql`select formwork_auth.forgive(${organisation}, ${caller.userId}, ${hash})`
          yield* Audit.record(sql, organisation, caller, "user.password_changed", caller.userId)
          const kept = caller.credential.kind === "session" ? caller.credential.id : null
          yield* endCredentials(sql, caller, caller.userId, { keys: false, kept })
        })
      )
      .pipe(noConflict)
  )

export const layer: Layer.Layer<UserStore, never, Tenant> = Layer.effect(
  UserStore,
  Effect.map(Tenant, (tenant) =>
    UserStore.of({
      insert: insert(tenant),
      list: list(tenant),
      get: get(tenant),
      deactivate: deactivate(tenant),
      reactivate: reactivate(tenant),
      setPassword: setPassword(tenant)
    })
  )
)
