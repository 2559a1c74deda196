/** Every refusal of the domain. An adapter decides what a refusal looks like; `ProblemTable` in http gives each its status. */
import { Schema } from "effect"
import { problemCodes, severities } from "@formwork/rules/Evaluation"
import { expectationMembers } from "@formwork/rules/Expectation"
import { Actor } from "./Actor.ts"
import { OrganisationId, UserId } from "./Ids.ts"
import { Privilege } from "./Privilege.ts"

/** The credential is missing, malformed, unknown, expired or revoked: one answer for all, so that it reveals nothing (spec/service.md §5.7). */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()("Unauthenticated", {
  /** The credential with these ids, if it exists or existed: for the audit log, and never for the caller. */
  known: Schema.optionalKey(
    Schema.Struct({
      kind: Schema.Literals(["api_key", "session"]),
      id: Schema.String,
      userId: Schema.String,
      /**
       * The first that applies: another secret, a deactivated person, a revoked credential, an expired one, a suspended
       * organisation, an address outside the key's.
       */
      reason: Schema.Literals(["wrong_secret", "deactivated", "revoked", "expired", "suspended", "wrong_address"])
    })
  )
}) {}

/** The e-mail address, the password or the organisation is wrong, or the account has ended: one answer for all. */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {
  /** Whose account it is, if there is one: for the audit log, and never for the caller. */
  userId: Schema.optionalKey(UserId)
}) {}

/**
 * Too many wrong passwords for this address from this network, or from all that the account does not know; whether or not it has
 * an account. Waiting `retryAfterSeconds` allows another attempt (spec/http.md §3.14).
 */
export class SignInThrottled extends Schema.TaggedError<SignInThrottled>()("SignInThrottled", {
  /** Whole seconds, rounded up, at least 1. */
  retryAfterSeconds: Schema.Int,
  /** Whose account it is, if there is one: for the audit log, and never for the caller. */
  userId: Schema.optionalKey(UserId)
}) {}

/** The password is that of several organisations, of which the sign-in has to name one (spec/http.md §3.27). No session was made. */
export class OrganisationRequired extends Schema.TaggedError<OrganisationRequired>()("OrganisationRequired", {
  /** In the order in which they were founded. */
  organisations: Schema.Array(Schema.Struct({ id: OrganisationId, name: Schema.String }))
}) {}

/** The current password, asked for as a proof, is wrong. */
export class PasswordWrong extends Schema.TaggedError<PasswordWrong>()("PasswordWrong", {}) {}

/** A person in a browser has to prove their password again before this (spec/http.md §3.26). Nothing was done. */
export class ConfirmationRequired extends Schema.TaggedError<ConfirmationRequired>()("ConfirmationRequired", {}) {}

/** The credential's budget for this window is spent. Waiting `retryAfterSeconds` always succeeds (spec/http.md §2.8). */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  /** Whole seconds, rounded up, at least 1. */
  retryAfterSeconds: Schema.Int,
  /** Requests a window. */
  limit: Schema.Int,
  windowSeconds: Schema.Int
}) {}

/** The caller lacks `privilege`, or wants to delegate it without holding it (spec/service.md §2.2). */
export class PrivilegeMissing extends Schema.TaggedError<PrivilegeMissing>()("PrivilegeMissing", {
  privilege: Privilege
}) {}

/** A key may not do this: a person does it who has signed in (spec/http.md §3.16). */
export class SessionRequired extends Schema.TaggedError<SessionRequired>()("SessionRequired", {
  reason: Schema.Literals([
    /** The call is about the caller's own password or session. */
    "own_account",
    /** A key sets no password. */
    "password",
    /** Without a mail server the answer would show the invitation's token. */
    "invitation",
    /** The person is the one on whose behalf the key was made. */
    "maker"
  ])
}) {}

/** The caller's own key has this limit, and what it asked for would go beyond it (spec/http.md §3.19). */
export class BeyondLimits extends Schema.TaggedError<BeyondLimits>()("BeyondLimits", {
  limit: Schema.Literals(["forms", "folders", "requestsPerMinute", "addresses", "operations", "expiresAt"])
}) {}

/** No such form for this caller: missing, of another organisation, outside its key's limits, or never published; the refusal does not show which. */
export class FormNotFound extends Schema.TaggedError<FormNotFound>()("FormNotFound", {}) {}

/** No such key in the caller's organisation. */
export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {}) {}

/** The caller has no session to end: it has ended meanwhile, or the caller works at the machine itself. */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", {}) {}

/** No such person in the caller's organisation. */
export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", {}) {}

/** Another person of the organisation has this e-mail address. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}

/** This person's account has ended, so they cannot be invited. */
export class UserDeactivated extends Schema.TaggedError<UserDeactivated>()("UserDeactivated", {}) {}

