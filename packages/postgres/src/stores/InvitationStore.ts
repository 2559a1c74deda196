/** Invitations on Postgres. Writes hashes of their tokens, and never reads them. */
import { Duration, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import * as Role from "@formwork/domain/callers/Role"
import type { Token } from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { TokenHash } from "@formwork/domain/credentials/TokenHasher"
import { Invitation } from "@formwork/domain/people/Invitation"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import type { NewInvitation } from "@formwork/domain/people/InvitationStore"
import { UserId } from "@formwork/domain/callers/Ids"
import type { NewUser } from "@formwork/domain/people/Organisation"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { InvitationRefused, PrivilegeMissing, Unauthenticated, UserDeactivated } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { row, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"
import * as Users from "./UserStore.ts"

const inserted = row(
  Schema.Struct({
    ...Invitation.fields,
    createdAt: Schema.DateTimeUtcFromDate,
    expiresAt: Schema.DateTimeUtcFromDate
  })
)
const whose = row(Schema.Struct({ userId: UserId }))
const provenRow = row(Schema.Struct({ proven: Schema.Boolean }))

/** Replaces the invitation of a person. The caller has locked the person's row. */
const put = Effect.fnUntraced(function* (
  sql: Sql,
  caller: Caller,
  person: UserId,
  { hash, id, lifetime }: NewInvitation
) {
  const { organisationId } = caller
  yield* Users.endInvitations(sql, organisationId, person)
  const invitation = yield* sql`
    insert into formwork.invitations (organisation_id, invitation_id, user_id, expires_at, token_hash, pepper_id)
    values (${organisationId}, ${id}, ${person}, clock_timestamp() + make_interval(secs => ${Duration.toSeconds(lifetime)}),
      ${hash.hash}, ${hash.pepperId})
    returning invitation_id as "id", user_id as "userId", created_at as "createdAt", expires_at as "expiresAt"`.pipe(
    inserted
  )
  yield* AuditWriter.record(sql, organisationId, caller, "user.invited", person)
  return invitation ?? (yield* Effect.die(new Error(`invitation ${id} vanished while it was made`)))
})

const invite = (database: Database) =>
  Effect.fn("InvitationStore.invite")((creator: Caller, person: NewUser, invitation: NewInvitation) =>
    database
      .transaction(
        creator.organisationId,
        Effect.fnUntraced(function* (sql) {
          const user = yield* Users.add(sql, creator, person, null)
          return { user, invitation: yield* put(sql, creator, user.id, invitation) }
        })
      )
      .pipe(Users.orTaken, noConflict)
  )

const renew = (database: Database) =>
  Effect.fn("InvitationStore.renew")((caller: Caller, id: UserId, invitation: NewInvitation) =>
    database
      .transaction(
        caller.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: in this order (docs/decisions/0048). The lock of the organisation's row keeps the person's role unchanged.
          yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
          yield* Users.lock(sql, organisation, id)
          const held = yield* effectivePrivileges(sql, caller)
          if (held === undefined) return yield* new Unauthenticated()
          const user = yield* Users.found(sql, caller, id)
          const lacking = Grant.firstMissing(held, Role.privileges(user.role))
          if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
          if (user.deactivatedAt !== null) return yield* new UserDeactivated()
          return { user, invitation: yield* put(sql, caller, id, invitation) }
        })
      )
      .pipe(noConflict)
  )

/** Ends the invitation that a token proves, if it may be used, and locks its person's row. Gives the person. */
const take = Effect.fnUntraced(function* (
  sql: Sql,
  organisation: string,
  id: string,
  candidates: ReadonlyArray<TokenHash>
) {
  const found = yield* sql`
    select user_id as "userId" from formwork.invitations
     where organisation_id = ${organisation} and invitation_id = ${id}`.pipe(whose)
  if (found === undefined) return undefined
  yield* Users.lock(sql, organisation, found.userId)
  const proof = yield* sql`
    select formwork_auth.proves(${organisation}, 'invitation', ${id}, ${candidates.map(({ pepperId }) => pepperId)},
      ${candidates.map(({ hash }) => hash)}) as proven`.pipe(provenRow)
  if (proof?.proven !== true) return undefined
  return yield* sql`
    update formwork.invitations set ended_at = clock_timestamp()
     where organisation_id = ${organisation} and invitation_id = ${id} and ended_at is null and expires_at > clock_timestamp()
    returning user_id as "userId"`.pipe(whose)
})

const accept = (database: Database, hasher: TokenHasher["Service"]) =>
  Effect.fn("InvitationStore.accept")(function* (token: Token<"invitation">, password: PasswordHash) {
    const candidates = yield* hasher.candidates(token)
    return yield* database
      .transaction(
        token.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          const taken = yield* take(sql, organisation, token.credentialId, candidates)
          if (taken === undefined) return yield* new InvitationRefused()
          const { userId } = taken
          const person = { organisationId: organisation, userId, credential: null }
          const user = yield* Effect.catchTag(Users.found(sql, person, userId), "UserNotFound", Effect.die)
          if (user.deactivatedAt !== null) return yield* new InvitationRefused()
          yield* sql`
            update formwork.users set password_hash = ${password}
             where organisation_id = ${organisation} and user_id = ${userId}`
          yield* sql`select formwork_auth.forgive(${organisation}, ${userId}, ${password})`
          yield* AuditWriter.record(sql, organisation, person, "user.invitation_accepted", userId)
          yield* Users.endCredentials(sql, person, userId, { keys: false, kept: null })
          return user
        })
      )
      .pipe(noConflict)
  })

const endLeaked = (database: Database, hasher: TokenHasher["Service"]) =>
  Effect.fn("InvitationStore.endLeaked")(function* (token: Token<"invitation">) {
    const candidates = yield* hasher.candidates(token)
    yield* database
      .transaction(
        token.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          const taken = yield* take(sql, organisation, token.credentialId, candidates)
          if (taken === undefined) return
          yield* AuditWriter.record(
            sql,
            organisation,
            AuditWriter.unknownActor,
            "user.invitation_ended",
            taken.userId,
            "reported"
          )
        })
      )
      .pipe(Effect.orDie)
  })

export const layer: Layer.Layer<InvitationStore, never, TenantDatabase | TokenHasher> = Layer.effect(
  InvitationStore,
  Effect.gen(function* () {
    const database = yield* TenantDatabase
    const hasher = yield* TokenHasher
    return InvitationStore.of({
      invite: invite(database),
      renew: renew(database),
      accept: accept(database, hasher),
      endLeaked: endLeaked(database, hasher)
    })
  })
)
