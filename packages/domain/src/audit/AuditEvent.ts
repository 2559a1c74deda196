/** A line of the audit log: who did what, when, from where. A line is never changed or removed. */
import { Schema } from "effect"
import { Actor } from "../callers/Actor.ts"
import { Credential } from "../callers/Caller.ts"
import { UserId } from "../callers/Ids.ts"

export const AuditEventId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("AuditEventId"))
export type AuditEventId = typeof AuditEventId.Type

export const AuditAction = Schema.Literals([
  "organisation.created",
  /** `detail`: the name before. */
  "organisation.renamed",
  /** The operator of the installation suspended the organisation: its credentials are refused until it is resumed. */
  "organisation.suspended",
  "organisation.resumed",
  "api_key.created",
  "api_key.rotated",
  "api_key.revoked",
  "session.created",
  "session.ended",
  "user.created",
  /** A new link to set a password by, the first one or a later one. */
  "user.invited",
  /** The person set a password by the link; their sessions have ended. */
  "user.invitation_accepted",
  /** A leaked link was reported and ended. `detail`: `reported`. */
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
  /** `detail`: its name. */
  "folder.removed",
  "form.created",
  /** `detail`: the draft's revision now. */
  "form.draft_saved",
  /** `detail`: the revision of its examples now. */
  "form.examples_saved",
  /** `detail`: the id of the folder that it is in now; null at the top. */
  "form.moved",
  /** `subject`: the version. `detail`: the id of the older version that it repeats, where it does. */
  "form.published",
  /** Cases of the form failed by what was published. `subject`: the version. `detail`: how many of how many, a colon, and the reason. */
  "form.examples_overridden",
  /** `detail`: its name. */
  "table.created",
  /** `detail`: the draft's revision now. */
  "table.draft_saved",
  /** `subject`: the version. `detail`: its number. */
  "table.published",
  /** `detail`: its name. */
  "table.removed",
  "form.archived",
  "form.unarchived",
  /** `subject`: the upload. `detail`: the file's name. */
  "file.uploaded",
  /** Before a submission had it. `subject`: the upload. `detail`: the file's name. */
  "file.removed",
  "submission.created",
  "submission.saved",
  "submission.filed",
  /** `detail`: the transition's name. */
  "submission.transitioned",
  /** `detail`: its reference number, a colon, and the reason. */
  "submission.deleted",
  /** `times`: how many firings were made due again. `subject`: the firing, where the request named a single one. */
  "effect.retried",
  /** `detail`: its name. */
  "secret.set",
  "secret.removed",
  /** `detail`: its name, a colon, and the hosts that it may be sent to from now on. */
  "secret.hosts_changed",
  /**
   * A sign-in with a wrong password, an unknown address, or too soon after too many. `subject`: the person who has the address.
   * `detail`: the first 64 characters of the address that was given; null on the line that addresses without an account share,
   * once an organisation has had several such lines within a minute.
   */
  "sign_in.refused",
  /** A wrong current password at a change of password or a confirmation, or an attempt before the wait after wrong ones is over. */
  "password.refused",
  /** A 401 for a key or session that exists or existed. `detail`: the reason. */
  "credential.refused",
  /** A 403. `detail`: the privilege that was missing, or `session` for a key where a session is needed. */
  "privilege.refused"
]).annotate({ identifier: "AuditAction" })
export type AuditAction = typeof AuditAction.Type

/** The domain's part of an event; the store adds the rest. */
export const AuditEntry = Schema.Struct({
  action: AuditAction,
  /** Null where no person is known. */
  userId: Schema.NullOr(UserId),
  credential: Schema.NullOr(Credential),
  /** The id of the record that the event is about. */
  subject: Schema.NullOr(Schema.String),
  /** For an ended key the reason, for a rotated key the id of its replacement; for others see the action. */
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

/** The record that a line is about, by its present name. */
export const AuditSubject = Schema.Struct({
  kind: Schema.Literals(["user", "key", "folder", "form", "submission"]),
  id: Schema.String,
  /** A form's title; a submission's reference number. */
  name: Schema.String,
  /** Of a form, where the line is about one of its versions: the number of that. */
  version: Schema.optionalKey(Schema.Int)
})
export type AuditSubject = typeof AuditSubject.Type

/** A line as people read it: with the names that its ids have now. */
export const AuditLine = Schema.Struct({
  ...AuditEvent.fields,
  /** The key that did it, or else the person; null where neither is known, and for the operator of the installation. */
  by: Schema.NullOr(Actor),
  /** The person of `userId`: who did it, or on whose behalf the key was made. */
  person: Schema.NullOr(Actor),
  /** The record of `subject`, where it is of one of these kinds and still there; for a version of a form, its form. */
  about: Schema.NullOr(AuditSubject)
})
export type AuditLine = typeof AuditLine.Type