/** The invitation is unknown, was used, replaced or ended, or has expired: one answer for all. */
export class InvitationRefused extends Schema.TaggedError<InvitationRefused>()("InvitationRefused", {}) {}

/** Deactivating or demoting this person would leave the organisation without an active owner. */
export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", {}) {}

/** The key has ended, so it cannot be rotated. */
export class ApiKeyEnded extends Schema.TaggedError<ApiKeyEnded>()("ApiKeyEnded", {}) {}

/** No such submission in the caller's organisation. */
export class SubmissionNotFound extends Schema.TaggedError<SubmissionNotFound>()("SubmissionNotFound", {}) {}

/** The submission that this idempotency key filed was deleted: it is not filed again, and its values are not shown. */
export class SubmissionDeleted extends Schema.TaggedError<SubmissionDeleted>()("SubmissionDeleted", {}) {}

/** No such version of a form in the caller's organisation. */
export class FormVersionNotFound extends Schema.TaggedError<FormVersionNotFound>()("FormVersionNotFound", {}) {}

/** The submission's current state, for a caller whose change was refused. */
const whereItIs = {
  workflowState: Schema.String,
  revision: Schema.Int
}

/** The submission has been changed since the revision that the change is based on: nothing was changed. */
export class RevisionStale extends Schema.TaggedError<RevisionStale>()("RevisionStale", whereItIs) {}

/** Only a draft can be saved again or filed, and this submission is no longer a draft. */
export class DraftLeft extends Schema.TaggedError<DraftLeft>()("DraftLeft", whereItIs) {}

/** The submission's workflow has no transition of this name from the state that it is in. */
export class TransitionNotPossible extends Schema.TaggedError<TransitionNotPossible>()("TransitionNotPossible", {
  ...whereItIs,
  /** The names of all transitions from this state, whatever privileges they need. */
  transitions: Schema.Array(Schema.String)
}) {}

/** The form's draft has been changed since the revision that the change is based on: nothing was changed. */
export class DraftStale extends Schema.TaggedError<DraftStale>()("DraftStale", {
  /** The draft's current revision; when and by whom it was saved, as `DraftSaving` says. The time is RFC 3339, in UTC. */
  revision: Schema.Int,
  updatedAt: Schema.String.annotate({ format: "date-time" }),
  updatedBy: Schema.NullOr(Actor)
}) {}

/** The form's examples have been changed since the revision that the change is based on: nothing was changed. */
export class ExamplesStale extends Schema.TaggedError<ExamplesStale>()("ExamplesStale", { revision: Schema.Int }) {}

const Difference = Schema.Struct({
  member: Schema.Literals(expectationMembers),
  pointer: Schema.String.annotate({
    description: "In the evaluation's answer: `/calculatedData/premium`. Of problems, where they are in the request."
  }),
  /** The field, for `calculatedData` and `visible`. */
  field: Schema.optionalKey(Schema.String),
  expected: Schema.Json.annotate({ description: "Of problems: the codes at this pointer." }),
  found: Schema.Json.annotate({ description: "Null where there is no such value and no such field." }),
  message: Schema.optionalKey(
    Schema.String.annotate({ description: "Where the form has no such name: a sentence for its author." })
  )
})

/** An example of a form, and what an evaluation gave in the place of what is expected. */
export const ExampleFailure = Schema.Struct({
  name: Schema.String,
  differences: Schema.Array(Difference).annotate({
    description:
      "Left out from the first one on by which those of all examples have more than 262,144 characters of JSON."
  })
}).annotate({ identifier: "ExampleFailure" })
export type ExampleFailure = typeof ExampleFailure.Type

/** Cases of the form do not give what they expect by the definition that was to be published: nothing was published. */
export class ExamplesFailed extends Schema.TaggedError<ExamplesFailed>()("ExamplesFailed", {
  /** How many were run. */
  count: Schema.Int,
  failed: Schema.Array(ExampleFailure)
}) {}

/** The form is archived: it takes no submissions, and none of its versions goes live, until it is unarchived. */
export class FormArchived extends Schema.TaggedError<FormArchived>()("FormArchived", {}) {}

/** No such table in the caller's organisation. */
export class TableNotFound extends Schema.TaggedError<TableNotFound>()("TableNotFound", {}) {}

/** No such version of a table in the caller's organisation. */
export class TableVersionNotFound extends Schema.TaggedError<TableVersionNotFound>()("TableVersionNotFound", {}) {}

/** Another table of the organisation has this name. */
export class TableNameTaken extends Schema.TaggedError<TableNameTaken>()("TableNameTaken", { name: Schema.String }) {}

