/** Storing a new organisation. */
import { Effect } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import type { Founding, StoredInvitation } from "@formwork/domain/people/Founding"
import type { NewUser, Organisation } from "@formwork/domain/people/Organisation"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import * as AuditWriter from "./auditWriter.ts"
import type { Sql } from "../database/TenantDatabase.ts"
import * as Invitations from "./InvitationStore.ts"
import { insertUser } from "./UserStore.ts"

/** Adds an organisation with its first user. Runs in a transaction for that organisation. */
export const insertOrganisation = Effect.fnUntraced(function* (
  sql: Sql,
  { id, name }: Organisation,
  owner: NewUser,
  password: PasswordHash | null
) {
  yield* sql`insert into formwork.organisations (organisation_id, name) values (${id}, ${name})`
  yield* insertUser(sql, id, owner, password)
  yield* AuditWriter.record(sql, id, Caller.operator(id, owner.id), "organisation.created", id)
  yield* sql`update formwork.installation set first_organisation_id = ${id} where first_organisation_id is null`
})

/** The same, and the owner's invitation if there is one. */
export const insertFounding = Effect.fnUntraced(function* (sql: Sql, { access, organisation, owner }: Founding) {
  yield* insertOrganisation(sql, organisation, owner, "password" in access ? access.password : null)
  if (!("invitation" in access)) return undefined
  const operator = Caller.operator(organisation.id, owner.id)
  return (yield* Invitations.put(sql, operator, owner.id, access.invitation)) satisfies StoredInvitation
})
