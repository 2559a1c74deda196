/**
 * Who may add, invite, change, deactivate and reactivate whom (spec/http.md §3.16). A store reads the caller's authority inside
 * the transaction of the change, and asks here.
 */
import type * as Caller from "../callers/Caller.ts"
import * as Grant from "../callers/Grant.ts"
import type { UserId } from "../callers/Ids.ts"
import type { Privilege } from "../callers/Privilege.ts"
import { PrivilegeMissing, SessionRequired } from "../callers/Refusal.ts"
import * as Role from "../callers/Role.ts"

/** What a caller may do at this moment, whatever its admission said. */
export interface Authority extends Pick<Caller.Caller, "credential" | "userId"> {
  /** The privileges of the credential. */
  readonly privileges: ReadonlyArray<Privilege>
  /** The role of the caller's person. */
  readonly role: Role.Role
}

/**
 * Why the caller may not do this to a person; undefined if it may. The caller holds `user:write`, and each privilege of `roles`:
 * the person's role, and the one that they get. For a key a privilege counts here only while its person's role has it too, so
 * an old key undoes no demotion. A key does nothing to the person on whose behalf it was made.
 * @param person undefined: a new one.
 */
export const refusal = (
  { credential, privileges, role, userId }: Authority,
  person: UserId | undefined,
  roles: ReadonlyArray<Role.Role>
): PrivilegeMissing | SessionRequired | undefined => {
  const isKey = credential.kind === "api_key"
  if (!Grant.covers(privileges, "user:write")) return new PrivilegeMissing({ privilege: "user:write" })
  const counted = isKey ? privileges.filter((one) => Grant.covers(Role.privileges(role), one)) : privileges
  const lacking = Grant.firstMissing(counted, roles.flatMap(Role.privileges))
  if (lacking !== undefined) return new PrivilegeMissing({ privilege: lacking })
  return isKey && person === userId ? new SessionRequired({ reason: "maker" }) : undefined
}

/**
 * Why the caller may not have a person's new invitation shown to it; undefined if it may. A key is shown none. Where the person
 * has a password, which the invitation would replace, the caller holds `organisation:write`, as owners do.
 */
export const refusalOfShowing = (
  { credential, privileges }: Authority,
  hasPassword: boolean
): PrivilegeMissing | SessionRequired | undefined => {
  if (credential.kind === "api_key") return new SessionRequired({ reason: "invitation" })
  return hasPassword && !Grant.covers(privileges, "organisation:write")
    ? new PrivilegeMissing({ privilege: "organisation:write" })
    : undefined
}

/** An owner of the organisation. */
interface Owner {
  readonly hasPassword: boolean
}

/**
 * Whether the organisation would be left without an owner who can sign in, or without any, if this owner went.
 * @param others its other active owners.
 */
export const isLastOwner = ({ hasPassword }: Owner, others: ReadonlyArray<Owner>): boolean =>
  !others.some((other) => other.hasPassword || !hasPassword)
