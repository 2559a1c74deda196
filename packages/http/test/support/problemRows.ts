/** Each refusal and its answer, for problemTable.test.ts. */
import { OrganisationId } from "@formwork/domain/callers/Ids"
import * as Domain from "@formwork/domain/callers/Refusal"
import type { Refusal } from "../../src/problem/ProblemTable.ts"
import * as Request from "../../src/request/RequestRefusal.ts"

export interface Expected {
  readonly refusal: Refusal
  readonly status: number
  readonly code: string
  readonly title: string
  readonly error: string
  readonly headers?: Readonly<Record<string, string>>
  readonly members?: Readonly<Record<string, unknown>>
}

const fault = { pointer: "/title", message: "The title is empty." }
const problem = { field: "age", message: "Too young.", code: "min", pointer: "/data/age" } as const
const outcome = { id: "senior", message: "Senior rate", severity: "info" } as const
const found = {
  problems: [problem],
  outcomes: [outcome],
  hiddenFields: ["guardian"],
  calculatedData: { premium: "2.50" }
}

const challenge = { "www-authenticate": "Bearer" }
const retryAfter = (seconds: number) => ({ "retry-after": String(seconds) })
const notFound = { status: 404, code: "NOT_FOUND", title: "Not found" }
const conflict = { status: 409, code: "CONFLICT", title: "Conflict" }
const tooMany = { status: 429, code: "RATE_LIMITED" }

const failedCase = {
  name: "Ada",
  differences: [
    {
      member: "calculatedData",
      pointer: "/calculatedData/premium",
      field: "premium",
      expected: "2.50",
      found: "2.51"
    }
  ]
} as const

const savedByAda = {
  updatedAt: "2026-11-23T03:00:00.000Z",
  updatedBy: { kind: "user", id: "u-1", name: "Ada" }
} as const

const moved = { workflowState: "priced", revision: 3 }

