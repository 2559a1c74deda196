/** Invitations on Postgres. Writes hashes of their tokens, and never reads them. */
import { Duration, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Token } from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { TokenHash } from "@formwork/domain/credentials/TokenHasher"
import { Invitation } from "@formwork/domain/people/Invitation"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import type { NewInvitation } from "@formwork/domain/people/InvitationStore"
import * as Authority from "@formwork/domain/people/Authority"
import { UserId } from "@formwork/domain/callers/Ids"
import type { NewUser } from "@formwork/domain/people/Organisation"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { InvitationRefused, UserDeactivated } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { authorityOf } from "./effectivePrivileges.ts"
import { row, TenantDatabase, whole } from "../database/TenantDatabase.ts"
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
export const put = Effect.fnUntraced(function* (
  sql: Sql,
  caller: Caller,
  person: UserId,
  { hash, id, lifetime }: NewInvitation
) {
  const { credential, organisationId, userId } = caller
  yield* Users.endInvitations(sql, organisationId, person)
  const invitation = yield* sql`
    insert into formwork.invitations
      (organisation_id, invitation_id, user_id, created_at, expires_at, token_hash, pepper_id, invited_by, invited_by_credential)
    values
      (${organisationId}, ${id}, ${person}, date_trunc('milliseconds', statement_timestamp()),
       date_trunc('milliseconds', statement_timestamp()) + make_interval(secs => ${Duration.toSeconds(lifetime)}),
       ${hash.hash}, ${hash.pepperId}, ${userId}, ${credential.id})
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
        creator,
        Effect.fnUntraced(function* (sql) {
          const authority = invitation.isShown ? yield* authorityOf(sql, creator) : undefined
          const refusal = authority && Authority.refusalOfShowing(authority, false)
          if (refusal !== undefined) return yield* refusal
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
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const { authority, user } = yield* Users.allowed(sql, caller, id)
          if (invitation.isShown) {
            const refusal = Authority.refusalOfShowing(authority, yield* Users.hasPassword(sql, organisation, id))
            if (refusal !== undefined) return yield* refusal
          }
          if (user.deactivatedAt !== null) return yield* new UserDeactivated()
          return { user, invitation: yield* put(sql, caller, id, invitation) }
        })
      )
      .pipe(noConflict)
  )

/** Ends the invitation that a token proves, if it may be used: the one that a key sent ends with the key. Locks its person's row. Gives the person. */
const take = Effect.fnUntraced(function* (
  sql: Sql,
  organisation: string,
  id: string,
  candidates: ReadonlyArray<TokenHash>,
  { isAccepted }: { readonly isAccepted: boolean }
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
    update formwork.invitations i set ended_at = statement_timestamp(), accepted_at = case when ${isAccepted}::boolean then statement_timestamp() end
     where i.organisation_id = ${organisation} and i.invitation_id = ${id} and i.ended_at is null
       and i.expires_at > statement_timestamp()
       and not exists (
         select from formwork.api_keys k
          where k.organisation_id = ${organisation} and k.key_id = i.invited_by_credential
            and ((k.revoked_at is not null and not (k.revoked_reason = 'rotated' and k.revoked_at > statement_timestamp()))
              or k.expires_at <= statement_timestamp()))
    returning i.user_id as "userId"`.pipe(whose)
})

const accept = (database: Database, hasher: TokenHasher["Service"]) =>
  Effect.fn("InvitationStore.accept")(function* (token: Token<"invitation">, password: PasswordHash) {
    const candidates = yield* hasher.candidates(token)
    return yield* database
      .transaction(
        whole(token.organisationId),
        Effect.fnUntraced(function* (sql, organisation) {
          const active = yield* sql`
            select from formwork.organisations where organisation_id = ${organisation} and suspended_at is null`
          if (active.length === 0) return yield* new InvitationRefused()
          const taken = yield* take(sql, organisation, token.credentialId, candidates, { isAccepted: true })
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
        whole(token.organisationId),
        Effect.fnUntraced(function* (sql, organisation) {
          const taken = yield* take(sql, organisation, token.credentialId, candidates, { isAccepted: false })
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
