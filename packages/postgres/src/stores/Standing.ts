/** What a caller's credential is worth now, and that it stays so until the transaction ends. */
import { Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { row } from "../database/Tenant.ts"
import type { Sql } from "../database/Tenant.ts"

/** A key stands for its own privileges, a person for those of their role. No row: neither stands any longer. */
const standing = row(
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
export const privilegesNow = Effect.fnUntraced(function* (sql: Sql, { credential, organisationId, userId }: Caller) {
  const found = yield* sql`
    select privileges, role from formwork_auth.standing(${organisationId}, ${credential.kind}, ${credential.id}, ${userId})`.pipe(
    standing
  )
  return found === undefined ? undefined : privilegesOf(found)
})
