/** Sessions and sign-in attempts on Postgres. Writes hashes of tokens, and never reads them. */
import { Duration, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Session } from "@formwork/domain/people/Session"
import type { SessionId } from "@formwork/domain/people/Session"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { listedSessions, mostChoices, SessionStore } from "@formwork/domain/people/SessionStore"
import type { NewSession, Place } from "@formwork/domain/people/SessionStore"
import { wholeSeconds } from "@formwork/domain/limits/Budget"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { PasswordRecipe } from "@formwork/domain/credentials/PasswordHasher"
import {
  PasswordWrong,
  SessionNotFound,
  SignInRefused,
  SignInThrottled,
  Unauthenticated
} from "@formwork/domain/callers/Refusal"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import * as AuditWriter from "./auditWriter.ts"
import { row, rows, TenantDatabase, whole } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { lock } from "./UserStore.ts"

const attempted = row(
  Schema.Struct({
    status: Schema.Literals(["counted", "throttled"]),
    userId: Schema.NullOr(UserId),
    recipe: Schema.NullOr(PasswordRecipe),
    waitMillis: Schema.NullOr(Schema.Finite)
  })
)
const forgiven = row(Schema.Struct({ stands: Schema.Boolean }))
const sessionRow = Schema.Struct({
  ...Session.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  expiresAt: Schema.DateTimeUtcFromDate,
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
const inserted = row(sessionRow)
const choiceRows = rows(Schema.Struct({ id: OrganisationId, name: Schema.String }))
const confirmedRow = row(
  Schema.Struct({
    status: Schema.Literals(["confirmed", "wrong", "ended"]),
    at: Schema.NullOr(Schema.DateTimeUtcFromDate)
  })
)
const sessionRows = rows(sessionRow)

const placeOf = (place: Place): string =>
  "session" in place ? `session ${place.session}` : `network ${place.network ?? ""}`

const attempt = (database: Database) =>
  Effect.fn("SessionStore.attempt")(function* (organisationId: OrganisationId, email: string, place: Place) {
    const found = yield* database
      .call(
        "write",
        whole(organisationId),
        (sql, organisation) =>
          sql`
            select status, user_id as "userId", recipe, wait_millis as "waitMillis"
              from formwork_auth.attempt(${organisation}, ${email}, ${placeOf(place)}, ${"session" in place})`
      )
      .pipe(attempted, Effect.orDie)
    if (found?.status === "throttled")
      return yield* new SignInThrottled({
        retryAfterSeconds: wholeSeconds(found.waitMillis ?? 0),
        ...(found.userId === null ? {} : { userId: found.userId })
      })
    if (found === undefined || found.userId === null) return undefined
    return { userId: found.userId, recipe: found.recipe ?? undefined }
  })

const insert = (database: Database) =>
  Effect.fn("SessionStore.insert")(
    (organisationId: OrganisationId, { address, browser, hash, id, lifetime, network, password, userId }: NewSession) =>
      database
        .transaction(
          whole(organisationId),
          Effect.fnUntraced(function* (sql, organisation) {
            const account = yield* sql`
              select formwork_auth.signed_in(${organisation}, ${userId}, ${password}, ${placeOf({ network })},
                ${network !== undefined}) as stands`.pipe(forgiven)
            if (account?.stands !== true) return yield* new SignInRefused()
            const session = yield* sql`
              insert into formwork.sessions
                (organisation_id, session_id, user_id, created_at, expires_at, token_hash, pepper_id, address, browser)
              values
                (${organisation}, ${id}, ${userId}, date_trunc('milliseconds', statement_timestamp()),
                 date_trunc('milliseconds', statement_timestamp()) + make_interval(secs => ${Duration.toSeconds(lifetime)}),
                 ${hash.hash}, ${hash.pepperId}, ${address}, ${browser})
              returning session_id as "id", user_id as "userId", created_at as "createdAt", expires_at as "expiresAt",
                        last_used_at as "lastUsedAt", address, browser`.pipe(inserted)
            yield* AuditWriter.record(
              sql,
              organisation,
              { userId, credential: { kind: "session", id } },
              "session.created",
              id
            )
            return session ?? (yield* Effect.die(new Error(`session ${id} vanished while it was made`)))
          })
        )
        .pipe(noConflict)
  )

const choicesOf = (database: Database) =>
  Effect.fn("SessionStore.choicesOf")((email: string) =>
    Effect.forEach(
      database.nodes(),
      (node) =>
        database
          .on(node)
          .common(
            "write",
            (sql) => sql`select organisation_id as "id", name from formwork_auth.choices_of(${email}, ${mostChoices})`
          )
          .pipe(choiceRows),
      { concurrency: "unbounded" }
    ).pipe(
      Effect.orDie,
      Effect.map((found) =>
        found
          .flat()
          .sort((one, other) => (one.id < other.id ? -1 : 1))
          .slice(0, mostChoices)
      )
    )
  )

const stands = (database: Database) =>
  Effect.fn("SessionStore.stands")(
    (organisationId: OrganisationId, { network, password, userId }: Parameters<SessionStore["Service"]["stands"]>[1]) =>
      database
        .call(
          "write",
          whole(organisationId),
          (sql, organisation) => sql`
            select formwork_auth.signed_in(${organisation}, ${userId}, ${password}, ${placeOf({ network })},
              ${network !== undefined}) as stands`
        )
        .pipe(
          forgiven,
          Effect.map((account) => account?.stands === true),
          Effect.orDie
        )
  )

const proves = (database: Database) =>
  Effect.fn("SessionStore.proves")(({ organisationId, userId }: Caller, password: PasswordHash) =>
    database
      .call(
        "write",
        whole(organisationId),
        (sql, organisation) =>
          sql`select formwork_auth.proves_password(${organisation}, ${userId}, ${password}) as stands`
      )
      .pipe(
        forgiven,
        Effect.map((account) => account?.stands === true),
        Effect.orDie
      )
  )

const confirm = (database: Database) =>
  Effect.fn("SessionStore.confirm")(function* ({ credential, organisationId, userId }: Caller, password: PasswordHash) {
    if (credential.kind !== "session") return yield* new Unauthenticated()
    const found = yield* database
      .call(
        "write",
        whole(organisationId),
        (sql, organisation) => sql`
          select status, at from formwork_auth.confirm(${organisation}, ${userId}, ${credential.id}, ${password},
            ${placeOf({ session: credential.id })})`
      )
      .pipe(confirmedRow, Effect.orDie)
    if (found?.status === "wrong") return yield* new PasswordWrong()
    return found?.at ?? (yield* new Unauthenticated())
  })

const end = (database: Database) =>
  Effect.fn("SessionStore.end")((caller: Caller) => {
    const { credential } = caller
    if (credential.kind !== "session") return Effect.fail(new SessionNotFound())
    return database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          if (!(yield* close(sql, organisation, credential.id))) return yield* new SessionNotFound()
          yield* AuditWriter.record(sql, organisation, caller, "session.ended", credential.id)
        })
      )
      .pipe(noConflict)
  })

