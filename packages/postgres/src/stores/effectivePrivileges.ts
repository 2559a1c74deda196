/** The effective privileges of a caller, locked until the transaction ends. */
import { Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import type { Authority } from "@formwork/domain/people/Authority"
import { row } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"

/** A key has privileges of its own, a session null. The role is its person's. No row: the credential has ended. */
const privilegesRow = row(Schema.Struct({ privileges: Schema.NullOr(Schema.Array(Privilege)), role: Role.Role }))

/** The privileges of a key, or of a session. */
export const privilegesOf = ({
  privileges,
  role
}: {
  readonly privileges: ReadonlyArray<Privilege> | null
  readonly role: Role.Role
}): ReadonlyArray<Privilege> => (privileges === null ? Role.privileges(role) : Role.privilegesOfKey(privileges, role))

/** Reads the caller's privileges and locks the credential; undefined once the credential has ended. */
export const effectivePrivileges = Effect.fnUntraced(function* (
  sql: Sql,
  { credential, organisationId, userId }: Caller
) {
  const found = yield* sql`
    select privileges, role from formwork_auth.effective_privileges(${organisationId}, ${credential.kind}, ${credential.id}, ${userId})`.pipe(
    privilegesRow
  )
  return found === undefined ? undefined : privilegesOf(found)
})

const roleRow = row(Schema.Struct({ role: Role.Role }))

/**
 * What the caller may do to people; undefined once its credential has ended. It stays so until the transaction ends: the person's
 * row is locked before the credential, in the order of docs/decisions/0048.
 */
export const authorityOf = Effect.fnUntraced(function* (sql: Sql, caller: Caller) {
  const { credential, organisationId, userId } = caller
  const person = yield* sql`
    select role from formwork.users where organisation_id = ${organisationId} and user_id = ${userId} for share`.pipe(
    roleRow
  )
  const privileges = yield* effectivePrivileges(sql, caller)
  if (person === undefined || privileges === undefined) return undefined
  return { credential, userId, privileges, role: person.role } satisfies Authority
})