export const rows: ReadonlyArray<Expected> = [
  {
    refusal: new Domain.Unauthenticated({
      known: { kind: "api_key", id: "canary", userId: "canary", reason: "wrong_secret" }
    }),
    status: 401,
    code: "UNAUTHENTICATED",
    title: "Authentication is required",
    error: "This request needs a valid key, sent as: Authorization: Bearer <API_KEY>.",
    headers: challenge
  },
  {
    refusal: new Domain.SignInRefused(),
    status: 401,
    code: "UNAUTHENTICATED",
    title: "Signing in was refused",
    error: "The e-mail address, the password or the organisation is wrong, or the account has ended.",
    headers: challenge
  },
  {
    refusal: new Domain.InvitationRefused(),
    status: 401,
    code: "UNAUTHENTICATED",
    title: "The invitation cannot be used",
    error: "This invitation was used or replaced, has expired, or never was one. Ask for another.",
    headers: { "www-authenticate": "Bearer" }
  },
  {
    refusal: new Domain.OrganisationStale({ edition: 3 }),
    status: 409,
    code: "CONFLICT",
    title: "The organisation has changed",
    error: "The organisation was changed meanwhile: it is at edition 3. Read it and decide again.",
    members: { edition: 3 }
  },
  {
    refusal: new Domain.UserDeactivated(),
    status: 409,
    code: "CONFLICT",
    title: "Conflict",
    error: "This account has ended. Reactivate it first."
  },
  {
    refusal: new Domain.SignInThrottled({ retryAfterSeconds: 2 }),
    ...tooMany,
    title: "Too many wrong passwords",
    error: "There were too many wrong passwords for this account. Wait 2 seconds before another.",
    headers: retryAfter(2)
  },
  {
    refusal: new Domain.RateLimited({ retryAfterSeconds: 1, limit: 120, windowSeconds: 60 }),
    ...tooMany,
    title: "Over the request budget",
    error: "The budget of 120 requests in 60 seconds is spent. Wait 1 second and go on.",
    headers: retryAfter(1)
  },
  {
    refusal: new Domain.PrivilegeMissing({ privilege: "audit:read" }),
    status: 403,
    code: "PRIVILEGE_REQUIRED",
    title: "A privilege is missing",
    error: "This call needs the privilege audit:read, which the credential does not have.",
    members: { privilege: "audit:read" }
  },
  {
    refusal: new Domain.SessionRequired({ reason: "own_account" }),
    status: 403,
    code: "SESSION_REQUIRED",
    title: "A session is needed",
    error: "A key has no password and no session of its own. Sign in for this call."
  },
  {
    refusal: new Domain.SessionRequired({ reason: "invitation" }),
    status: 403,
    code: "SESSION_REQUIRED",
    title: "A session is needed",
    error:
      "There is no mail server, so the answer would show the invitation's token, and no key may see one. Sign in for this call."
  },
  {
    refusal: new Domain.SessionRequired({ reason: "maker" }),
    status: 403,
    code: "SESSION_REQUIRED",
    title: "A session is needed",
    error: "A key does nothing to the account of the person on whose behalf it was made. Sign in for this call."
  },
  {
    refusal: new Domain.SessionRequired({ reason: "password" }),
    status: 403,
    code: "SESSION_REQUIRED",
    title: "A session is needed",
    error: "A key sets no password. Leave it out and invite the person, or sign in for this call."
  },
  {
    refusal: new Domain.OrganisationRequired({
      organisations: [
        { id: OrganisationId.make("01890000-0000-7000-8000-000000000000"), name: "Ashworth" },
        { id: OrganisationId.make("01890000-0000-7000-8000-000000000001"), name: "Bell" }
      ]
    }),
    status: 409,
    code: "ORGANISATION_REQUIRED",
    title: "Several organisations",
    error: "This address and password belong to 2 organisations. Send the id of one as `organisation`.",
    members: {
      organisations: [
        { id: "01890000-0000-7000-8000-000000000000", name: "Ashworth" },
        { id: "01890000-0000-7000-8000-000000000001", name: "Bell" }
      ]
    }
  },
  {
    refusal: new Domain.ConfirmationRequired(),
    status: 403,
    code: "CONFIRMATION_REQUIRED",
    title: "The password is needed again",
    error: "Confirm with your password at POST /api/platform/sessions/current/confirm, and send this again."
  },
  {
    refusal: new Domain.BeyondLimits({ limit: "addresses" }),
    status: 403,
    code: "KEY_LIMITED",
    title: "Beyond the limits of the key",
    error: "This goes beyond the limit `addresses` of the key that the request came with.",
    members: { limit: "addresses" }
  },
  {
    refusal: new Domain.BeyondLimits({ limit: "expiresAt" }),
    status: 403,
    code: "KEY_LIMITED",
    title: "Beyond the limits of the key",
    error: "A key makes no key that ends later than itself, and only a session takes the end of a key away.",
    members: { limit: "expiresAt" }
  },
  { refusal: new Domain.FormNotFound(), ...notFound, error: "There is no published form with this id." },
  { refusal: new Domain.ApiKeyNotFound(), ...notFound, error: "There is no key with this id." },
  { refusal: new Domain.SessionNotFound(), ...notFound, error: "There is no session to end." },
  {
    refusal: new Domain.OrganisationNotFound(),
    ...notFound,
    error: "There is no organisation with this id."
  },
  {
    refusal: new Domain.OrganisationNameTaken({ name: "Ashworth" }),
    ...conflict,
    error: 'There is an organisation called "Ashworth" already.'
  },
  {
    refusal: new Domain.OrganisationLimitReached({ limit: 3 }),
    ...conflict,
    error: "The installation has 3 organisations, as many as it may have."
  },
  { refusal: new Domain.UserNotFound(), ...notFound, error: "There is no person with this id." },
  { refusal: new Domain.SubmissionNotFound(), ...notFound, error: "There is no submission with this id." },
  {
    refusal: new Domain.SubmissionDeleted(),
    ...notFound,
    error: "The submission that this Idempotency-Key filed has been deleted."
  },
  { refusal: new Request.RouteNotFound(), ...notFound, error: "There is nothing at this address." },
  {
    refusal: new Domain.ApiKeyLimitReached({ limit: 100 }),
    ...conflict,
    error: "The organisation has 100 active keys or more, and this credential may add none. Revoke one first."
  },
  {
    refusal: new Domain.ApiKeyEnded(),
    ...conflict,
    error: "This key has ended already, so that there is nothing to rotate. Make a new one."
  },
  {
    refusal: new Domain.EmailTaken(),
    ...conflict,
    error: "Another person of the organisation has this e-mail address."
  },
  {
    refusal: new Domain.FormVersionNotFound(),
    ...notFound,
    error: "There is no version of a form with this id or number."
  },
  {
    refusal: new Domain.UploadNotFound(),
    ...notFound,
    error: "There is no file with this id."
  },
  {
    refusal: new Domain.ImpactRunNotFound(),
    ...notFound,
    error: "There is no run with this id, or it was more than a day ago."
  },
  { refusal: new Domain.ImpactRunning(), ...conflict, error: "Another run of the organisation is not done yet." },
  { refusal: new Domain.FiringNotFound(), ...notFound, error: "There is no effect with this id." },
  { refusal: new Domain.SecretNotFound(), ...notFound, error: "There is no secret of this name." },
  { refusal: new Domain.DocumentNotFound(), ...notFound, error: "There is no document with this id." },
  {
    refusal: new Domain.FiringDelivered(),
    ...conflict,
    error: "This effect was delivered already, so that there is nothing to try again."
  },
  {
    refusal: new Domain.RevisionStale({ ...moved }),
    ...conflict,
    title: "The submission has changed",
    error: "The submission was changed meanwhile: it is at revision 3, in the state priced. Read it and decide again.",
    members: moved
  },
  {
    refusal: new Domain.DraftLeft({ ...moved }),
    ...conflict,
    title: "The submission is no draft",
    error: "Only a draft can be saved or filed; this submission is in the state priced.",
    members: moved
  },
  {
    refusal: new Domain.TransitionNotPossible({ ...moved, transitions: ["close", "again"] }),
    ...conflict,
    title: "No such transition from here",
    error: "From the state priced there is no such transition; there is close, again.",
    members: { ...moved, transitions: ["close", "again"] }
  },
  {
    refusal: new Domain.TransitionNotPossible({ ...moved, transitions: [] }),
    ...conflict,
    title: "No such transition from here",
    error: "From the state priced there is no such transition.",
    members: { ...moved, transitions: [] }
  },
  {
    refusal: new Domain.LastOwner(),
    ...conflict,
    error: "This is the organisation's last active owner. Make another one first."
  },
  {
    refusal: new Domain.PasswordWrong(),
    status: 422,
    code: "PASSWORD_WRONG",
    title: "The current password is wrong",
    error: "The current password is not the one of this account."
  },
  {
    refusal: new Domain.FormCodeTaken({ code: 'Q"T' }),
    ...conflict,
    error: 'Another form of the organisation has the code "Q\\"T".'
  },
  {
    refusal: new Domain.DefinitionInvalid({ faults: [fault] }),
    status: 422,
    code: "INVALID_DEFINITION",
    title: "The form definition has faults",
    error: "The form cannot be stored, published or run as it is: see faults.",
    members: { faults: [fault] }
  },
  {
    refusal: new Domain.ConditionInvalid({ faults: [fault] }),
    status: 422,
    code: "INVALID_CONDITION",
    title: "The condition has faults",
    error: "The condition cannot be run over the form's fields: see faults.",
    members: { faults: [fault] }
  },
  {
    refusal: new Domain.SubmissionInvalid(found),
    status: 422,
    code: "INVALID_SUBMISSION",
    title: "The submission has problems",
    error: "Nothing was stored: see problems.",
    members: found
  },
  {
    refusal: new Domain.IdempotencyMismatch(),
    status: 422,
    code: "IDEMPOTENCY_MISMATCH",
    title: "The idempotency key was used for another body",
    error: "This Idempotency-Key came before with another body. Send a new key with a new request."
  },
  {
    refusal: new Domain.IdempotencyInProgress({ retryAfterSeconds: 3 }),
    status: 409,
    code: "IDEMPOTENCY_IN_PROGRESS",
    title: "The first request is still running",
    error: "The first request with this Idempotency-Key has not answered yet. Ask again in 3 seconds.",
    headers: retryAfter(3)
  },
  {
    refusal: new Domain.Unavailable({ reason: "canary", cause: new Error("canary") }),
    status: 503,
    code: "UNAVAILABLE",
    title: "Not available right now",
    error: "The service cannot answer right now. Try again in 5 seconds.",
    headers: retryAfter(5)
  },
  {
    refusal: new Domain.RequestMalformed({ reason: "The body is not valid JSON from line 1, column 9 on." }),
    status: 400,
    code: "MALFORMED_REQUEST",
    title: "The request cannot be read",
    error: "The body is not valid JSON from line 1, column 9 on."
  },
  {
    refusal: new Request.OriginForeign(),
    status: 403,
    code: "ORIGIN_NOT_ALLOWED",
    title: "The origin is not allowed",
    error: "This address takes no requests from pages of another site, unless the operator allows the site."
  },
  {
    refusal: new Request.MethodNotAllowed({ allow: ["GET", "POST"] }),
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    title: "Method not allowed",
    error: "This address takes GET, POST.",
    headers: { allow: "GET, POST" }
  },
  {
    refusal: new Request.RequestTimedOut(),
    status: 408,
    code: "REQUEST_TIMEOUT",
    title: "The request took too long to arrive",
    error: "The request did not arrive in time."
  },
  {
    refusal: new Request.PayloadTooLarge({ limitBytes: 1_048_576 }),
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    title: "The body is too large",
    error: "A body may have at most 1048576 bytes."
  },
  {
    refusal: new Request.TooManyLines({ limitLines: 100_000 }),
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    title: "The batch has too many lines",
    error: "A batch may have at most 100000 lines. Send the others in another one."
  },
  {
    refusal: new Request.MediaTypeUnsupported({ isCoded: false, mediaType: "application/x-ndjson" }),
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    title: "The body must be JSON",
    error: "Send the body as Content-Type: application/x-ndjson, in UTF-8, without a Content-Encoding."
  },
  {
    refusal: new Request.MediaTypeUnsupported({ isCoded: false }),
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    title: "The body must be JSON",
    error: "Send the body as Content-Type: application/json, in UTF-8, without a Content-Encoding."
  },
  {
    refusal: new Request.MediaTypeUnsupported({ isCoded: true }),
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    title: "The body must be JSON",
    error: "Send the body as Content-Type: application/json, in UTF-8, without a Content-Encoding.",
    headers: { "accept-encoding": "identity" }
  },
  {
    refusal: new Request.Overloaded({ retryAfterSeconds: 3 }),
    status: 503,
    code: "UNAVAILABLE",
    title: "Too much to do right now",
    error: "The service has more requests than it can answer in time. Try again in 3 seconds.",
    headers: retryAfter(3)
  },
  {
    refusal: new Request.ExpectationUnsupported(),
    status: 417,
    code: "EXPECTATION_FAILED",
    title: "The expectation cannot be met",
    error: "The only expectation that can be met is 100-continue."
  },
  {
    refusal: new Request.HeadTooLarge(),
    status: 431,
    code: "HEADERS_TOO_LARGE",
    title: "The headers are too large",
    error: "The request line and the headers are too large."
  },
  {
    refusal: new Domain.RequestInvalid({ problems: [problem] }),
    status: 422,
    code: "INVALID_REQUEST",
    title: "The request has the wrong shape",
    error: "The request does not have the shape that this call takes: see problems.",
    members: { problems: [problem] }
  },
  {
    refusal: new Request.InternalFault(),
    status: 500,
    code: "INTERNAL",
    title: "Internal error",
    error: "Something went wrong on our side. Quote the request id when you report it."
  },
  {
    refusal: new Domain.DraftStale({ revision: 4, ...savedByAda }),
    ...conflict,
    title: "The draft has changed",
    error: "The draft was changed meanwhile: it is at revision 4. Read it and decide again.",
    members: { revision: 4, ...savedByAda }
  },
  {
    refusal: new Domain.ExamplesStale({ revision: 4 }),
    ...conflict,
    title: "The examples have changed",
    error: "The form's examples were changed meanwhile: they are at revision 4. Read them and decide again.",
    members: { revision: 4 }
  },
  {
    refusal: new Domain.TableStale({ revision: 4 }),
    ...conflict,
    title: "The table has changed",
    error: "The table's draft was changed meanwhile: it is at revision 4. Read it and decide again.",
    members: { revision: 4 }
  },
  {
    refusal: new Domain.TableNameTaken({ name: "areas" }),
    ...conflict,
    error: "There is a table called areas already."
  },
  {
    refusal: new Domain.TableLimitReached({ limit: 100 }),
    ...conflict,
    error: "The organisation has 100 tables, as many as it may have. Remove one that was never published."
  },
  {
    refusal: new Domain.UploadsWaiting({ limit: 2_000, limitBytes: 2_000_000_000, retryAfterSeconds: 61 }),
    status: 429,
    code: "RATE_LIMITED",
    headers: { "retry-after": "61" },
    title: "Too many files that no submission names",
    error:
      "The files that this credential sent and no submission names are 2000, or have 2000000000 bytes: as many as they may. File submissions with them, remove some, or try again in 61 seconds, when the oldest makes room."
  },
  {
    refusal: new Request.UploadsAtOnce({ retryAfterSeconds: 5 }),
    status: 429,
    code: "RATE_LIMITED",
    headers: { "retry-after": "5" },
    title: "Too many files at once",
    error: "This credential sends or reads as many files at once as it may. Try again in 5 seconds."
  },
  {
    refusal: new Request.FileBodyUnsupported({ isCoded: true }),
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    headers: { "accept-encoding": "identity" },
    title: "The body must be the file itself",
    error: "Send the file's own bytes, without a Content-Encoding."
  },
  {
    refusal: new Request.FileBodyUnsupported({ isCoded: false }),
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    title: "The body must be the file itself",
    error:
      "The body is the file itself: send its own bytes under its own Content-Type, not a form that has it in a part."
  },
  {
    refusal: new Request.RequestTimedOut({ advice: "Send less." }),
    status: 408,
    code: "REQUEST_TIMEOUT",
    title: "The request took too long to arrive",
    error: "The request did not arrive in time. Send less."
  },
  {
    refusal: new Domain.UploadLimitReached({ limit: 1_000 }),
    ...conflict,
    error: "The organisation takes no more files now. Please contact the organisation."
  },
  {
    refusal: new Domain.UploadLimitReached({ limit: 1_000, language: "de-AT" }),
    ...conflict,
    error: "Die Organisation nimmt derzeit keine weiteren Dateien an. Bitte wenden Sie sich an die Organisation.",
    headers: { "content-language": "de-AT", vary: "accept-language" }
  },
  {
    refusal: new Domain.FileRefused({ problems: found.problems, language: "de" }),
    status: 422,
    code: "INVALID_FILE",
    title: "The field takes no such file",
    error: "Nothing was stored: see problems.",
    members: { problems: found.problems },
    headers: { "content-language": "de", vary: "accept-language" }
  },
  {
    refusal: new Domain.TablePublished(),
    ...conflict,
    error: "The table was published: forms and submissions may name its versions, so it cannot be removed."
  },
  {
    refusal: new Domain.TableInvalid({ faults: [{ line: 3, column: "rate", message: "Bad." }] }),
    status: 422,
    code: "INVALID_TABLE",
    title: "The table has faults",
    error: "The table cannot be stored as it is: see faults.",
    members: { faults: [{ line: 3, column: "rate", message: "Bad." }] }
  },
  {
    refusal: new Domain.ExamplesFailed({ count: 7, failed: [failedCase] }),
    status: 422,
    code: "CASES_FAILED",
    title: "Cases of the form fail",
    error: "Nothing was published: of 7 cases 1 does not give what is expected: see failed.",
    members: { failed: [failedCase] }
  },
  {
    refusal: new Domain.FormArchived(),
    ...conflict,
    title: "The form is archived",
    error: "The form is archived: it takes no submissions and no new version until it is brought back."
  },
  { refusal: new Domain.TableNotFound(), ...notFound, error: "There is no table of this name." },
  {
    refusal: new Domain.TableVersionNotFound(),
    ...notFound,
    error: "There is no version of the table with this number."
  },
  { refusal: new Domain.FolderNotFound(), ...notFound, error: "There is no folder with this id." },
  {
    refusal: new Domain.FolderNameTaken({ name: 'A"B' }),
    ...conflict,
    error: 'There is a folder called "A\\"B" in the same place.'
  },
  {
    refusal: new Domain.FolderCycle(),
    ...conflict,
    error: "A folder cannot be moved into itself, or into a folder that is in it."
  },
  {
    refusal: new Domain.FolderTooDeep({ limit: 10 }),
    ...conflict,
    error: "At most 10 folders may be within one another."
  },
  {
    refusal: new Domain.FolderLimitReached({ limit: 1000 }),
    ...conflict,
    error: "The organisation has 1000 folders, as many as it may have. Remove one first."
  },
  {
    refusal: new Domain.FolderNotEmpty({ folders: 1, forms: 2 }),
    ...conflict,
    title: "The folder is not empty",
    error: "Only an empty folder can be removed: this one has 1 folder and 2 forms in it, archived forms too.",
    members: { folders: 1, forms: 2 }
  },
  {
    refusal: Domain.FolderUnknown.at("parentId"),
    status: 422,
    code: "INVALID_REQUEST",
    title: "The request names no folder",
    error: "The folder to put this into does not exist: see problems.",
    members: {
      problems: [
        {
          field: "parentId",
          message: '"parentId" names no folder of the organisation.',
          code: "choice",
          pointer: "/parentId"
        }
      ]
    }
  }
]