const list = (database: Database) =>
  Effect.fn("SessionStore.list")((caller: Caller) =>
    database
      .transaction(
        caller,
        (sql, organisation) =>
          sql`
            select session_id as "id", user_id as "userId", created_at as "createdAt", expires_at as "expiresAt",
                   last_used_at as "lastUsedAt", address, browser
              from formwork.sessions
             where organisation_id = ${organisation} and user_id = ${caller.userId}
               and ended_at is null and expires_at > clock_timestamp()
             order by created_at desc, session_id desc
             limit ${listedSessions}`
      )
      .pipe(sessionRows, Effect.orDie)
  )

/** Begins a change of the caller's own sessions, which lasts until the transaction ends. */
const standing = Effect.fnUntraced(function* (sql: Sql, organisation: string, caller: Caller) {
  // INVARIANT: the person's row is locked before the session, as in UserStore.setPassword: two sessions that end each other take turns.
  yield* lock(sql, organisation, caller.userId)
  if ((yield* effectivePrivileges(sql, caller)) === undefined) return yield* new Unauthenticated()
})

const endOne = (database: Database) =>
  Effect.fn("SessionStore.endOne")((caller: Caller, id: SessionId) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          yield* standing(sql, organisation, caller)
          const own = yield* sql`
            select from formwork.sessions
             where organisation_id = ${organisation} and session_id = ${id} and user_id = ${caller.userId}
               and ended_at is null and expires_at > clock_timestamp()`
          if (own.length === 0 || !(yield* close(sql, organisation, id))) return yield* new SessionNotFound()
          yield* AuditWriter.record(sql, organisation, caller, "session.ended", id)
        })
      )
      .pipe(noConflict)
  )

const endOthers = (database: Database) =>
  Effect.fn("SessionStore.endOthers")((caller: Caller) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          yield* standing(sql, organisation, caller)
          const { credential, userId } = caller
          const { address, requestId } = yield* CurrentRequest
          const kept = credential.kind === "session" ? credential.id : null
          yield* sql`
            select formwork.end_credentials(${organisation}, ${userId}, false, ${kept}, ${userId}, ${credential.kind},
              ${credential.id}, ${requestId}, ${address})::text`
        })
      )
      .pipe(noConflict)
  )

/** Ends a session now, unless it has ended before. */
export const close = Effect.fnUntraced(function* (sql: Sql, organisation: string, id: string) {
  // Filings hold this lock shared, as they do with a key: see ApiKeyStore.
  yield* sql`select pg_advisory_xact_lock(hashtextextended(${id}::text, 0))::text`
  const ended = yield* sql`
    update formwork.sessions set ended_at = statement_timestamp()
     where organisation_id = ${organisation} and session_id = ${id} and ended_at is null
    returning session_id`
  return ended.length > 0
})

export const layer: Layer.Layer<SessionStore, never, TenantDatabase> = Layer.effect(
  SessionStore,
  Effect.map(TenantDatabase, (database) =>
    SessionStore.of({
      attempt: attempt(database),
      insert: insert(database),
      choicesOf: choicesOf(database),
      stands: stands(database),
      proves: proves(database),
      confirm: confirm(database),
      end: end(database),
      list: list(database),
      endOne: endOne(database),
      endOthers: endOthers(database)
    })
  )
)
