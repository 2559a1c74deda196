/** The users of an organisation on Postgres. Writes hashes of passwords, and never reads them. */
import { Effect, Layer, Schema } from "effect"
import { SqlError } from "effect/sql"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import * as Role from "@formwork/domain/callers/Role"
import { User } from "@formwork/domain/people/Organisation"
import type { UserId } from "@formwork/domain/callers/Ids"
import type { NewUser } from "@formwork/domain/people/Organisation"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import type { UserChange } from "@formwork/domain/people/UserStore"
import {
  EmailTaken,
  LastOwner,
  PrivilegeMissing,
  Unauthenticated,
  UserNotFound
} from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { type Conflict, noConflict } from "../database/SqlFailure.ts"

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

const find = (sql: Sql, { organisationId }: Pick<Caller, "organisationId">, id: UserId) =>
  sql`
    select user_id as "id", email, name, role, created_at as "createdAt", deactivated_at as "deactivatedAt"
      from formwork.users
     where organisation_id = ${organisationId} and user_id = ${id}`.pipe(personRow)

export const found = Effect.fnUntraced(function* (sql: Sql, caller: Pick<Caller, "organisationId">, id: UserId) {
  return (yield* find(sql, caller, id)) ?? (yield* new UserNotFound())
})

/** Makes two requests that change one person's account take turns. */
export const lock = (sql: Sql, organisation: string, person: UserId) =>
  sql`select from formwork.users where organisation_id = ${organisation} and user_id = ${person} for no key update`

/** Adds a person. Runs in the caller's transaction. */
export const add = Effect.fnUntraced(function* (
  sql: Sql,
  creator: Caller,
  user: NewUser,
  password: PasswordHash | null
) {
  const { organisationId } = creator
  const held = yield* effectivePrivileges(sql, creator)
  if (held === undefined) return yield* new Unauthenticated()
  const lacking = Grant.firstMissing(held, Role.privileges(user.role))
  if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
  yield* insertUser(sql, organisationId, user, password)
  yield* AuditWriter.record(sql, organisationId, creator, "user.created", user.id)
  return yield* found(sql, creator, user.id).pipe(Effect.catchTag("UserNotFound", Effect.die))
})

/** Refuses a person whose e-mail address the organisation has already. */
export const orTaken = <A, E, R>(self: Effect.Effect<A, E | Conflict, R>) =>
  Effect.catchIf(
    self,
    (error) => error instanceof SqlError.UniqueViolation && error.constraint === "users_email_key",
    () => Effect.fail(new EmailTaken())
  )

const insert = (database: Database) =>
  Effect.fn("UserStore.insert")((creator: Caller, user: NewUser, password: PasswordHash | null) =>
    database
      .transaction(
        creator,
        Effect.fnUntraced(function* (sql): Effect.fn.Return<
          User,
          SqlError.SqlError | Unauthenticated | PrivilegeMissing
        > {
          return yield* add(sql, creator, user, password)
        })
      )
      .pipe(orTaken, noConflict)
  )

const list = (database: Database) =>
  Effect.fn("UserStore.list")((caller: Caller) =>
    database
      .transaction(
        caller,
        (sql, organisation) =>
          sql`
            select user_id as "id", email, name, role, created_at as "createdAt", deactivated_at as "deactivatedAt"
              from formwork.users
             where organisation_id = ${organisation}
             order by created_at, user_id`
      )
      .pipe(personRows, Effect.orDie)
  )

const get = (database: Database) =>
  Effect.fn("UserStore.get")((caller: Caller, id: UserId) =>
    database.transaction(caller, (sql) => found(sql, caller, id)).pipe(noConflict)
  )

/** Ends the invitation of a person, if there is one. */
export const endInvitations = (sql: Sql, organisation: string, person: UserId) =>
  sql`
    update formwork.invitations set ended_at = clock_timestamp()
     where organisation_id = ${organisation} and user_id = ${person} and ended_at is null`

/** Ends the sessions of `person` and, if asked, their keys. The audit lines name the actor of the second parameter. */
export const endCredentials = Effect.fnUntraced(function* (
  sql: Sql,
  { credential, organisationId, userId }: AuditWriter.Actor & Pick<Caller, "organisationId">,
  person: UserId,
  ending: { readonly keys: boolean; readonly kept: string | null }
) {
  const { address, requestId } = yield* CurrentRequest
  yield* sql`
    select formwork.end_credentials(${organisationId}, ${person}, ${ending.keys}, ${ending.kept}, ${userId},
      ${credential?.kind}, ${credential?.id}, ${requestId}, ${address})::text`
})

