/**
 * The caller of a request: one shape for keys, sessions and operators, built by the server alone (spec/service.md §5.2 and spec/service.md §5.3).
 */
import { Effect, Schema } from "effect"
import { OrganisationId, UserId } from "./Ids.ts"
import * as KeyLimits from "./KeyLimits.ts"
import { PrivilegeMissing, SessionRequired } from "./Refusal.ts"
import * as Grant from "./Grant.ts"
import { Privilege } from "./Privilege.ts"
import * as Role from "./Role.ts"

/** What proved the caller's identity. An operator works at the machine itself: the command line, a seed. */
export const Credential = Schema.Struct({
  kind: Schema.Literals(["api_key", "session", "operator"]),
  id: Schema.String
})
export type Credential = typeof Credential.Type

export const Caller = Schema.Struct({
  organisationId: OrganisationId,
  /** The signed-in person, or the creator of the key. */
  userId: UserId,
  credential: Credential,
  privileges: Schema.Array(Privilege),
  /** Those of a key, fixed when it was made. Null: the caller has none. */
  limits: Schema.NullOr(KeyLimits.KeyLimits),
  /** The organisation's revision of live forms at the caller's admission: a form cached under it is current until it changes. Null without an admission. */
  liveFormsRevision: Schema.NullOr(Schema.Int)
})
export type Caller = typeof Caller.Type

/** Refuses `PrivilegeMissing` unless the caller holds `privilege`. */
export const require = (caller: Caller, privilege: Privilege): Effect.Effect<void, PrivilegeMissing> =>
  Grant.covers(caller.privileges, privilege) ? Effect.void : Effect.fail(new PrivilegeMissing({ privilege }))

/** Refuses `SessionRequired` for a key: this is about the caller's own password or session. */
export const requireSession = ({ credential }: Caller): Effect.Effect<void, SessionRequired> =>
  credential.kind === "api_key" ? Effect.fail(new SessionRequired({ reason: "own_account" })) : Effect.void

/** Whether the caller holds `privilege` and its limits do not leave `operation` out. */
export const may = ({ limits, privileges }: Caller, privilege: Privilege, operation: string): boolean =>
  Grant.covers(privileges, privilege) && KeyLimits.allows(limits, operation)

/** Refuses `PrivilegeMissing` unless the caller `may`: a key whose limits leave an operation out lacks the privilege there. */
export const requireFor = (
  caller: Caller,
  privilege: Privilege,
  operation: string
): Effect.Effect<void, PrivilegeMissing> =>
  may(caller, privilege, operation) ? Effect.void : Effect.fail(new PrivilegeMissing({ privilege }))

/** Who acts where the operator of the installation does something to an organisation: no person of it. */
export const ofInstallation = (organisationId: OrganisationId) => ({
  userId: null,
  credential: { kind: "operator" as const, id: organisationId }
})

/** The caller for work at the machine on behalf of `userId`, with everything that `role` may do. */
export const operator = (organisationId: OrganisationId, userId: UserId, role: Role.Role = "owner"): Caller => ({
  organisationId,
  userId,
  credential: { kind: "operator", id: userId },
  privileges: Role.privileges(role),
  limits: null,
  liveFormsRevision: null
})
