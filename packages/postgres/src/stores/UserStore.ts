/** The users of an organisation on Postgres. Writes hashes of passwords, and never reads them. */
import { Effect, Layer, Schema } from "effect"
import { SqlError } from "effect/sql"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import * as Role from "@formwork/domain/callers/Role"
import { User } from "@formwork/domain/people/Organisation"
import type { UserId } from "@formwork/domain/callers/Ids"
import type { NewUser } from "@formwork/domain/people/Organisation"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import * as Authority from "@formwork/domain/people/Authority"
import { UserStore } from "@formwork/domain/people/UserStore"
import type { UserChange } from "@formwork/domain/people/UserStore"
import { EmailTaken, LastOwner, Unauthenticated, UserNotFound } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { end } from "./ApiKeyStore.ts"
import { effectivePrivileges, authorityOf } from "./effectivePrivileges.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { type Conflict, noConflict } from "../database/SqlFailure.ts"
import * as UserViews from "./userViews.ts"

const Person = Schema.Struct({
  ...User.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  deactivatedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
const personRow = row(Person)
const ownerRows = rows(Schema.Struct({ hasPassword: Schema.Boolean }))
const keyRows = rows(Schema.Struct({ id: ApiKeyId }))

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
  const authority = yield* authorityOf(sql, creator)
  if (authority === undefined) return yield* new Unauthenticated()
  const refusal = Authority.refusal(authority, undefined, [user.role])
  if (refusal !== undefined) return yield* refusal
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
        Effect.fnUntraced(function* (sql): Effect.fn.Return<User, Effect.Error<ReturnType<typeof add>>> {
          return yield* add(sql, creator, user, password)
        })
      )
      .pipe(orTaken, noConflict)
  )

const list = (database: Database) =>
  Effect.fn("UserStore.list")((caller: Caller) =>
    database.transaction(caller, (sql) => UserViews.select(sql, caller)).pipe(UserViews.views, Effect.orDie)
  )

const view = (database: Database) =>
  Effect.fn("UserStore.view")(function* (caller: Caller, id: UserId) {
    const one = database.transaction(caller, (sql) => UserViews.select(sql, caller, id))
    const [person] = yield* one.pipe(UserViews.views, Effect.orDie)
    return person ?? (yield* new UserNotFound())
  })

const get = (database: Database) =>
  Effect.fn("UserStore.get")((caller: Caller, id: UserId) =>
    database.transaction(caller, (sql) => found(sql, caller, id)).pipe(noConflict)
  )

/** Ends the invitation of a person, if there is one. */
export const endInvitations = (sql: Sql, organisation: string, person: UserId) =>
  sql`
    update formwork.invitations set ended_at = statement_timestamp()
     where organisation_id = ${organisation} and user_id = ${person} and ended_at is null`

/**
 * Ends the sessions of `person` and, if asked, their keys, and the invitations that these sent. The audit lines name the actor of
 * the second parameter.
 */
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
  yield* sql`
    update formwork.invitations i set ended_at = statement_timestamp()
     where i.organisation_id = ${organisationId} and i.invited_by = ${person} and i.ended_at is null
       and i.invited_by_credential is distinct from ${ending.kept}::uuid
       and (${ending.keys} or not exists (
         select from formwork.api_keys k where k.organisation_id = ${organisationId} and k.key_id = i.invited_by_credential))`
})

/** Begins a change of a person: gives them, and what the caller may do, if that is enough for this. */
export const allowed = Effect.fnUntraced(function* (
  sql: Sql,
  caller: Caller,
  id: UserId,
  next: ReadonlyArray<Role.Role> = []
) {
  // INVARIANT: the organisation's row is locked before any other row is read, as when a key is inserted (docs/decisions/0048): of
  // two last owners one remains, no role changes meanwhile, and a person who is being demoted or deactivated makes no key.
  yield* sql`select from formwork.organisations where organisation_id = ${caller.organisationId} for no key update`
  yield* lock(sql, caller.organisationId, id)
  const authority = yield* authorityOf(sql, caller)
  if (authority === undefined) return yield* new Unauthenticated()
  const user = yield* found(sql, caller, id)
  const refusal = Authority.refusal(authority, id, [user.role, ...next])
  return refusal === undefined ? { authority, user } : yield* refusal
})

