/** Made by `pnpm client` from the OpenAPI documents of both APIs; not written by hand. */
import type { Answer, Operation } from "../Operation.ts"

/** Whose password was set, for signing in with it. */
export interface AcceptedInvitation {
  readonly user: User
  readonly organisation: {
    readonly id: string
    readonly name: string
  }
}

/** A key, without its secret. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly createdBy: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  readonly revokedBy: string | null
  readonly revokedReason: "manual" | "creator_deactivated" | "rotated" | "reported" | null
  readonly replacedBy: string | null
  readonly hint: string
}

/** Conflict */
export interface ApiKeyEnded {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Conflict */
export interface ApiKeyLimitReached {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Not found */
export interface ApiKeyNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface ApiKeyRequest {
  readonly name: string
  /** Some of the caller's own. */
  readonly privileges: ReadonlyArray<Privilege>
  readonly expiresAt?: string
}

export type AuditAction = "organisation.created" | "organisation.renamed" | "api_key.created" | "api_key.rotated" | "api_key.revoked" | "session.created" | "session.ended" | "user.created" | "user.invited" | "user.invitation_accepted" | "user.invitation_ended" | "user.role_changed" | "user.renamed" | "user.deactivated" | "user.reactivated" | "user.password_changed" | "folder.created" | "folder.renamed" | "folder.moved" | "folder.removed" | "form.created" | "form.draft_saved" | "form.moved" | "form.published" | "form.archived" | "form.unarchived" | "submission.created" | "submission.saved" | "submission.filed" | "submission.transitioned" | "submission.deleted" | "effect.retried" | "secret.set" | "secret.removed" | "sign_in.refused" | "password.refused" | "credential.refused" | "privilege.refused"

/** Who did what, when, from where. `detail` depends on the action. */
export interface AuditEvent {
  readonly id: string
  readonly at: string
  readonly action: AuditAction
  readonly userId: string | null
  readonly credential: {
    readonly kind: "api_key" | "session" | "operator"
    readonly id: string
  } | null
  readonly subject: string | null
  readonly detail: string | null
  readonly times: number
  readonly address: string | null
  readonly requestId: string | null
}

export interface AuditPage {
  readonly items: ReadonlyArray<AuditEvent>
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
}

/** The condition has faults */
export interface ConditionInvalid {
  readonly type: "urn:formwork:problem:invalid-condition"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "INVALID_CONDITION"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly faults: ReadonlyArray<{
    readonly pointer: string
    readonly message: string
    readonly range?: {
      readonly start: number
      readonly end: number
    }
    readonly expected?: string
  }>
}

export interface CreatedApiKey {
  readonly id: string
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly createdBy: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  readonly revokedBy: string | null
  readonly revokedReason: "manual" | "creator_deactivated" | "rotated" | "reported" | null
  readonly replacedBy: string | null
  readonly hint: string
  /** Shown here and never again. */
  readonly token: string
}

/** The form definition has faults */
export interface DefinitionInvalid {
  readonly type: "urn:formwork:problem:invalid-definition"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "INVALID_DEFINITION"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly faults: ReadonlyArray<{
    readonly pointer: string
    readonly message: string
    readonly range?: {
      readonly start: number
      readonly end: number
    }
    readonly expected?: string
  }>
}

export interface DefinitionRequest {
  /** A form's definition: docs/rule-language.md says what there is to it. */
  readonly definition: { readonly [name: string]: unknown }
}

export interface DeletionRequest {
  /** Kept in the audit log: 1 to 500 characters. */
  readonly reason: string
}

/** A finished document; `size` in bytes. */
export interface Document {
  readonly id: string
  readonly submissionId: string
  readonly fileName: string
  readonly mediaType: "application/pdf"
  readonly size: number
  readonly createdAt: string
}

/** Not found */
export interface DocumentNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** The submission is no draft */
export interface DraftLeft {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly workflowState: string
  readonly revision: number
}

export interface DraftRequest {
  /** The values, keyed by field slug. Which slugs there are, and what each takes, is the form's to say. */
  readonly data: { readonly [name: string]: unknown }
}

/** The draft has changed */
export interface DraftStale {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly revision: number
}

/** One effect of one submission. Receivers see its id. */
export interface Effect {
  readonly id: string
  readonly effectId: string
  readonly kind: "notification" | "document" | "integration" | "delivery"
  readonly on: string
  readonly submissionId: string
  readonly formId: string
  readonly state: FiringState
  readonly destination: string
  readonly attemptCount: number
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  readonly lastAttempt: EffectAttempt | null
}

/** One attempt to send. */
export interface EffectAttempt {
  readonly number: number
  readonly startedAt: string
  /** Null while it is being made; `lost` where whoever made it ended meanwhile, so that nobody knows. */
  readonly result: "delivered" | "retry" | "dead" | "stopped" | "lost" | null
  readonly durationMillis: number | null
  readonly status: number | null
  readonly excerpt: string | null
  readonly reason: string | null
}

export interface EffectHistory {
  readonly id: string
  readonly effectId: string
  readonly kind: "notification" | "document" | "integration" | "delivery"
  readonly on: string
  readonly submissionId: string
  readonly formId: string
  readonly state: FiringState
  readonly destination: string
  readonly attemptCount: number
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  readonly lastAttempt: EffectAttempt | null
  /** Every attempt, the first one first. */
  readonly attempts: ReadonlyArray<EffectAttempt>
}

export interface EffectPage {
  readonly items: ReadonlyArray<Effect>
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
}

export interface EffectRetryRequest {
  readonly ids?: ReadonlyArray<string>
  readonly filter?: {
    readonly form?: string
    readonly submission?: string
    readonly state?: "dead" | "stopped"
  }
}

export interface EffectRetryResult {
  /** How many are due again. 1000 at most: while it is as many, ask again. */
  readonly retried: number
}

/** Conflict */
export interface EmailTaken {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface EvaluateRequest {
  /** The values, keyed by field slug. Which slugs there are, and what each takes, is the form's to say. */
  readonly data: { readonly [name: string]: unknown }
}

/** What the form's rules made of the payload. */
export interface EvaluationResult {
  /** Whether the payload would be accepted as a complete submission: true when there are no problems. */
  readonly valid: boolean
  /** Every computed field that is not hidden, by slug; null where an input that it needs is missing. */
  readonly calculatedData: { readonly [name: string]: unknown }
  /** Slugs that the rules hid for this payload, in the form's order. */
  readonly hiddenFields: ReadonlyArray<string>
  readonly outcomes: ReadonlyArray<Outcome>
  readonly problems: ReadonlyArray<Problem>
  /** With `explain=true`: each rule in the order in which it ran. */
  readonly trace?: ReadonlyArray<TraceEntry>
}

/** The expectation cannot be met */
export interface ExpectationUnsupported {
  readonly type: "urn:formwork:problem:expectation-failed"
  readonly title: string
  readonly status: 417
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "EXPECTATION_FAILED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Without `data` what is stored is filed. */
export interface FileRequest {
  /** The values, keyed by field slug. Which slugs there are, and what each takes, is the form's to say. */
  readonly data?: { readonly [name: string]: unknown }
}

/** Conflict */
export interface FiringDelivered {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Not found */
export interface FiringNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export type FiringState = "pending" | "delivered" | "dead" | "stopped"

/** A place for forms and for other folders. */
export interface Folder {
  readonly id: string
  readonly name: string
  /** The folder that it is in; null at the top. */
  readonly parentId: string | null
  readonly createdAt: string
  /** Folders directly in it. */
  readonly folderCount: number
  /** Forms directly in it, archived ones too. */
  readonly formCount: number
}

/** What is left out stays as it is. */
export interface FolderChange {
  /** Another than those of the folders beside it, however they are capitalised. */
  readonly name?: string
  /** The folder that it is to be in; null for the top. */
  readonly parentId?: string | null
}

/** Conflict */
export interface FolderCycle {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Conflict */
export interface FolderLimitReached {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Conflict */
export interface FolderNameTaken {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** The folder is not empty */
export interface FolderNotEmpty {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly folders: number
  readonly forms: number
}

/** Not found */
export interface FolderNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface FolderRequest {
  /** Another than those of the folders beside it, however they are capitalised. */
  readonly name: string
  /** The folder that it is to be in; null for the top. */
  readonly parentId?: string | null
}

/** Conflict */
export interface FolderTooDeep {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** The request names no folder */
export interface FolderUnknown {
  readonly type: "urn:formwork:problem:invalid-request"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "INVALID_REQUEST"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly problems: ReadonlyArray<Problem>
}

/** A form, without its definitions. */
export interface Form {
  readonly id: string
  /** The form's for good: its reference numbers begin with it. */
  readonly code: string
  /** The draft's. */
  readonly title: string
  /** The folder that it is in; null at the top. */
  readonly folderId: string | null
  /** 1 more at each change of the draft. */
  readonly draftRevision: number
  /** What callers get; null where it was never published, or is archived. */
  readonly liveVersionId: string | null
  readonly liveVersionNumber: number | null
  readonly archivedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The form is archived */
export interface FormArchived {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** What is left out stays as it is. */
export interface FormChange {
  /** The draft's from now on; its other members stay as they are. */
  readonly title?: string
  /** The folder that it is to be in; null for the top. */
  readonly folderId?: string | null
}

export interface FormCheck {
  /** Everything that keeps it from being published, each with a JSON Pointer into the definition. */
  readonly faults: ReadonlyArray<{
    readonly pointer: string
    readonly message: string
    readonly range?: {
      readonly start: number
      readonly end: number
    }
    readonly expected?: string
  }>
}

/** Without `definition` the draft as it is. */
export interface FormCheckRequest {
  /** A form's definition: docs/rule-language.md says what there is to it. */
  readonly definition?: { readonly [name: string]: unknown }
}

/** Conflict */
export interface FormCodeTaken {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface FormComparison {
  /** A payload that was valid may be refused, or a result goes away or is of another type. */
  readonly breaking: boolean
  readonly changes: ReadonlyArray<FormDifference>
}

export interface FormDescription {
  /** The version that is described. */
  readonly formVersionId: string
  /** JSON Schema 2020-12 of `data`. */
  readonly schema: { readonly [name: string]: unknown }
  /** Values for `data` that are valid today; null where none were found. */
  readonly example: { readonly [name: string]: unknown } | null
  /** JSON Schema 2020-12 of `valid`, `calculatedData`, `hiddenFields` and `outcomes`. */
  readonly resultSchema: { readonly [name: string]: unknown }
}

export interface FormDifference {
  readonly subject: "form" | "field" | "check" | "outcome" | "effect" | "state" | "transition"
  /** The field's slug, `drivers.birthDate` in a list; the id of a rule; a state; `state.transition`. */
  readonly name: string
  readonly change: "added" | "removed" | "changed"
  /** The member of the definition that changed. */
  readonly member?: string
  readonly before?: unknown
  readonly after?: unknown
  readonly breaking: boolean
  /** Of a change that is breaking. */
  readonly why?: string
}

/** What is being written: nobody's until it is published. */
export interface FormDraft {
  readonly formId: string
  readonly revision: number
  /** As its author wrote it; it may be full of faults. */
  readonly definition: unknown
}

/** Not found */
export interface FormNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface FormPage {
  readonly items: ReadonlyArray<Form>
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
}

export interface FormRequest {
  /** A form's definition: docs/rule-language.md says what there is to it. */
  readonly definition: { readonly [name: string]: unknown }
  /** The folder that it is to be in; null for the top. */
  readonly folderId?: string | null
}

/** A version of a form. It never changes. */
export interface FormVersion {
  readonly id: string
  readonly formId: string
  /** 1 for the first version of the form. */
  readonly number: number
  /** As its author wrote it. */
  readonly definition: unknown
}

/** Not found */
export interface FormVersionNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface FormVersionPage {
  readonly items: ReadonlyArray<FormVersionSummary>
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
}

/** A version, without its definition. */
export interface FormVersionSummary {
  readonly id: string
  readonly formId: string
  /** 1 for the first version of the form. */
  readonly number: number
  readonly publishedAt: string
  readonly publishedBy: string
  readonly isLive: boolean
}

/** The headers are too large */
export interface HeadTooLarge {
  readonly type: "urn:formwork:problem:headers-too-large"
  readonly title: string
  readonly status: 431
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "HEADERS_TOO_LARGE"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** The first request is still running */
export interface IdempotencyInProgress {
  readonly type: "urn:formwork:problem:idempotency-in-progress"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "IDEMPOTENCY_IN_PROGRESS"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** The idempotency key was used for another body */
export interface IdempotencyMismatch {
  readonly type: "urn:formwork:problem:idempotency-mismatch"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "IDEMPOTENCY_MISMATCH"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** One submission for which something changes. Lists have at most 20 entries. */
export interface ImpactChange {
  readonly submissionId: string
  readonly referenceNumber: string
  readonly validBefore: boolean
  readonly validAfter: boolean
  readonly problems: ReadonlyArray<Problem>
  readonly calculatedData: ReadonlyArray<{
    readonly field: string
    readonly before: unknown
    readonly after: unknown
  }>
  readonly outcomesRaised: ReadonlyArray<string>
  readonly outcomesGone: ReadonlyArray<string>
  readonly fieldsHidden: ReadonlyArray<string>
  readonly fieldsShown: ReadonlyArray<string>
}

export interface ImpactRequest {
  /** Submissions to look at, the latest ones; 1000 if left out. */
  readonly limit?: number
}

export interface ImpactResult {
  readonly id: string
  readonly formId: string
  readonly total: number
  readonly done: number
  readonly state: "running" | "finished" | "interrupted" | "failed"
  readonly summary: ImpactSummary
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly changes: {
    /** The latest submission first; 10,000 of a run are kept. */
    readonly items: ReadonlyArray<ImpactChange>
    /** The cursor of the next page; null where there is none yet. */
    readonly next: string | null
  }
}

/** `total` submissions to look at, `done` of them so far. */
export interface ImpactRun {
  readonly id: string
  readonly formId: string
  readonly total: number
  readonly done: number
  readonly state: "running" | "finished" | "interrupted" | "failed"
  readonly summary: ImpactSummary
  readonly startedAt: string
  readonly finishedAt: string | null
}

/** Not found */
export interface ImpactRunNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Conflict */
export interface ImpactRunning {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Counts of submissions, of those that were looked at. Of a list's field all rows count as one. */
export interface ImpactSummary {
  readonly changed: number
  readonly becameInvalid: number
  readonly becameValid: number
  readonly calculatedData: number
  readonly outcomes: number
  readonly hiddenFields: number
  readonly fields: ReadonlyArray<{
    readonly field: string
    readonly problems: number
    readonly calculatedData: number
    readonly hiddenFields: number
  }>
  readonly outcomeIds: ReadonlyArray<{
    readonly id: string
    readonly raised: number
    readonly gone: number
  }>
}

/** Internal error */
export interface InternalFault {
  readonly type: "urn:formwork:problem:internal"
  readonly title: string
  readonly status: 500
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "INTERNAL"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface Invitation {
  readonly user: User
  readonly expiresAt: string
  /** `email`: the mail server took it. `nobody`: it did not, `reason` says why, and the invitation has to be renewed. `caller`: there is no mail server; bring the person `token`, or `link` where there is one. */
  readonly delivery: "email" | "nobody" | "caller"
  readonly reason?: string
  /** Shown here and never again. */
  readonly token?: string
  /** Shown here and never again. */
  readonly link?: string
}

export interface InvitationAcceptRequest {
  readonly token: string
  readonly password: string
}

/** The invitation cannot be used */
export interface InvitationRefused {
  readonly type: "urn:formwork:problem:unauthenticated"
  readonly title: string
  readonly status: 401
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "UNAUTHENTICATED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface InvitationRequest {
  readonly email: string
  readonly name: string
  /** One whose privileges the caller all holds. */
  readonly role: Role
}

/** Conflict */
export interface LastOwner {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface LeakedTokenRequest {
  readonly token: string
}

/** The body must be JSON */
export interface MediaTypeUnsupported {
  readonly type: "urn:formwork:problem:unsupported-media-type"
  readonly title: string
  readonly status: 415
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "UNSUPPORTED_MEDIA_TYPE"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface Myself {
  readonly organisation: {
    readonly id: string
    readonly name: string
  }
  /** The signed-in person, or the one on whose behalf the key was made. */
  readonly user: User
  readonly credential: {
    readonly kind: "api_key" | "session" | "operator"
    readonly id: string
  }
  readonly privileges: ReadonlyArray<Privilege>
}

/** The token works as a key's does: Authorization: Bearer <token>. */
export interface NewSession {
  /** Shown here and never again. */
  readonly token: string
  readonly expiresAt: string
}

export interface OrganisationChange {
  readonly name: string
}

/** The organisation; `edition` grows by 1 at each change of it. */
export interface OrganisationRecord {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly edition: number
}

/** The organisation has changed */
export interface OrganisationStale {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly edition: number
}

/** A named flag raised by the rules. It never changes `valid`. */
export interface Outcome {
  readonly id: string
  readonly message: string
  readonly severity: "info" | "warning" | "error"
}

export interface PasswordRequest {
  readonly currentPassword: string
  readonly newPassword: string
}

/** The current password is wrong */
export interface PasswordWrong {
  readonly type: "urn:formwork:problem:password-wrong"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "PASSWORD_WRONG"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** The body is too large */
export interface PayloadTooLarge {
  readonly type: "urn:formwork:problem:payload-too-large"
  readonly title: string
  readonly status: 413
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "PAYLOAD_TOO_LARGE"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export type Privilege = "submission:read" | "submission:write" | "submission:delete" | "form:read" | "form:write" | "form:publish" | "folder:read" | "folder:write" | "report:read" | "apikey:read" | "apikey:write" | "user:read" | "user:write" | "effect:read" | "effect:write" | "audit:read" | "organisation:write"

/** A privilege is missing */
export interface PrivilegeMissing {
  readonly type: "urn:formwork:problem:privilege-required"
  readonly title: string
  readonly status: 403
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "PRIVILEGE_REQUIRED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly privilege: Privilege
}

export interface PrivilegeRecord {
  readonly privilege: Privilege
  /** A sentence for whoever grants it. */
  readonly description: string
}

/** One reason why a payload would not be accepted. */
export interface Problem {
  readonly field: string
  readonly message: string
  readonly code: "required" | "type" | "unknown_field" | "min" | "max" | "min_length" | "max_length" | "pattern" | "choice" | "decimals" | "min_items" | "max_items" | "unique" | "storable" | "too_large" | "rule"
  readonly pointer: string
}

/** The version that is live from now on. */
export interface PublishedVersion {
  readonly id: string
  readonly formId: string
  /** 1 for the first version of the form. */
  readonly number: number
}

/** Over the request budget */
export interface RateLimited {
  readonly type: "urn:formwork:problem:rate-limited"
  readonly title: string
  readonly status: 429
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "RATE_LIMITED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** The request has the wrong shape */
export interface RequestInvalid {
  readonly type: "urn:formwork:problem:invalid-request"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "INVALID_REQUEST"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly problems: ReadonlyArray<Problem>
}

/** The request cannot be read */
export interface RequestMalformed {
  readonly type: "urn:formwork:problem:malformed-request"
  readonly title: string
  readonly status: 400
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "MALFORMED_REQUEST"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** The request took too long to arrive */
export interface RequestTimedOut {
  readonly type: "urn:formwork:problem:request-timeout"
  readonly title: string
  readonly status: 408
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "REQUEST_TIMEOUT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** How a submission came to one of its states. `transition` is null where it was stored, saved or filed. */
export interface Revision {
  readonly revision: number
  readonly workflowState: string
  readonly formVersionId: string
  readonly transition: string | null
  readonly comment: string | null
  readonly userId: string
  readonly credential: {
    readonly kind: "api_key" | "session" | "operator"
    readonly id: string
  }
  readonly at: string
}

/** The submission has changed */
export interface RevisionStale {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly workflowState: string
  readonly revision: number
}

export type Role = "owner" | "admin" | "author" | "reviewer" | "viewer"

export interface RoleRecord {
  readonly role: Role
  /** A sentence for whoever grants it. */
  readonly description: string
  readonly privileges: ReadonlyArray<Privilege>
}

export interface RotatedApiKey {
  readonly key: ApiKey
  /** Shown here and never again. */
  readonly token: string
  readonly replaced: ApiKey
}

export interface RotationRequest {
  /** How long the old key still works; a day where it is left out. 0 ends it at once. */
  readonly overlapSeconds?: number
  /** The old key's where it is left out. */
  readonly name?: string
  readonly expiresAt?: string
}

/** The form as it is now, and what keeps its draft from being published. */
export interface SavedForm {
  readonly id: string
  /** The form's for good: its reference numbers begin with it. */
  readonly code: string
  /** The draft's. */
  readonly title: string
  /** The folder that it is in; null at the top. */
  readonly folderId: string | null
  /** 1 more at each change of the draft. */
  readonly draftRevision: number
  /** What callers get; null where it was never published, or is archived. */
  readonly liveVersionId: string | null
  readonly liveVersionNumber: number | null
  readonly archivedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  /** Everything that keeps it from being published, each with a JSON Pointer into the definition. */
  readonly faults: ReadonlyArray<{
    readonly pointer: string
    readonly message: string
    readonly range?: {
      readonly start: number
      readonly end: number
    }
    readonly expected?: string
  }>
}

/** A named secret, without its value. */
export interface Secret {
  readonly name: string
  readonly setAt: string
  readonly previousUntil: string | null
}

/** Not found */
export interface SecretNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface SecretRequest {
  readonly name: string
  readonly value: string
  /** How long a value that is replaced goes on beside the new one; a day where it is left out. */
  readonly overlapSeconds?: number
}

/** Not found */
export interface SessionNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Signing in was refused */
export interface SignInRefused {
  readonly type: "urn:formwork:problem:unauthenticated"
  readonly title: string
  readonly status: 401
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "UNAUTHENTICATED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly organisation?: string
}

/** Too many wrong passwords */
export interface SignInThrottled {
  readonly type: "urn:formwork:problem:rate-limited"
  readonly title: string
  readonly status: 429
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "RATE_LIMITED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** A submission as it is now. */
export interface Submission {
  readonly id: string
  readonly formId: string
  readonly formVersionId: string
  readonly referenceNumber: string
  readonly workflowState: string
  readonly data: { readonly [name: string]: unknown }
  readonly calculatedData: { readonly [name: string]: unknown }
  readonly hiddenFields: ReadonlyArray<string>
  readonly outcomes: ReadonlyArray<Outcome>
  readonly createdAt: string
  readonly revision: number
}

/** The submission has problems */
export interface SubmissionInvalid {
  readonly type: "urn:formwork:problem:invalid-submission"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "INVALID_SUBMISSION"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly problems: ReadonlyArray<Problem>
  readonly outcomes: ReadonlyArray<Outcome>
  readonly hiddenFields: ReadonlyArray<string>
  readonly calculatedData: { readonly [name: string]: unknown }
}

/** Not found */
export interface SubmissionNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface SubmissionPage {
  readonly items: ReadonlyArray<Submission>
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
}

/** What became of a form in a period. Decimals are texts, and exact. */
export interface SubmissionReport {
  readonly formId: string
  readonly timeZone: string
  readonly from: string | null
  readonly to: string | null
  readonly total: number
  readonly states: ReadonlyArray<{
    readonly state: string
    readonly count: number
  }>
  readonly days: ReadonlyArray<{
    readonly day: string
    readonly state: string
    readonly count: number
  }>
  readonly outcomes: ReadonlyArray<{
    readonly id: string
    readonly count: number
  }>
  readonly numbers: ReadonlyArray<{
    readonly slug: string
    readonly count: number
    readonly sum: string
    readonly mean: string
    readonly min: string
    readonly max: string
    readonly distribution: ReadonlyArray<{
      readonly from: string
      readonly to: string
      readonly count: number
    }>
  }>
  readonly choices: ReadonlyArray<{
    readonly slug: string
    readonly values: ReadonlyArray<{
      readonly value: string
      readonly count: number
    }>
    readonly others: number
  }>
}

export interface SubmissionRequest {
  /** The values, keyed by field slug. Which slugs there are, and what each takes, is the form's to say. */
  readonly data: { readonly [name: string]: unknown }
  /** True saves a partial record, which required fields do not yet bind. */
  readonly draft?: boolean
}

/** Where a submission is, without its values: reading those needs submission:read. */
export interface SubmissionStatus {
  readonly id: string
  readonly referenceNumber: string
  readonly workflowState: string
  readonly revision: number
}

/** One rule of the evaluation. */
export interface TraceEntry {
  /** JSON Pointer of the rule in the form's definition. */
  readonly pointer: string
  /** The row that it ran for, from 0, where it belongs to a list's rows. */
  readonly row?: number
  /** The rule as its author wrote it. */
  readonly expression: string
  readonly read: ReadonlyArray<TraceRead>
  /** A value, true or false; null where that is not known. */
  readonly gave: unknown
  /** The same in a sentence. */
  readonly words: string
}

/** A value that a rule looked at; null where it is missing. */
export interface TraceRead {
  readonly name: string
  readonly value: unknown
}

/** No such transition from here */
export interface TransitionNotPossible {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly workflowState: string
  readonly revision: number
  readonly transitions: ReadonlyArray<string>
}

export interface TransitionRequest {
  /** One that the workflow has from the submission's state. */
  readonly name: string
  /** Kept in the history. */
  readonly comment?: string
}

/** Authentication is required */
export interface Unauthenticated {
  readonly type: "urn:formwork:problem:unauthenticated"
  readonly title: string
  readonly status: 401
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "UNAUTHENTICATED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Not available right now */
export interface Unavailable {
  readonly type: "urn:formwork:problem:unavailable"
  readonly title: string
  readonly status: 503
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "UNAVAILABLE"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Calls of a versioned operation by one credential on one day, in UTC. */
export interface UsageDay {
  readonly day: string
  readonly credential: {
    readonly kind: "api_key" | "session" | "operator"
    readonly id: string
  }
  readonly name: string | null
  readonly operation: "evaluate" | "create"
  readonly calls: number
}

/** A person of the organisation. */
export interface User {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly createdAt: string
  readonly deactivatedAt: string | null
}

export interface UserChange {
  readonly name?: string
  /** The caller holds all of its privileges, and of the present one's. */
  readonly role?: Role
}

/** Conflict */
export interface UserDeactivated {
  readonly type: "urn:formwork:problem:conflict"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFLICT"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

/** Not found */
export interface UserNotFound {
  readonly type: "urn:formwork:problem:not-found"
  readonly title: string
  readonly status: 404
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "NOT_FOUND"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface UserRequest {
  readonly email: string
  readonly name: string
  /** One whose privileges the caller all holds. */
  readonly role: Role
  readonly password?: string
}

/** A privilege is missing */
export interface V1PrivilegeMissing {
  readonly type: "urn:formwork:problem:privilege-required"
  readonly title: string
  readonly status: 403
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "PRIVILEGE_REQUIRED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly privilege: "submission:write"
}

/** The submission as it was stored. */
export interface V1Submission {
  readonly id: string
  readonly formId: string
  readonly formVersionId: string
  readonly referenceNumber: string
  readonly workflowState: string
  readonly data: { readonly [name: string]: unknown }
  readonly calculatedData: { readonly [name: string]: unknown }
  readonly hiddenFields: ReadonlyArray<string>
  readonly outcomes: ReadonlyArray<Outcome>
  readonly createdAt: string
}

/** Every refusal, as `application/problem+json` has it (RFC 9457). */
export type ProblemDetails =
  | ApiKeyEnded
  | ApiKeyLimitReached
  | ApiKeyNotFound
  | ConditionInvalid
  | DefinitionInvalid
  | DocumentNotFound
  | DraftLeft
  | DraftStale
  | EmailTaken
  | ExpectationUnsupported
  | FiringDelivered
  | FiringNotFound
  | FolderCycle
  | FolderLimitReached
  | FolderNameTaken
  | FolderNotEmpty
  | FolderNotFound
  | FolderTooDeep
  | FolderUnknown
  | FormArchived
  | FormCodeTaken
  | FormNotFound
  | FormVersionNotFound
  | HeadTooLarge
  | IdempotencyInProgress
  | IdempotencyMismatch
  | ImpactRunNotFound
  | ImpactRunning
  | InternalFault
  | InvitationRefused
  | LastOwner
  | MediaTypeUnsupported
  | OrganisationStale
  | PasswordWrong
  | PayloadTooLarge
  | PrivilegeMissing
  | RateLimited
  | RequestInvalid
  | RequestMalformed
  | RequestTimedOut
  | RevisionStale
  | SecretNotFound
  | SessionNotFound
  | SignInRefused
  | SignInThrottled
  | SubmissionInvalid
  | SubmissionNotFound
  | TransitionNotPossible
  | Unauthenticated
  | Unavailable
  | UserDeactivated
  | UserNotFound
  | V1PrivilegeMissing

/** Every operation of both APIs. */
export interface Operations<Options> {
  readonly v1: {
    /**
     * Run a payload through a form's live rules.
     * Stores nothing. Always uses the form's live version. Validation failures are not errors: they are listed in `problems`, and `valid` is false, also when a required value is missing.
     */
    readonly evaluate: (request: {
      readonly formId: string
      /** Adds `trace`: how each rule came to what it gave. */
      readonly explain?: "true"
      readonly body: EvaluateRequest
    }, options?: Options) => Promise<Answer<EvaluationResult>>
    /**
     * File a submission against a form's live version.
     * Runs the same engine as evaluate, allocates the reference number once, stores the submission and fires every configured effect. A payload with problems is refused and nothing is stored; `draft: true` lifts required fields alone.
     */
    readonly createSubmission: (request: {
      readonly formId: string
      /** Makes a repeat safe: the same key with the same body gets the first answer again, for 24 hours. */
      readonly idempotencyKey?: string
      readonly body: SubmissionRequest
    }, options?: Options) => Promise<Answer<V1Submission>>
  }
  readonly audit: {
    /**
     * The audit log, newest first.
     * A page looks at 10000 lines at most: with a filter it may have few items, or none, and a next.
     */
    readonly list: (request?: {
      /** Lines of this action. */
      readonly action?: string
      /** What this person did, or was done on their behalf by a key. */
      readonly user?: string
      /** What came with this key or session. */
      readonly credential?: string
      /** What was done to the record with this id. */
      readonly subject?: string
      /** What one request did: its X-Request-Id. */
      readonly request?: string
      /** From this moment on (RFC 3339). */
      readonly from?: string
      /** Before this moment (RFC 3339). */
      readonly to?: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 200; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<AuditPage>>
    /**
     * The audit log as a file, newest first.
     * A file that ends without the end of the chunked coding is not whole: something went wrong meanwhile.
     */
    readonly export: (request?: {
      /** Lines of this action. */
      readonly action?: string
      /** What this person did, or was done on their behalf by a key. */
      readonly user?: string
      /** What came with this key or session. */
      readonly credential?: string
      /** What was done to the record with this id. */
      readonly subject?: string
      /** What one request did: its X-Request-Id. */
      readonly request?: string
      /** From this moment on (RFC 3339). */
      readonly from?: string
      /** Before this moment (RFC 3339). */
      readonly to?: string
      /** `csv`, or `ndjson`: an object a line, as in the list, which it is if left out. */
      readonly format?: string
    }, options?: Options) => Promise<Answer<ReadableStream<Uint8Array>>>
  }
  readonly documents: {
    /** The documents of a submission, oldest first */
    readonly list: (request: {
      readonly submissionId: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<Document>
    }>>
    /** A document as a file */
    readonly get: (request: {
      readonly submissionId: string
      readonly documentId: string
    }, options?: Options) => Promise<Answer<ReadableStream<Uint8Array>>>
  }
  readonly drafts: {
    /** The draft, and the ETag of its revision */
    readonly get: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<FormDraft>>
    /**
     * Save the draft.
     * With whatever faults, which the answer lists. It is not stored where its code is not the form's, or a number in it would be rounded. What is live stays.
     */
    readonly save: (request: {
      readonly formId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: DefinitionRequest
    }, options?: Options) => Promise<Answer<SavedForm>>
    /** Every fault of the draft, or of what it would be; nothing is stored */
    readonly check: (request: {
      readonly formId: string
      readonly body: FormCheckRequest
    }, options?: Options) => Promise<Answer<FormCheck>>
    /**
     * Publish the draft.
     * Makes the draft of the revision in If-Match the live version, from the next request on, on every node. One with faults is refused with all of them.
     */
    readonly publish: (request: {
      readonly formId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
    }, options?: Options) => Promise<Answer<PublishedVersion>>
  }
  readonly effects: {
    /** Effects, newest first, each with its last attempt */
    readonly list: (request?: {
      /** Those of this form. */
      readonly form?: string
      /** Those of this submission. */
      readonly submission?: string
      /** Those in this state: pending, delivered, dead or stopped. */
      readonly state?: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 100; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<EffectPage>>
    /** One effect with every attempt */
    readonly get: (request: {
      readonly effectId: string
    }, options?: Options) => Promise<Answer<EffectHistory>>
    /**
     * Try an effect again, now.
     * Under the same id, and with the whole schedule before it. An endpoint that was stopped is tried again.
     */
    readonly retry: (request: {
      readonly effectId: string
    }, options?: Options) => Promise<Answer<EffectHistory>>
    /** Try many dead or stopped effects again, the oldest first */
    readonly retryMany: (request: {
      readonly body: EffectRetryRequest
    }, options?: Options) => Promise<Answer<EffectRetryResult>>
  }
  readonly folders: {
    /** Every folder of the tree, oldest first */
    readonly list: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<Folder>
    }>>
    /** Make a folder */
    readonly create: (request: {
      readonly body: FolderRequest
    }, options?: Options) => Promise<Answer<Folder>>
    /** One folder */
    readonly get: (request: {
      readonly folderId: string
    }, options?: Options) => Promise<Answer<Folder>>
    /** Rename a folder, or move it with all that is in it */
    readonly update: (request: {
      readonly folderId: string
      readonly body: FolderChange
    }, options?: Options) => Promise<Answer<Folder>>
    /** Remove an empty folder */
    readonly delete: (request: {
      readonly folderId: string
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly forms: {
    /** Forms, newest first, without their definitions */
    readonly list: (request?: {
      /** Those directly in this folder; `top` for those in none. */
      readonly folder?: string
      /** `true`: those that are archived; `false`: those that are not. */
      readonly archived?: string
      /** `true`: those that callers can use now; `false`: the others. */
      readonly live?: string
      /** Those with this in their title or code, however it is capitalised. */
      readonly text?: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 100; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<FormPage>>
    /**
     * Make a form.
     * With a draft that may have faults, which the answer lists, as long as it has a code. Nothing is live before it is published.
     */
    readonly create: (request: {
      readonly body: FormRequest
    }, options?: Options) => Promise<Answer<SavedForm>>
    /** One form, without its definitions */
    readonly get: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<Form>>
    /**
     * Move a form, or rename it.
     * The title is the draft's: renaming makes the draft's next revision, and callers see it once it is published.
     */
    readonly update: (request: {
      readonly formId: string
      readonly body: FormChange
    }, options?: Options) => Promise<Answer<Form>>
    /** Every fault of a definition; nothing is stored */
    readonly check: (request: {
      readonly body: DefinitionRequest
    }, options?: Options) => Promise<Answer<FormCheck>>
    /**
     * Take a form out of use.
     * From the next request on it takes no evaluation and no submission, on any node. Submissions stay readable and go on through their workflow; drafts of them can no longer be saved or filed. Twice is fine.
     */
    readonly archive: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<Form>>
    /** Bring a form back, with the version that was live. Twice is fine */
    readonly unarchive: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<Form>>
    /** What the live version asks for and gives back, with an example */
    readonly schema: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<FormDescription>>
  }
  readonly grants: {
    /** Every privilege, with what it allows */
    readonly privileges: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<PrivilegeRecord>
    }>>
    /** Every role, with its privileges */
    readonly roles: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<RoleRecord>
    }>>
  }
  readonly impact: {
    /**
     * Run the latest submissions through the draft, in the background.
     * Also needs submission:read. One run at a time for an organisation.
     */
    readonly start: (request: {
      readonly formId: string
      readonly body: ImpactRequest
    }, options?: Options) => Promise<Answer<ImpactRun>>
    /**
     * How far a run is, and what it has found.
     * Also needs submission:read. A run can be asked for during 24 hours.
     */
    readonly get: (request: {
      readonly formId: string
      readonly runId: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 100; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<ImpactResult>>
  }
  readonly invitations: {
    /**
     * Invite a person.
     * Adds them, and brings them a link to set their password by, which works once.
     */
    readonly invite: (request: {
      readonly body: InvitationRequest
    }, options?: Options) => Promise<Answer<Invitation>>
    /**
     * Send a person another link.
     * Their first one got lost or expired, or they forgot their password. The one before ends. The caller holds every privilege of their role.
     */
    readonly renew: (request: {
      readonly userId: string
    }, options?: Options) => Promise<Answer<Invitation>>
    /**
     * Set one's password by an invitation.
     * Ends the person's sessions, and signs nobody in. One answer for an invitation that is none, was used or replaced, or has expired.
     */
    readonly accept: (request: {
      readonly body: InvitationAcceptRequest
    }, options?: Options) => Promise<Answer<AcceptedInvitation>>
  }
  readonly keys: {
    /** Every key, revoked ones too, newest first */
    readonly list: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<ApiKey>
    }>>
    /**
     * Make a key.
     * With privileges that the caller has itself: one that it lacks is refused as PRIVILEGE_REQUIRED.
     */
    readonly create: (request: {
      readonly body: ApiKeyRequest
    }, options?: Options) => Promise<Answer<CreatedApiKey>>
    /** One key */
    readonly get: (request: {
      readonly apiKeyId: string
    }, options?: Options) => Promise<Answer<ApiKey>>
    /**
     * Revoke a key.
     * Its next request is refused, on every node. Twice is fine and keeps the first date.
     */
    readonly revoke: (request: {
      readonly apiKeyId: string
    }, options?: Options) => Promise<Answer<ApiKey>>
    /**
     * Replace a key.
     * Makes a new key with the same privileges, and lets the old one end after an overlap.
     */
    readonly rotate: (request: {
      readonly apiKeyId: string
      readonly body: RotationRequest
    }, options?: Options) => Promise<Answer<RotatedApiKey>>
    /**
     * Calls of evaluate and create with one key, by day.
     * Those of the last seconds may be missing, and those of a process that was killed are.
     */
    readonly usage: (request: {
      readonly apiKeyId: string
      /** The first day, in UTC (YYYY-MM-DD); 30 days with `to` if left out. */
      readonly from?: string
      /** The last day, at most 92 days in all; today if left out. */
      readonly to?: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<UsageDay>
    }>>
  }
  readonly leakedTokens: {
    /**
     * Report a leaked token.
     * Ends the key or session that the token is of. The answer is the same whether there was one.
     */
    readonly report: (request: {
      readonly body: LeakedTokenRequest
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly me: {
    /** Who the credential speaks for, and what it may do */
    readonly get: (request?: Record<string, never>, options?: Options) => Promise<Answer<Myself>>
    /**
     * Change one's own password.
     * Asks for the current one as a proof, and for a session: a key cannot. Ends the person's other sessions. A wrong one counts as a wrong sign-in does.
     */
    readonly changePassword: (request: {
      readonly body: PasswordRequest
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly openapi: {
    /** This document */
    readonly get: (request?: Record<string, never>, options?: Options) => Promise<Answer<{ readonly [name: string]: unknown }>>
  }
  readonly organisation: {
    /** The organisation that the credential is of */
    readonly get: (request?: Record<string, never>, options?: Options) => Promise<Answer<OrganisationRecord>>
    /** Change the organisation */
    readonly update: (request: {
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: OrganisationChange
    }, options?: Options) => Promise<Answer<OrganisationRecord>>
  }
  readonly reports: {
    /**
     * A form's submissions in a period: by state and day, outcomes, numbers and choices.
     * Of the fields of the live version, but for the rows of lists. Drafts are counted by state and day alone. Looks at every submission of the period, which for a million takes a minute or two.
     */
    readonly submissions: (request: {
      /** The form that it is about. */
      readonly form: string
      /** The first day, in the form's time zone (YYYY-MM-DD). */
      readonly from?: string
      /** The last day. */
      readonly to?: string
    }, options?: Options) => Promise<Answer<SubmissionReport>>
    /**
     * Calls of evaluate and create by credential and day.
     * Those of the last seconds may be missing, and those of a process that was killed are.
     */
    readonly usage: (request?: {
      /** The first day, in UTC (YYYY-MM-DD); 30 days with `to` if left out. */
      readonly from?: string
      /** The last day, at most 92 days in all; today if left out. */
      readonly to?: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<UsageDay>
    }>>
  }
  readonly secrets: {
    /** The names of the secrets */
    readonly list: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<Secret>
    }>>
    /**
     * Set or replace a secret.
     * While the value that it replaces goes on, deliveries carry a signature of each.
     */
    readonly set: (request: {
      readonly body: SecretRequest
    }, options?: Options) => Promise<Answer<Secret>>
    /** Remove a secret: what needs it fails from now on */
    readonly delete: (request: {
      readonly secretName: string
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly sessions: {
    /**
     * Sign in.
     * One answer for a wrong address, a wrong password, a wrong organisation and an account that has ended. A dozen wrong passwords in a row slow an account down.
     */
    readonly signIn: (request: {
      readonly body: SignInRequest
    }, options?: Options) => Promise<Answer<NewSession>>
    /**
     * Sign out.
     * Ends the session at once, on every node.
     */
    readonly signOut: (request?: Record<string, never>, options?: Options) => Promise<Answer<undefined>>
  }
  readonly submissions: {
    /**
     * Submissions, newest first.
     * With `reference` by reference number instead, the greatest first. A page can have fewer items than asked for, none even, and still a `next`: `text` and `where`, and what stands beside `reference`, look at 5000 submissions a request at most.
     */
    readonly list: (request?: {
      /** Those of this form. */
      readonly form?: string
      /** Those in this state: `draft`, or one of the form's workflow. */
      readonly state?: string
      /** Created then or later (RFC 3339). */
      readonly createdFrom?: string
      /** Created earlier than that (RFC 3339). */
      readonly createdBefore?: string
      /** The one with this reference number; with `*` at its end, those that begin so. */
      readonly reference?: string
      /** Those with this text in one of their values, whichever letters are capitals: 1 to 200 characters. */
      readonly text?: string
      /** Those for which this condition of the rule language holds, over the fields of `form`, which is then needed: up to 4000 characters. */
      readonly where?: string
      /** The version of `form` whose fields `where` means; the live one if left out. */
      readonly version?: string
      /** `next` of the page before, of the same list. */
      readonly cursor?: string
      /** Items a page, from 1 to 200; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<SubmissionPage>>
    /**
     * Submissions as a file, in the order of the list.
     * CSV (RFC 4180) with a column a field, or a JSON object a line as in the list (application/x-ndjson). A file that ends without the end of the chunked coding is not whole: something went wrong meanwhile.
     */
    readonly export: (request: {
      /** Those of this form. */
      readonly form?: string
      /** Those in this state: `draft`, or one of the form's workflow. */
      readonly state?: string
      /** Created then or later (RFC 3339). */
      readonly createdFrom?: string
      /** Created earlier than that (RFC 3339). */
      readonly createdBefore?: string
      /** The one with this reference number; with `*` at its end, those that begin so. */
      readonly reference?: string
      /** Those with this text in one of their values, whichever letters are capitals: 1 to 200 characters. */
      readonly text?: string
      /** Those for which this condition of the rule language holds, over the fields of `form`, which is then needed: up to 4000 characters. */
      readonly where?: string
      /** The version of `form` whose fields `where` means and a CSV's columns are; the live one if left out. */
      readonly version?: string
      /** `csv`, for which `form` is needed too, or `ndjson`. */
      readonly format: string
    }, options?: Options) => Promise<Answer<ReadableStream<Uint8Array>>>
    /** One submission, and the ETag of its revision */
    readonly get: (request: {
      readonly submissionId: string
    }, options?: Options) => Promise<Answer<Submission>>
    /**
     * Save a draft again.
     * The values replace what was stored, as a draft of the version that is live now.
     */
    readonly save: (request: {
      readonly submissionId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: DraftRequest
    }, options?: Options) => Promise<Answer<Submission>>
    /**
     * File a draft.
     * In full, against the version that is live now. Values with problems change nothing. Without `data` it also needs submission:read.
     */
    readonly file: (request: {
      readonly submissionId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: FileRequest
    }, options?: Options) => Promise<Answer<Submission>>
    /**
     * Make a transition.
     * Of the workflow of the version that the submission was filed against. Also needs the transition's own privilege, where it names one.
     */
    readonly transition: (request: {
      readonly submissionId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: TransitionRequest
    }, options?: Options) => Promise<Answer<SubmissionStatus>>
    /** Every revision, oldest first: its state, who made it, with what and when */
    readonly history: (request: {
      readonly submissionId: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<Revision>
    }>>
    /**
     * Delete a submission for good.
     * With its values, revisions, documents and effects; those that have not been sent are not sent any more. Its reference number is never given again.
     */
    readonly delete: (request: {
      readonly submissionId: string
      readonly body: DeletionRequest
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly users: {
    /** Everybody, deactivated people too, oldest first */
    readonly list: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<User>
    }>>
    /**
     * Add a person.
     * Without a password they cannot sign in until there is one.
     */
    readonly create: (request: {
      readonly body: UserRequest
    }, options?: Options) => Promise<Answer<User>>
    /** One person */
    readonly get: (request: {
      readonly userId: string
    }, options?: Options) => Promise<Answer<User>>
    /**
     * Change a person's name or role.
     * Their sessions have the new role's privileges from the next request on; their keys stay as they are.
     */
    readonly update: (request: {
      readonly userId: string
      readonly body: UserChange
    }, options?: Options) => Promise<Answer<User>>
    /**
     * End an account.
     * Revokes every key that was made on the person's behalf and ends their sessions, all at once. Twice is fine.
     */
    readonly deactivate: (request: {
      readonly userId: string
    }, options?: Options) => Promise<Answer<User>>
    /**
     * Let a person sign in again.
     * Keys and sessions that have ended stay ended.
     */
    readonly reactivate: (request: {
      readonly userId: string
    }, options?: Options) => Promise<Answer<User>>
  }
  readonly versions: {
    /** Every version, newest first, without its definition */
    readonly list: (request: {
      readonly formId: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 100; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<FormVersionPage>>
    /** One version, live or not */
    readonly get: (request: {
      readonly formId: string
      readonly versionId: string
    }, options?: Options) => Promise<Answer<FormVersion>>
    /**
     * Go back to a version.
     * Publishes its definition again, as a new version: numbers only go up. The draft stays what it is. A definition with faults by today's rules is refused.
     */
    readonly republish: (request: {
      readonly formId: string
      readonly versionId: string
    }, options?: Options) => Promise<Answer<PublishedVersion>>
    /** The same of any version */
    readonly schema: (request: {
      readonly formId: string
      readonly versionId: string
    }, options?: Options) => Promise<Answer<FormDescription>>
    /** What changes from this version to another, and what of it could break a caller */
    readonly compare: (request: {
      readonly formId: string
      readonly versionId: string
      /** Another version's id, or `draft`, which it is if left out. */
      readonly with?: string
    }, options?: Options) => Promise<Answer<FormComparison>>
  }
}

export const operations: { readonly [group: string]: { readonly [name: string]: Operation } } = {
  v1: {
    evaluate: {"method":"POST","path":"/api/platform/v1/forms/{formId}/evaluate","query":["explain"],"headers":{},"hasBody":true,"isRepeatable":true},
    createSubmission: {"method":"POST","path":"/api/platform/v1/forms/{formId}/submissions","query":[],"headers":{"idempotencyKey":"Idempotency-Key"},"hasBody":true,"isRepeatable":false}
  },
  audit: {
    list: {"method":"GET","path":"/api/platform/audit","query":["action","user","credential","subject","request","from","to","cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    export: {"method":"GET","path":"/api/platform/audit/export","query":["action","user","credential","subject","request","from","to","format"],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  documents: {
    list: {"method":"GET","path":"/api/platform/submissions/{submissionId}/documents","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    get: {"method":"GET","path":"/api/platform/submissions/{submissionId}/documents/{documentId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  drafts: {
    get: {"method":"GET","path":"/api/platform/forms/{formId}/draft","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    save: {"method":"PUT","path":"/api/platform/forms/{formId}/draft","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    check: {"method":"POST","path":"/api/platform/forms/{formId}/check","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    publish: {"method":"POST","path":"/api/platform/forms/{formId}/publish","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":false,"isRepeatable":false}
  },
  effects: {
    list: {"method":"GET","path":"/api/platform/effects","query":["form","submission","state","cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    get: {"method":"GET","path":"/api/platform/effects/{effectId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    retry: {"method":"POST","path":"/api/platform/effects/{effectId}/retry","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    retryMany: {"method":"POST","path":"/api/platform/effects/retry","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  folders: {
    list: {"method":"GET","path":"/api/platform/folders","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    create: {"method":"POST","path":"/api/platform/folders","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    get: {"method":"GET","path":"/api/platform/folders/{folderId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    update: {"method":"PATCH","path":"/api/platform/folders/{folderId}","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    delete: {"method":"DELETE","path":"/api/platform/folders/{folderId}","query":[],"headers":{},"hasBody":false,"isRepeatable":false}
  },
  forms: {
    list: {"method":"GET","path":"/api/platform/forms","query":["folder","archived","live","text","cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    create: {"method":"POST","path":"/api/platform/forms","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    get: {"method":"GET","path":"/api/platform/forms/{formId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    update: {"method":"PATCH","path":"/api/platform/forms/{formId}","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    check: {"method":"POST","path":"/api/platform/forms/check","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    archive: {"method":"POST","path":"/api/platform/forms/{formId}/archive","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    unarchive: {"method":"POST","path":"/api/platform/forms/{formId}/unarchive","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    schema: {"method":"GET","path":"/api/platform/forms/{formId}/schema","query":[],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  grants: {
    privileges: {"method":"GET","path":"/api/platform/privileges","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    roles: {"method":"GET","path":"/api/platform/roles","query":[],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  impact: {
    start: {"method":"POST","path":"/api/platform/forms/{formId}/impact","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    get: {"method":"GET","path":"/api/platform/forms/{formId}/impact/{runId}","query":["cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  invitations: {
    invite: {"method":"POST","path":"/api/platform/invitations","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    renew: {"method":"POST","path":"/api/platform/users/{userId}/invitation","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    accept: {"method":"POST","path":"/api/platform/invitations/accept","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  keys: {
    list: {"method":"GET","path":"/api/platform/api-keys","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    create: {"method":"POST","path":"/api/platform/api-keys","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    get: {"method":"GET","path":"/api/platform/api-keys/{apiKeyId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    revoke: {"method":"POST","path":"/api/platform/api-keys/{apiKeyId}/revoke","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    rotate: {"method":"POST","path":"/api/platform/api-keys/{apiKeyId}/rotate","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    usage: {"method":"GET","path":"/api/platform/api-keys/{apiKeyId}/usage","query":["from","to"],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  leakedTokens: {
    report: {"method":"POST","path":"/api/platform/leaked-tokens","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  me: {
    get: {"method":"GET","path":"/api/platform/me","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    changePassword: {"method":"PUT","path":"/api/platform/me/password","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  openapi: {
    get: {"method":"GET","path":"/api/platform/openapi.json","query":[],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  organisation: {
    get: {"method":"GET","path":"/api/platform/organisation","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    update: {"method":"PATCH","path":"/api/platform/organisation","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false}
  },
  reports: {
    submissions: {"method":"GET","path":"/api/platform/reports/submissions","query":["form","from","to"],"headers":{},"hasBody":false,"isRepeatable":true},
    usage: {"method":"GET","path":"/api/platform/reports/usage","query":["from","to"],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  secrets: {
    list: {"method":"GET","path":"/api/platform/secrets","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    set: {"method":"PUT","path":"/api/platform/secrets","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    delete: {"method":"DELETE","path":"/api/platform/secrets/{secretName}","query":[],"headers":{},"hasBody":false,"isRepeatable":false}
  },
  sessions: {
    signIn: {"method":"POST","path":"/api/platform/sessions","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    signOut: {"method":"DELETE","path":"/api/platform/sessions/current","query":[],"headers":{},"hasBody":false,"isRepeatable":false}
  },
  submissions: {
    list: {"method":"GET","path":"/api/platform/submissions","query":["form","state","createdFrom","createdBefore","reference","text","where","version","cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    export: {"method":"GET","path":"/api/platform/submissions/export","query":["form","state","createdFrom","createdBefore","reference","text","where","version","format"],"headers":{},"hasBody":false,"isRepeatable":true},
    get: {"method":"GET","path":"/api/platform/submissions/{submissionId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    save: {"method":"PUT","path":"/api/platform/submissions/{submissionId}","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    file: {"method":"POST","path":"/api/platform/submissions/{submissionId}/file","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    transition: {"method":"POST","path":"/api/platform/submissions/{submissionId}/transitions","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    history: {"method":"GET","path":"/api/platform/submissions/{submissionId}/history","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    delete: {"method":"POST","path":"/api/platform/submissions/{submissionId}/delete","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  users: {
    list: {"method":"GET","path":"/api/platform/users","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    create: {"method":"POST","path":"/api/platform/users","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    get: {"method":"GET","path":"/api/platform/users/{userId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    update: {"method":"PATCH","path":"/api/platform/users/{userId}","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    deactivate: {"method":"POST","path":"/api/platform/users/{userId}/deactivate","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    reactivate: {"method":"POST","path":"/api/platform/users/{userId}/reactivate","query":[],"headers":{},"hasBody":false,"isRepeatable":false}
  },
  versions: {
    list: {"method":"GET","path":"/api/platform/forms/{formId}/versions","query":["cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    get: {"method":"GET","path":"/api/platform/forms/{formId}/versions/{versionId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    republish: {"method":"POST","path":"/api/platform/forms/{formId}/versions/{versionId}/publish","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    schema: {"method":"GET","path":"/api/platform/forms/{formId}/versions/{versionId}/schema","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    compare: {"method":"GET","path":"/api/platform/forms/{formId}/versions/{versionId}/compare","query":["with"],"headers":{},"hasBody":false,"isRepeatable":true}
  }
}
