/** A line of the audit log: who did what, when, from where. Nobody can change or remove one. */
import { Schema } from "effect"
import { Credential } from "../callers/Caller.ts"
import { UserId } from "../callers/Ids.ts"

export const AuditEventId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("AuditEventId"))
export type AuditEventId = typeof AuditEventId.Type

export const AuditAction = Schema.Literals([
  "organisation.created",
  /** `detail`: the name that it had. */
  "organisation.renamed",
  "api_key.created",
  "api_key.rotated",
  "api_key.revoked",
  "session.created",
  "session.ended",
  "user.created",
  /** A new link to set a password by, whether it is the first. */
  "user.invited",
  /** The person set a password by it; their sessions have ended. */
  "user.invitation_accepted",
  /** Somebody found the link where it should not be, and ended it. `detail`: `reported`. */
  "user.invitation_ended",
  /** `detail`: the role before and the one after, as in `viewer to author`. */
  "user.role_changed",
  "user.renamed",
  "user.deactivated",
  "user.reactivated",
  "user.password_changed",
  /** `detail`: its name. */
  "folder.created",
  /** `detail`: its new name. */
  "folder.renamed",
  /** `detail`: the id of the folder that it is in now; null at the top. */
  "folder.moved",
  /** `detail`: the name that it had. */
  "folder.removed",
  "form.created",
  /** `detail`: the draft's revision now. */
  "form.draft_saved",
  /** `detail`: the id of the folder that it is in now; null at the top. */
  "form.moved",
  /** `subject`: the version. `detail`: the id of the older version that it repeats, where it does. */
  "form.published",
  "form.archived",
  "form.unarchived",
  "submission.created",
  "submission.saved",
  "submission.filed",
  /** `detail`: the transition's name. */
  "submission.transitioned",
  /** `detail`: its reference number, a colon, and the reason. */
  "submission.deleted",
  /** `times`: how many firings were made due again; `subject` where it was one that somebody named. */
  "effect.retried",
  /** `detail`: its name. */
  "secret.set",
  "secret.removed",
  /** A sign-in with a wrong password, of nobody, or too soon after too many. `detail`: the address that was given. */
  "sign_in.refused",
  /** A wrong current password where it is asked for as a proof, or one too soon after too many. */
  "password.refused",
  /** A 401 of a key or session that there is or was. `detail`: why. */
  "credential.refused",
  /** A 403. `detail`: the privilege that was missing. */
  "privilege.refused"
]).annotate({ identifier: "AuditAction" })
export type AuditAction = typeof AuditAction.Type

/** What the domain has to say of an event; the store adds the rest. */
export const AuditEntry = Schema.Struct({
  action: AuditAction,
  /** Null where nobody was recognised. */
  userId: Schema.NullOr(UserId),
  credential: Schema.NullOr(Credential),
  /** The id of the record that it was done to. */
  subject: Schema.NullOr(Schema.String),
  /** Of an ended key the reason, of a rotated one the id of its replacement; else see the action. */
  detail: Schema.NullOr(Schema.String),
  /** How often it happened: refusals that repeat within a minute share a line. */
  times: Schema.Int
})
export type AuditEntry = typeof AuditEntry.Type

export const AuditEvent = Schema.Struct({
  id: AuditEventId,
  at: Schema.DateTimeUtcFromString,
  ...AuditEntry.fields,
  /** The IP address that the request came from; null for work at the machine itself. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String)
})
export type AuditEvent = typeof AuditEvent.Type
