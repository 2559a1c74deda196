/** Sessions and sign-in attempts on Postgres. Writes hashes of tokens, and never reads them. */
import { Duration, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Session } from "@formwork/domain/people/Session"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import type { NewSession, Place } from "@formwork/domain/people/SessionStore"
import { wholeSeconds } from "@formwork/domain/limits/Budget"
import { UserId } from "@formwork/domain/callers/Ids"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import { PasswordRecipe } from "@formwork/domain/credentials/PasswordHasher"
import { SessionNotFound, SignInRefused, SignInThrottled } from "@formwork/domain/callers/Refusal"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import * as AuditWriter from "./auditWriter.ts"
import { row, TenantDatabase, whole } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"

const attempted = row(
  Schema.Struct({
    status: Schema.Literals(["counted", "throttled"]),
    userId: Schema.NullOr(UserId),
    recipe: Schema.NullOr(PasswordRecipe),
    waitMillis: Schema.NullOr(Schema.Finite)
  })
)
const forgiven = row(Schema.Struct({ stands: Schema.Boolean }))
const inserted = row(
  Schema.Struct({ ...Session.fields, createdAt: Schema.DateTimeUtcFromDate, expiresAt: Schema.DateTimeUtcFromDate })
)

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
    (organisationId: OrganisationId, { hash, id, lifetime, network, password, userId }: NewSession) =>
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
                (organisation_id, session_id, user_id, created_at, expires_at, token_hash, pepper_id)
              select ${organisation}, ${id}, ${userId}, made.at, made.at + make_interval(secs => ${Duration.toSeconds(lifetime)}),
                     ${hash.hash}, ${hash.pepperId}
                from (select date_trunc('milliseconds', clock_timestamp())) as made (at)
              returning session_id as "id", user_id as "userId", created_at as "createdAt", expires_at as "expiresAt"`.pipe(
              inserted
            )
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

/** Ends a session now, unless it has ended before. */
export const close = Effect.fnUntraced(function* (sql: Sql, organisation: string, id: string) {
  // Filings hold this lock shared, as they do with a key: see ApiKeyStore.
  yield* sql`select pg_advisory_xact_lock(hashtextextended(${id}::text, 0))::text`
  const ended = yield* sql`
    update formwork.sessions set ended_at = clock_timestamp()
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
      proves: proves(database),
      end: end(database)
    })
  )
)