/** Whether the person has a password. */
export const hasPassword = (sql: Sql, organisation: string, id: UserId) =>
  sql`
    select has_password as "hasPassword" from formwork.users
     where organisation_id = ${organisation} and user_id = ${id}`.pipe(
    ownerRows,
    Effect.map(([one]) => one?.hasPassword === true)
  )

/** Whether an active owner is the last one, or the last who can sign in. */
const isLastOwner = Effect.fnUntraced(function* (sql: Sql, organisation: string, user: User) {
  if (user.role !== "owner" || user.deactivatedAt !== null) return false
  const others = yield* sql`
    select has_password as "hasPassword" from formwork.users
     where organisation_id = ${organisation} and role = 'owner' and deactivated_at is null and user_id <> ${user.id}`.pipe(
    ownerRows
  )
  return Authority.isLastOwner({ hasPassword: yield* hasPassword(sql, organisation, user.id) }, others)
})

/** The active keys of a person that hold a privilege which the role lacks, in the order in which they are locked. */
const keysAbove = (sql: Sql, organisation: string, id: UserId, role: Role.Role) =>
  sql`
    select key_id as "id" from formwork.api_keys
     where organisation_id = ${organisation} and created_by = ${id} and not privileges <@ ${Role.privileges(role)}::text[]
       and (revoked_at is null or (revoked_reason = 'rotated' and revoked_at > clock_timestamp()))
       and (expires_at is null or expires_at > clock_timestamp())
     order by key_id`.pipe(keyRows)

const change = (database: Database) =>
  Effect.fn("UserStore.change")((caller: Caller, id: UserId, { name, revokeKeys = false, role }: UserChange) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const { user } = yield* allowed(sql, caller, id, role === undefined ? [] : [role])
          const next = { name: name ?? user.name, role: role ?? user.role }
          if (next.role !== user.role) {
            if (yield* isLastOwner(sql, organisation, user)) return yield* new LastOwner()
            const detail = `${user.role} to ${next.role}`
            yield* AuditWriter.record(sql, organisation, caller, "user.role_changed", id, detail)
          }
          if (next.name !== user.name) yield* AuditWriter.record(sql, organisation, caller, "user.renamed", id)
          yield* sql`
            update formwork.users set name = ${next.name}, role = ${next.role}
             where organisation_id = ${organisation} and user_id = ${id}`
          const above = yield* keysAbove(sql, organisation, id, next.role)
          for (const key of revokeKeys ? above : [])
            if (yield* end(sql, organisation, key.id, caller.userId, "manual"))
              yield* AuditWriter.record(sql, organisation, caller, "api_key.revoked", key.id, "manual")
          return { user: yield* found(sql, caller, id), keysAboveRole: revokeKeys ? 0 : above.length }
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
          const { user } = yield* allowed(sql, caller, id)
          if (user.deactivatedAt !== null) return user
          if (yield* isLastOwner(sql, organisation, user)) return yield* new LastOwner()
          yield* sql`
            update formwork.users set deactivated_at = statement_timestamp()
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
          const { user } = yield* allowed(sql, caller, id)
          if (user.deactivatedAt === null) return user
          yield* sql`
            update formwork.users set deactivated_at = null
             where organisation_id = ${organisation} and user_id = ${id}`
          yield* AuditWriter.record(sql, organisation, caller, "user.reactivated", id)
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
      view: view(database),
      get: get(database),
      change: change(database),
      deactivate: deactivate(database),
      reactivate: reactivate(database),
      setPassword: setPassword(database)
    })
  )
)