/** The organisation has as many tables as it may have. */
export class TableLimitReached extends Schema.TaggedError<TableLimitReached>()("TableLimitReached", {
  limit: Schema.Int
}) {}

/** The table's draft has been changed since the revision that the change is based on: nothing was changed. */
export class TableStale extends Schema.TaggedError<TableStale>()("TableStale", { revision: Schema.Int }) {}

/** The table has versions, which forms and submissions may name for good: it cannot be removed. */
export class TablePublished extends Schema.TaggedError<TablePublished>()("TablePublished", {}) {}

/** The table cannot be stored as it is. */
export class TableInvalid extends Schema.TaggedError<TableInvalid>()("TableInvalid", {
  /** In the order of the lines, a thousand at most. */
  faults: Schema.Array(
    Schema.Struct({
      line: Schema.Int,
      column: Schema.optionalKey(Schema.String),
      message: Schema.String,
      expected: Schema.optionalKey(Schema.String)
    })
  )
}) {}

/** No such folder in the caller's organisation. */
export class FolderNotFound extends Schema.TaggedError<FolderNotFound>()("FolderNotFound", {}) {}

/** Another folder with the same parent has this name; case is ignored. */
export class FolderNameTaken extends Schema.TaggedError<FolderNameTaken>()("FolderNameTaken", {
  name: Schema.String
}) {}

/** A folder cannot be moved into itself, or into one that is in it. */
export class FolderCycle extends Schema.TaggedError<FolderCycle>()("FolderCycle", {}) {}

/** The folders would be nested deeper than the limit. */
export class FolderTooDeep extends Schema.TaggedError<FolderTooDeep>()("FolderTooDeep", { limit: Schema.Int }) {}

/** The organisation has reached its limit of folders. */
export class FolderLimitReached extends Schema.TaggedError<FolderLimitReached>()("FolderLimitReached", {
  limit: Schema.Int
}) {}

/** The folder is not empty. */
export class FolderNotEmpty extends Schema.TaggedError<FolderNotEmpty>()("FolderNotEmpty", {
  /** Directly in it. */
  folders: Schema.Int,
  /** Directly in it, archived ones too. */
  forms: Schema.Int
}) {}

/** The organisation has been changed since the edition that the change is based on: nothing was changed. */
export class OrganisationStale extends Schema.TaggedError<OrganisationStale>()("OrganisationStale", {
  edition: Schema.Int
}) {}

/** The installation has no such organisation. Only its operator gets this answer. */
export class OrganisationNotFound extends Schema.TaggedError<OrganisationNotFound>()("OrganisationNotFound", {}) {}

/** Another organisation of the installation has this name; case is ignored. Only the operator gets this answer. */
export class OrganisationNameTaken extends Schema.TaggedError<OrganisationNameTaken>()("OrganisationNameTaken", {
  name: Schema.String
}) {}

/** The installation has as many organisations as it may have. */
export class OrganisationLimitReached extends Schema.TaggedError<OrganisationLimitReached>()(
  "OrganisationLimitReached",
  { limit: Schema.Int }
) {}

/** No such firing in the caller's organisation. */
export class FiringNotFound extends Schema.TaggedError<FiringNotFound>()("FiringNotFound", {}) {}

/** The firing was delivered, so it cannot be retried. */
export class FiringDelivered extends Schema.TaggedError<FiringDelivered>()("FiringDelivered", {}) {}

/** The organisation has no secret of this name. */
export class SecretNotFound extends Schema.TaggedError<SecretNotFound>()("SecretNotFound", {}) {}

/** No such document of this submission in the caller's organisation. */
export class DocumentNotFound extends Schema.TaggedError<DocumentNotFound>()("DocumentNotFound", {}) {}

/** No such file of this submission in the caller's organisation; or none that waits, and that the caller's credential sent. */
export class UploadNotFound extends Schema.TaggedError<UploadNotFound>()("UploadNotFound", {}) {}

/** The organisation's files have as many bytes as they may have: `limit` bytes (spec/http.md §6.31). */
export class UploadLimitReached extends Schema.TaggedError<UploadLimitReached>()("UploadLimitReached", {
  limit: Schema.Int,
  /** As of `SubmissionInvalid`. */
  language: Schema.optionalKey(Schema.String)
}) {}

/** The credential's files that no submission has are as many as they may be, and none of them may go yet (spec/http.md §6.31). */
export class UploadsWaiting extends Schema.TaggedError<UploadsWaiting>()("UploadsWaiting", {
  limit: Schema.Int,
  limitBytes: Schema.Int,
  /** Until the oldest of them may go. */
  retryAfterSeconds: Schema.Int
}) {}

