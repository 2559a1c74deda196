/** The one table from a refusal to its status, code and words (spec/http.md §2.5). */
import { languageHeaders } from "../connection/languageHeaders.ts"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as DomainRefusal from "@formwork/domain/callers/Refusal"
import { filesFull } from "./filesFull.ts"
import type { Refusals, Row } from "./ProblemRow.ts"
import type * as RequestRefusal from "../request/RequestRefusal.ts"

/** Every refusal that HTTP can answer: the domain's and its own. */
export type Refusal = Refusals<typeof DomainRefusal> | Refusals<typeof RequestRefusal>

const count = (number: number, thing: string): string => (number === 1 ? `1 ${thing}` : `${number} ${thing}s`)

const seconds = (number: number): string => count(number, "second")

/** The `Retry-After` of an outage, whose end the service does not know. */
const unavailableSeconds = 5

/** The state and revision of a submission. None of its values: a caller who may change it may lack the privilege to read it. */
const whereItIs = {
  workflowState: DomainRefusal.RevisionStale.fields.workflowState,
  revision: DomainRefusal.RevisionStale.fields.revision
}

const withoutSession: { readonly [R in DomainRefusal.SessionRequired["reason"]]: string } = {
  own_account: "A key has no password and no session of its own. Sign in for this call.",
  password: "A key sets no password. Leave it out and invite the person, or sign in for this call.",
  invitation:
    "There is no mail server, so the answer would show the invitation's token, and no key may see one. Sign in for this call.",
  maker: "A key does nothing to the account of the person on whose behalf it was made. Sign in for this call."
}

/** The same status and code for every record or path that does not exist. */
const absent = (sentence: string) =>
  ({ status: 404, code: "NOT_FOUND", title: "Not found", error: () => sentence }) as const

const conflict = <R>(error: (refusal: R) => string) =>
  ({ status: 409, code: "CONFLICT", title: "Conflict", error }) as const

