/** Reads people with when they were last here, and what became of their invitations. */
import { Effect, Schema } from "effect"
import { Actor } from "@formwork/domain/callers/Actor"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { UserId } from "@formwork/domain/callers/Ids"
import { User } from "@formwork/domain/people/Organisation"
import { invitationState } from "@formwork/domain/people/UserView"
import type { UserView } from "@formwork/domain/people/UserView"
import { rows } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"

const time = Schema.NullOr(Schema.DateTimeUtcFromDate)
const Row = Schema.Struct({
  ...User.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  deactivatedAt: time,
  lastSeenAt: time,
  /** Null without an invitation, and so is the next one. */
  invitedAt: time,
  expiresAt: time,
  acceptedAt: time,
  sender: Schema.NullOr(Actor),
  isEnded: Schema.Boolean,
  isExpired: Schema.Boolean
})

const viewOf = (row: typeof Row.Type): UserView => {
  const { acceptedAt, expiresAt, invitedAt: createdAt, isEnded, isExpired, sender, ...user } = row
  if (createdAt === null || expiresAt === null) return { ...user, invitation: null }
  const state = invitationState({ isAccepted: acceptedAt !== null, isEnded, isExpired })
  return { ...user, invitation: { state, createdAt, expiresAt, acceptedAt, sender } }
}

/** The rows of `select`. */
export const views = <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(rows(Row)(self), (found) => found.map(viewOf))

/** Every person of the organisation, oldest first; or one. Of each the latest invitation: the one that has not ended, if there is one. */
export const select = (sql: Sql, { organisationId }: Caller, id: UserId | null = null) => sql`
  select u.user_id as "id", u.email, u.name, u.role, u.created_at as "createdAt", u.deactivated_at as "deactivatedAt",
         u.last_seen_at as "lastSeenAt", i.created_at as "invitedAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
         case
           when k.key_id is not null then json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
           when s.user_id is not null then json_build_object('kind', 'user', 'id', s.user_id, 'name', s.name)
         end as "sender",
         i.ended_at is not null
           or coalesce(k.revoked_at is not null and not (k.revoked_reason = 'rotated' and k.revoked_at > clock_timestamp()), false)
           or coalesce(k.expires_at <= clock_timestamp(), false) as "isEnded",
         coalesce(i.expires_at <= clock_timestamp(), false) as "isExpired"
    from formwork.users u
    left join lateral (
      select l.created_at, l.expires_at, l.ended_at, l.accepted_at, l.invited_by, l.invited_by_credential
        from formwork.invitations l
       where l.organisation_id = ${organisationId} and l.user_id = u.user_id
       order by l.ended_at is null desc, l.created_at desc, l.ended_at desc, l.invitation_id desc
       limit 1) i on true
    left join formwork.api_keys k on k.organisation_id = ${organisationId} and k.key_id = i.invited_by_credential
    left join formwork.users s on s.organisation_id = ${organisationId} and s.user_id = i.invited_by
   where u.organisation_id = ${organisationId} and (${id}::uuid is null or u.user_id = ${id}::uuid)
   order by u.created_at, u.user_id`