/** No such run in the caller's organisation, or its time is over. */
export class ImpactRunNotFound extends Schema.TaggedError<ImpactRunNotFound>()("ImpactRunNotFound", {}) {}

/** Another run of the organisation is still running. */
export class ImpactRunning extends Schema.TaggedError<ImpactRunning>()("ImpactRunning", {}) {}

/** The organisation has reached its limit of active keys. */
export class ApiKeyLimitReached extends Schema.TaggedError<ApiKeyLimitReached>()("ApiKeyLimitReached", {
  limit: Schema.Int
}) {}

const Fault = Schema.Struct({
  pointer: Schema.String,
  message: Schema.String,
  range: Schema.optionalKey(Schema.Struct({ start: Schema.Int, end: Schema.Int })),
  expected: Schema.optionalKey(Schema.String)
})

/** The definition cannot be published; every fault at once (spec/http.md §4.2). */
export class DefinitionInvalid extends Schema.TaggedError<DefinitionInvalid>()("DefinitionInvalid", {
  faults: Schema.Array(Fault)
}) {}

/** The condition that narrows a list cannot be run over the form's fields; every fault, with its range in the condition. */
export class ConditionInvalid extends Schema.TaggedError<ConditionInvalid>()("ConditionInvalid", {
  faults: Schema.Array(Fault)
}) {}

/** Another form of the organisation has this code. */
export class FormCodeTaken extends Schema.TaggedError<FormCodeTaken>()("FormCodeTaken", { code: Schema.String }) {}

/** A field's value, or the payload as a whole, would not be accepted. */
export const Problem = Schema.Struct({
  field: Schema.String,
  message: Schema.String,
  code: Schema.Literals(problemCodes),
  pointer: Schema.String
}).annotate({ identifier: "Problem", description: "One reason why a payload would not be accepted." })

/** What came is not JSON, or as HTTP no request: it cannot be read (spec/http.md §1.10). */
export class RequestMalformed extends Schema.TaggedError<RequestMalformed>()("RequestMalformed", {
  /** A sentence for a person. */
  reason: Schema.String
}) {}

/** The JSON does not have the shape that the call takes. Each problem has a pointer into it (spec/http.md §1.12). */
export class RequestInvalid extends Schema.TaggedError<RequestInvalid>()("RequestInvalid", {
  problems: Schema.Array(Problem)
}) {}

/** The folder that a request names is not a folder of the organisation. */
export class FolderUnknown extends Schema.TaggedError<FolderUnknown>()("FolderUnknown", {
  problems: Schema.Array(Problem)
}) {
  /** @param member the member of the request that names the folder. */
  static at(member: "folderId" | "parentId"): FolderUnknown {
    const message = `${JSON.stringify(member)} names no folder of the organisation.`
    return new FolderUnknown({ problems: [{ field: member, message, code: "choice", pointer: `/${member}` }] })
  }
}

export const Outcome = Schema.Struct({
  id: Schema.String,
  message: Schema.String,
  severity: Schema.Literals(severities),
  field: Schema.optionalKey(
    Schema.String.annotate({ description: "Of an outcome about a field: its slug, `drivers[1].age` in a list." })
  ),
  pointer: Schema.optionalKey(
    Schema.String.annotate({ description: "The same as a JSON Pointer into the request body: `/data/drivers/1/age`." })
  )
}).annotate({ identifier: "Outcome", description: "A named flag raised by the rules. It never changes `valid`." })

/** A full submission has problems: nothing was stored (spec/http.md §6.1). */
export class SubmissionInvalid extends Schema.TaggedError<SubmissionInvalid>()("SubmissionInvalid", {
  problems: Schema.Array(Problem),
  outcomes: Schema.Array(Outcome),
  hiddenFields: Schema.Array(Schema.String),
  calculatedData: Schema.JsonObject,
  /** Of the sentences; undefined for a form that names no languages. */
  language: Schema.optionalKey(Schema.String)
}) {}

/** The field takes no such file: nothing was stored (spec/http.md §6.29). */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  problems: Schema.Array(Problem),
  /** As of `SubmissionInvalid`. */
  language: Schema.optionalKey(Schema.String)
}) {}

/** The idempotency key was used before, for another body. */
export class IdempotencyMismatch extends Schema.TaggedError<IdempotencyMismatch>()("IdempotencyMismatch", {}) {}

/** The first request with this idempotency key has not answered yet. */
export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()("IdempotencyInProgress", {
  retryAfterSeconds: Schema.Int
}) {}

/**
 * A defect (`Effect.die`) and not a refusal: something that the service needs is unavailable, and trying again later may
 * help. Every other defect is a bug.
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  /** What is unavailable, for the log; never for a caller. */
  reason: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    return this.reason
  }
}
