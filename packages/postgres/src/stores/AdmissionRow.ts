/** A row of the statement that admits requests. */
import { Schema } from "effect"
import { KeyLimits } from "@formwork/domain/callers/KeyLimits"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { UserId } from "@formwork/domain/callers/Ids"

export const AdmissionRow = Schema.Union([
  Schema.Struct({
    status: Schema.Literal("unauthenticated"),
    place: Schema.Int,
    /** Null where there is no such credential. */
    reason: Schema.NullOr(
      Schema.Literals(["wrong_secret", "deactivated", "revoked", "expired", "suspended", "wrong_address"])
    ),
    userId: Schema.NullOr(UserId)
  }),
  Schema.Struct({
    /** busy: someone else holds the row of its window, and the request was neither counted nor refused. */
    status: Schema.Literals(["ok", "limited", "busy"]),
    place: Schema.Int,
    userId: UserId,
    /** Of a key; null for a session. */
    privileges: Schema.NullOr(Schema.Array(Privilege)),
    /** The person's. */
    role: Role.Role,
    limits: Schema.NullOr(KeyLimits),
    revision: Schema.Int,
    useDue: Schema.Boolean,
    /** Both null where nothing was counted. */
    used: Schema.NullOr(Schema.Int),
    remainingMillis: Schema.NullOr(Schema.Finite)
  })
])
export type AdmissionRow = typeof AdmissionRow.Type

const isPrivilege: ReadonlySet<unknown> = new Set(Privilege.literals)
const isRole: ReadonlySet<unknown> = new Set(Role.Role.literals)

/**
 * Whether a row is an admission as the schema gives it, found out at a fraction of its cost: each request has one. The schema reads
 * every other: refusals, and keys with limits.
 */
export const isPlain = (row: unknown): row is AdmissionRow => {
  if (typeof row !== "object" || row === null) return false
  const { limits, place, privileges, remainingMillis, revision, role, status, useDue, used, userId }: Loose = row
  return (
    (status === "ok" || status === "busy") &&
    limits === null &&
    Number.isSafeInteger(place) &&
    Number.isSafeInteger(revision) &&
    (used === null || Number.isSafeInteger(used)) &&
    (remainingMillis === null || Number.isFinite(remainingMillis)) &&
    typeof useDue === "boolean" &&
    isRole.has(role) &&
    (privileges === null || (Array.isArray(privileges) && privileges.every((one) => isPrivilege.has(one)))) &&
    typeof userId === "string" &&
    isUuidV7.test(userId)
  )
}
type Loose = { readonly [K in keyof Exclude<AdmissionRow, { readonly status: "unauthenticated" }>]?: unknown }
const isUuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u
