/** What a caller's credential is worth now, and that it stays so until the transaction ends. */
import { Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { row } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"

/** A key stands for its own privileges, a person for those of their role. No row: neither stands any longer. */
const privilegesRow = row(
  Schema.Struct({ privileges: Schema.NullOr(Schema.Array(Privilege)), role: Schema.NullOr(Role.Role) })
)

/** The privileges that one or the other has. */
export const privilegesOf = ({
  privileges,
  role
}: {
  readonly privileges: ReadonlyArray<Privilege> | null
  readonly role: Role.Role | null
}): ReadonlyArray<Privilege> => (role === null ? (privileges ?? []) : Role.privileges(role))

/** The caller's privileges, held; undefined once the credential has ended. */
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