/** INVARIANT: exhaustive. A refusal added to domain/callers/Refusal.ts or RequestRefusal.ts does not compile until it stands here. */
export const table = {
  Unauthenticated: {
    status: 401,
    code: "UNAUTHENTICATED",
    title: "Authentication is required",
    error: () => "This request needs a valid key, sent as: Authorization: Bearer <API_KEY>.",
    headers: () => ({ "www-authenticate": "Bearer" })
  },
  SignInRefused: {
    status: 401,
    code: "UNAUTHENTICATED",
    title: "Signing in was refused",
    error: () => "The e-mail address, the password or the organisation is wrong, or the account has ended.",
    headers: () => ({ "www-authenticate": "Bearer" })
  },
  InvitationRefused: {
    status: 401,
    code: "UNAUTHENTICATED",
    title: "The invitation cannot be used",
    error: () => "This invitation was used or replaced, has expired, or never was one. Ask for another.",
    headers: () => ({ "www-authenticate": "Bearer" })
  },
  SignInThrottled: {
    status: 429,
    code: "RATE_LIMITED",
    title: "Too many wrong passwords",
    error: ({ retryAfterSeconds }) =>
      `There were too many wrong passwords for this account. Wait ${seconds(retryAfterSeconds)} before another.`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) })
  },
  RateLimited: {
    status: 429,
    code: "RATE_LIMITED",
    title: "Over the request budget",
    error: ({ limit, retryAfterSeconds, windowSeconds }) =>
      `The budget of ${limit} requests in ${seconds(windowSeconds)} is spent. Wait ${seconds(retryAfterSeconds)} and go on.`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) })
  },
  PrivilegeMissing: {
    status: 403,
    code: "PRIVILEGE_REQUIRED",
    title: "A privilege is missing",
    error: ({ privilege }) => `This call needs the privilege ${privilege}, which the credential does not have.`,
    members: { privilege: Privilege }
  },
  SessionRequired: {
    status: 403,
    code: "SESSION_REQUIRED",
    title: "A session is needed",
    error: ({ reason }) => withoutSession[reason]
  },
  OrganisationRequired: {
    status: 409,
    code: "ORGANISATION_REQUIRED",
    title: "Several organisations",
    error: ({ organisations }) =>
      `This address and password belong to ${organisations.length} organisations. Send the id of one as \`organisation\`.`,
    members: { organisations: DomainRefusal.OrganisationRequired.fields.organisations }
  },
  ConfirmationRequired: {
    status: 403,
    code: "CONFIRMATION_REQUIRED",
    title: "The password is needed again",
    error: () => "Confirm with your password at POST /api/platform/sessions/current/confirm, and send this again."
  },
  BeyondLimits: {
    status: 403,
    code: "KEY_LIMITED",
    title: "Beyond the limits of the key",
    error: ({ limit }) =>
      limit === "expiresAt"
        ? "A key makes no key that ends later than itself, and only a session takes the end of a key away."
        : `This goes beyond the limit \`${limit}\` of the key that the request came with.`,
    members: { limit: DomainRefusal.BeyondLimits.fields.limit }
  },
  FormNotFound: absent("There is no published form with this id."),
  ApiKeyNotFound: absent("There is no key with this id."),
  SessionNotFound: absent("There is no session to end."),
  UserNotFound: absent("There is no person with this id."),
  SubmissionNotFound: absent("There is no submission with this id."),
  SubmissionDeleted: absent("The submission that this Idempotency-Key filed has been deleted."),
  FormVersionNotFound: absent("There is no version of a form with this id or number."),
  FiringNotFound: absent("There is no effect with this id."),
  SecretNotFound: absent("There is no secret of this name."),
  DocumentNotFound: absent("There is no document with this id."),
  UploadNotFound: absent("There is no file with this id."),
  ImpactRunNotFound: absent("There is no run with this id, or it was more than a day ago."),
  RouteNotFound: absent("There is nothing at this address."),
  FolderNotFound: absent("There is no folder with this id."),
  TableNotFound: absent("There is no table of this name."),
  TableVersionNotFound: absent("There is no version of the table with this number."),
  OrganisationNotFound: absent("There is no organisation with this id."),
  OrganisationNameTaken: conflict<DomainRefusal.OrganisationNameTaken>(
    ({ name }) => `There is an organisation called ${JSON.stringify(name)} already.`
  ),
  OrganisationLimitReached: conflict<DomainRefusal.OrganisationLimitReached>(
    ({ limit }) => `The installation has ${limit} organisations, as many as it may have.`
  ),
  ApiKeyLimitReached: conflict<DomainRefusal.ApiKeyLimitReached>(
    ({ limit }) =>
      `The organisation has ${limit} active keys or more, and this credential may add none. Revoke one first.`
  ),
  ApiKeyEnded: conflict(() => "This key has ended already, so that there is nothing to rotate. Make a new one."),
  FiringDelivered: conflict(() => "This effect was delivered already, so that there is nothing to try again."),
  ImpactRunning: conflict(() => "Another run of the organisation is not done yet."),
  EmailTaken: conflict(() => "Another person of the organisation has this e-mail address."),
  UserDeactivated: conflict(() => "This account has ended. Reactivate it first."),
  LastOwner: conflict(() => "This is the organisation's last active owner. Make another one first."),
  RevisionStale: {
    status: 409,
    code: "CONFLICT",
    title: "The submission has changed",
    error: ({ revision, workflowState }) =>
      `The submission was changed meanwhile: it is at revision ${revision}, in the state ${workflowState}. Read it and decide again.`,
    members: whereItIs
  },
  OrganisationStale: {
    status: 409,
    code: "CONFLICT",
    title: "The organisation has changed",
    error: ({ edition }) =>
      `The organisation was changed meanwhile: it is at edition ${edition}. Read it and decide again.`,
    members: { edition: DomainRefusal.OrganisationStale.fields.edition }
  },
  DraftLeft: {
    status: 409,
    code: "CONFLICT",
    title: "The submission is no draft",
    error: ({ workflowState }) =>
      `Only a draft can be saved or filed; this submission is in the state ${workflowState}.`,
    members: whereItIs
  },
  TransitionNotPossible: {
    status: 409,
    code: "CONFLICT",
    title: "No such transition from here",
    error: ({ transitions, workflowState }) =>
      `From the state ${workflowState} there is no such transition${transitions.length === 0 ? "" : `; there is ${transitions.join(", ")}`}.`,
    members: { ...whereItIs, transitions: DomainRefusal.TransitionNotPossible.fields.transitions }
  },
  DraftStale: {
    status: 409,
    code: "CONFLICT",
    title: "The draft has changed",
    error: ({ revision }) =>
      `The draft was changed meanwhile: it is at revision ${revision}. Read it and decide again.`,
    members: {
      revision: DomainRefusal.DraftStale.fields.revision,
      updatedAt: DomainRefusal.DraftStale.fields.updatedAt,
      updatedBy: DomainRefusal.DraftStale.fields.updatedBy
    }
  },
  ExamplesStale: {
    status: 409,
    code: "CONFLICT",
    title: "The examples have changed",
    error: ({ revision }) =>
      `The form's examples were changed meanwhile: they are at revision ${revision}. Read them and decide again.`,
    members: { revision: DomainRefusal.ExamplesStale.fields.revision }
  },
  TableNameTaken: conflict(({ name }) => `There is a table called ${name} already.`),
  TableLimitReached: conflict(
    ({ limit }) => `The organisation has ${limit} tables, as many as it may have. Remove one that was never published.`
  ),
  UploadLimitReached: {
    ...conflict<DomainRefusal.UploadLimitReached>(({ language }) => filesFull(language)),
    headers: ({ language }) => (language === undefined ? {} : languageHeaders(language))
  },
  UploadsWaiting: {
    status: 429,
    code: "RATE_LIMITED",
    title: "Too many files that no submission names",
    error: ({ limit, limitBytes, retryAfterSeconds }) =>
      `The files that this credential sent and no submission names are ${limit}, or have ${limitBytes} bytes: as many as they may. File submissions with them, remove some, or try again in ${seconds(retryAfterSeconds)}, when the oldest makes room.`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) })
  },
  FileRefused: {
    status: 422,
    code: "INVALID_FILE",
    title: "The field takes no such file",
    error: () => "Nothing was stored: see problems.",
    members: { problems: DomainRefusal.FileRefused.fields.problems },
    headers: ({ language }) => (language === undefined ? {} : languageHeaders(language))
  },
  TablePublished: conflict(
    () => "The table was published: forms and submissions may name its versions, so it cannot be removed."
  ),
  TableStale: {
    status: 409,
    code: "CONFLICT",
    title: "The table has changed",
    error: ({ revision }) =>
      `The table's draft was changed meanwhile: it is at revision ${revision}. Read it and decide again.`,
    members: { revision: DomainRefusal.TableStale.fields.revision }
  },
  TableInvalid: {
    status: 422,
    code: "INVALID_TABLE",
    title: "The table has faults",
    error: () => "The table cannot be stored as it is: see faults.",
    members: { faults: DomainRefusal.TableInvalid.fields.faults }
  },
  FormArchived: {
    status: 409,
    code: "CONFLICT",
    title: "The form is archived",
    error: () => "The form is archived: it takes no submissions and no new version until it is brought back."
  },
  FolderNameTaken: conflict(({ name }) => `There is a folder called ${JSON.stringify(name)} in the same place.`),
  FolderCycle: conflict(() => "A folder cannot be moved into itself, or into a folder that is in it."),
  FolderTooDeep: conflict(({ limit }) => `At most ${limit} folders may be within one another.`),
  FolderLimitReached: conflict(
    ({ limit }) => `The organisation has ${limit} folders, as many as it may have. Remove one first.`
  ),
  FolderNotEmpty: {
    status: 409,
    code: "CONFLICT",
    title: "The folder is not empty",
    error: ({ folders, forms }) =>
      `Only an empty folder can be removed: this one has ${count(folders, "folder")} and ${count(forms, "form")} in it, archived forms too.`,
    members: { folders: DomainRefusal.FolderNotEmpty.fields.folders, forms: DomainRefusal.FolderNotEmpty.fields.forms }
  },
  FolderUnknown: {
    status: 422,
    code: "INVALID_REQUEST",
    title: "The request names no folder",
    error: () => "The folder to put this into does not exist: see problems.",
    members: { problems: DomainRefusal.FolderUnknown.fields.problems }
  },
  PasswordWrong: {
    status: 422,
    code: "PASSWORD_WRONG",
    title: "The current password is wrong",
    error: () => "The current password is not the one of this account."
  },
  FormCodeTaken: {
    status: 409,
    code: "CONFLICT",
    title: "Conflict",
    error: ({ code }) => `Another form of the organisation has the code ${JSON.stringify(code)}.`
  },
  DefinitionInvalid: {
    status: 422,
    code: "INVALID_DEFINITION",
    title: "The form definition has faults",
    error: () => "The form cannot be stored, published or run as it is: see faults.",
    members: { faults: DomainRefusal.DefinitionInvalid.fields.faults }
  },
  ExamplesFailed: {
    status: 422,
    code: "CASES_FAILED",
    title: "Cases of the form fail",
    error: ({ count: ran, failed }) =>
      `Nothing was published: of ${count(ran, "case")} ${failed.length} ${failed.length === 1 ? "does" : "do"} not give what is expected: see failed.`,
    members: { failed: DomainRefusal.ExamplesFailed.fields.failed }
  },
  ConditionInvalid: {
    status: 422,
    code: "INVALID_CONDITION",
    title: "The condition has faults",
    error: () => "The condition cannot be run over the form's fields: see faults.",
    members: { faults: DomainRefusal.ConditionInvalid.fields.faults }
  },
  SubmissionInvalid: {
    status: 422,
    code: "INVALID_SUBMISSION",
    title: "The submission has problems",
    error: () => "Nothing was stored: see problems.",
    members: {
      problems: DomainRefusal.SubmissionInvalid.fields.problems,
      outcomes: DomainRefusal.SubmissionInvalid.fields.outcomes,
      hiddenFields: DomainRefusal.SubmissionInvalid.fields.hiddenFields,
      calculatedData: DomainRefusal.SubmissionInvalid.fields.calculatedData
    },
    headers: ({ language }) => (language === undefined ? {} : languageHeaders(language))
  },
  IdempotencyMismatch: {
    status: 422,
    code: "IDEMPOTENCY_MISMATCH",
    title: "The idempotency key was used for another body",
    error: () => "This Idempotency-Key came before with another body. Send a new key with a new request."
  },
  IdempotencyInProgress: {
    status: 409,
    code: "IDEMPOTENCY_IN_PROGRESS",
    title: "The first request is still running",
    error: ({ retryAfterSeconds }) =>
      `The first request with this Idempotency-Key has not answered yet. Ask again in ${seconds(retryAfterSeconds)}.`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) })
  },
  Unavailable: {
    status: 503,
    code: "UNAVAILABLE",
    title: "Not available right now",
    error: () => `The service cannot answer right now. Try again in ${seconds(unavailableSeconds)}.`,
    headers: () => ({ "retry-after": String(unavailableSeconds) })
  },
  Overloaded: {
    status: 503,
    code: "UNAVAILABLE",
    title: "Too much to do right now",
    error: ({ retryAfterSeconds }) =>
      `The service has more requests than it can answer in time. Try again in ${seconds(retryAfterSeconds)}.`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) })
  },
  RequestInvalid: {
    status: 422,
    code: "INVALID_REQUEST",
    title: "The request has the wrong shape",
    error: () => "The request does not have the shape that this call takes: see problems.",
    members: { problems: DomainRefusal.RequestInvalid.fields.problems }
  },
  RequestMalformed: {
    status: 400,
    code: "MALFORMED_REQUEST",
    title: "The request cannot be read",
    error: ({ reason }) => reason
  },
  MethodNotAllowed: {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    title: "Method not allowed",
    error: ({ allow }) => `This address takes ${allow.join(", ")}.`,
    headers: ({ allow }) => ({ allow: allow.join(", ") })
  },
  RequestTimedOut: {
    status: 408,
    code: "REQUEST_TIMEOUT",
    title: "The request took too long to arrive",
    error: ({ advice }) => ["The request did not arrive in time.", ...(advice === undefined ? [] : [advice])].join(" ")
  },
  PayloadTooLarge: {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    title: "The body is too large",
    error: ({ limitBytes }) => `A body may have at most ${limitBytes} bytes.`
  },
  TooManyLines: {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    title: "The batch has too many lines",
    error: ({ limitLines }) => `A batch may have at most ${limitLines} lines. Send the others in another one.`
  },
  MediaTypeUnsupported: {
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    title: "The body must be JSON",
    error: ({ mediaType = "application/json" }) =>
      `Send the body as Content-Type: ${mediaType}, in UTF-8, without a Content-Encoding.`,
    // RFC 9110 §15.5.16: tells a refused coding from a refused type. No coding is taken (docs/decisions/0127).
    headers: ({ isCoded }): Readonly<Record<string, string>> => (isCoded ? { "accept-encoding": "identity" } : {})
  },
  FileBodyUnsupported: {
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    title: "The body must be the file itself",
    error: ({ isCoded }) =>
      isCoded
        ? "Send the file's own bytes, without a Content-Encoding."
        : "The body is the file itself: send its own bytes under its own Content-Type, not a form that has it in a part.",
    headers: ({ isCoded }): Readonly<Record<string, string>> => (isCoded ? { "accept-encoding": "identity" } : {})
  },
  UploadsAtOnce: {
    status: 429,
    code: "RATE_LIMITED",
    title: "Too many files at once",
    error: ({ retryAfterSeconds }) =>
      `This credential sends or reads as many files at once as it may. Try again in ${seconds(retryAfterSeconds)}.`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) })
  },
  OriginForeign: {
    status: 403,
    code: "ORIGIN_NOT_ALLOWED",
    title: "The origin is not allowed",
    error: () => "This address takes no requests from pages of another site, unless the operator allows the site."
  },
  ExpectationUnsupported: {
    status: 417,
    code: "EXPECTATION_FAILED",
    title: "The expectation cannot be met",
    error: () => "The only expectation that can be met is 100-continue."
  },
  HeadTooLarge: {
    status: 431,
    code: "HEADERS_TOO_LARGE",
    title: "The headers are too large",
    error: () => "The request line and the headers are too large."
  },
  InternalFault: {
    status: 500,
    code: "INTERNAL",
    title: "Internal error",
    error: () => "Something went wrong on our side. Quote the request id when you report it."
  }
} as const satisfies { readonly [Tag in Refusal["_tag"]]: Row<Extract<Refusal, { readonly _tag: Tag }>> }