/** Whether the organisation has no other active owner. */
const noOtherOwner = (sql: Sql, organisation: string, id: UserId) =>
  sql`
    select not exists (
      select from formwork.users
       where organisation_id = ${organisation} and role = 'owner' and deactivated_at is null and user_id <> ${id})
      as "isLast"`.pipe(
    lastRow,
    Effect.map((owners) => owners?.isLast === true)
  )

const change = (database: Database) =>
  Effect.fn("UserStore.change")((caller: Caller, id: UserId, { name, role }: UserChange) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the organisation's row is locked before any other row is read, as in a deactivation: of two last owners
          // one remains, and a person who is being demoted makes no key meanwhile.
          yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
          yield* lock(sql, organisation, id)
          const held = yield* effectivePrivileges(sql, caller)
          if (held === undefined) return yield* new Unauthenticated()
          const user = yield* found(sql, caller, id)
          const next = { name: name ?? user.name, role: role ?? user.role }
          const lacking = Grant.firstMissing(held, [...Role.privileges(user.role), ...Role.privileges(next.role)])
          if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
          if (next.role !== user.role) {
            const isActiveOwner = user.role === "owner" && user.deactivatedAt === null
            if (isActiveOwner && (yield* noOtherOwner(sql, organisation, id))) return yield* new LastOwner()
            const detail = `${user.role} to ${next.role}`
            yield* AuditWriter.record(sql, organisation, caller, "user.role_changed", id, detail)
          }
          if (next.name !== user.name) yield* AuditWriter.record(sql, organisation, caller, "user.renamed", id)
          yield* sql`
            update formwork.users set name = ${next.name}, role = ${next.role}
             where organisation_id = ${organisation} and user_id = ${id}`
          return yield* found(sql, caller, id)
        })
      )
      .pipe(noConflict)
  )

const deactivate = (database: Database) =>
  Effect.fn("UserStore.deactivate")((caller: Caller, id: UserId) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the organisation's row is locked before any other row is read, as when a key is inserted: no key is made
          // meanwhile, and of two last owners one remains.
          yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
          const user = yield* found(sql, caller, id)
          if (user.deactivatedAt !== null) return user
          if (user.role === "owner" && (yield* noOtherOwner(sql, organisation, id))) return yield* new LastOwner()
          yield* sql`
            update formwork.users set deactivated_at = clock_timestamp()
             where organisation_id = ${organisation} and user_id = ${id}`
          yield* AuditWriter.record(sql, organisation, caller, "user.deactivated", id)
          yield* endInvitations(sql, organisation, id)
          yield* endCredentials(sql, caller, id, { keys: true, kept: null })
          return yield* found(sql, caller, id)
        })
      )
      .pipe(noConflict)
  )

const reactivate = (database: Database) =>
  Effect.fn("UserStore.reactivate")((caller: Caller, id: UserId) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const changed = yield* sql`
            update formwork.users set deactivated_at = null
             where organisation_id = ${organisation} and user_id = ${id} and deactivated_at is not null
            returning user_id`
          if (changed.length > 0) yield* AuditWriter.record(sql, organisation, caller, "user.reactivated", id)
          return yield* found(sql, caller, id)
        })
      )
      .pipe(noConflict)
  )

const setPassword = (database: Database) =>
  Effect.fn("UserStore.setPassword")((caller: Caller, hash: PasswordHash) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the person's row is locked before the session. Otherwise two sessions that change the password at once would
          // each hold their own row and wait for the other's.
          yield* lock(sql, organisation, caller.userId)
          if ((yield* effectivePrivileges(sql, caller)) === undefined) return yield* new Unauthenticated()
          yield* sql`
            update formwork.users set password_hash = ${hash}
             where organisation_id = ${organisation} and user_id = ${caller.userId}`
          yield* sql`select formwork_auth.forgive(${organisation}, ${caller.userId}, ${hash})`
          yield* AuditWriter.record(sql, organisation, caller, "user.password_changed", caller.userId)
          const kept = caller.credential.kind === "session" ? caller.credential.id : null
          yield* endCredentials(sql, caller, caller.userId, { keys: false, kept })
        })
      )
      .pipe(noConflict)
  )

export const layer: Layer.Layer<UserStore, never, TenantDatabase> = Layer.effect(
  UserStore,
  Effect.map(TenantDatabase, (database) =>
    UserStore.of({
      insert: insert(database),
      list: list(database),
      get: get(database),
      change: change(database),
      deactivate: deactivate(database),
      reactivate: reactivate(database),
      setPassword: setPassword(database)
    })
  )
)
