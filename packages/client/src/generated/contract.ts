/** Made by `pnpm client` from the OpenAPI documents of both APIs; not written by hand. */
import type { Answer, Lines, Operation } from "../Operation.ts"

/** The person whose password was set, as signing in needs it. */
export interface AcceptedInvitation {
  readonly user: User
  readonly organisation: {
    readonly id: string
    readonly name: string
  }
}

/** The person or the key that did it, by its present name. */
export interface Actor {
  readonly kind: "user" | "key"
  readonly id: string
  readonly name: string
}

/** A key, without its secret. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly forms: ReadonlyArray<string> | null
  readonly folders: ReadonlyArray<string> | null
  readonly requestsPerMinute: number | null
  readonly addresses: ReadonlyArray<string> | null
  readonly operations: ReadonlyArray<string> | null
  readonly createdBy: string
  readonly createdByKey: string | null
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
  /** Privileges that the caller has too. */
  readonly privileges: ReadonlyArray<Privilege>
  readonly expiresAt?: string
  /** Ids of the forms that the key reaches; with `folders`, those of both. Every other form is missing. */
  readonly forms?: ReadonlyArray<string> | null
  /** Ids of folders: the key reaches what is in them and below them at each request. */
  readonly folders?: ReadonlyArray<string> | null
  /** A budget of its own, in windows of 60 seconds. Above the deployment's it takes apikey:budget. */
  readonly requestsPerMinute?: number | null
  /** Networks in CIDR notation. A request from elsewhere gets the same 401 as an unknown key. */
  readonly addresses?: ReadonlyArray<string> | null
  /** Ids of operations, such as `evaluate`. The key is refused every other operation that needs a privilege. */
  readonly operations?: ReadonlyArray<string> | null
}

export type AuditAction = "organisation.created" | "organisation.renamed" | "organisation.suspended" | "organisation.resumed" | "api_key.created" | "api_key.rotated" | "api_key.revoked" | "session.created" | "session.ended" | "user.created" | "user.invited" | "user.invitation_accepted" | "user.invitation_ended" | "user.role_changed" | "user.renamed" | "user.deactivated" | "user.reactivated" | "user.password_changed" | "folder.created" | "folder.renamed" | "folder.moved" | "folder.removed" | "form.created" | "form.draft_saved" | "form.examples_saved" | "form.moved" | "form.published" | "form.examples_overridden" | "table.created" | "table.draft_saved" | "table.published" | "table.removed" | "form.archived" | "form.unarchived" | "file.uploaded" | "file.removed" | "submission.created" | "submission.saved" | "submission.filed" | "submission.transitioned" | "submission.deleted" | "effect.retried" | "secret.set" | "secret.removed" | "secret.hosts_changed" | "sign_in.refused" | "password.refused" | "credential.refused" | "privilege.refused"

/** One entry: the caller, the action, its time and address. `detail` depends on the action. `by`, `person` and `about` have present names. */
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
  readonly by: Actor | null
  readonly person: Actor | null
  readonly about: {
    readonly kind: "user" | "key" | "folder" | "form" | "submission"
    readonly id: string
    readonly name: string
    readonly version?: number
  } | null
}

export interface AuditPage {
  readonly items: ReadonlyArray<AuditEvent>
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
}

/** One line of the body. */
export interface BatchLineRequest {
  /** The caller's own name for the line; the answer repeats it. */
  readonly id?: string
  /** The values, keyed by field slug; that of `address.street` is `street` in an object `address`. Which slugs there are, and what each takes, is the form's to say. */
  readonly data: { readonly [name: string]: unknown }
}

/** Why one line was not evaluated; or, with `resumeFrom`, why no more are. */
export interface BatchProblem {
  /** The `id` of the line that this one answers. */
  readonly id?: string
  /** The number of the line in the body, from 1; empty lines count too. */
  readonly line: number
  /** Problem details (RFC 9457), as v1's evaluate answers them. */
  readonly problem: {
    readonly type: string
    readonly title: string
    readonly status: number
    /** A sentence for a person. */
    readonly error: string
    /** What a program branches on. */
    readonly code: string
    readonly requestId: string
    readonly problems?: ReadonlyArray<Problem>
  }
  /** In the last line of a batch that ended early: the first line without an answer. Send the rest as another batch. */
  readonly resumeFrom?: number
  /** Seconds to wait before that. */
  readonly retryAfter?: number
}

/** What the form's rules made of one line. */
export interface BatchResult {
  /** The `id` of the line that this one answers. */
  readonly id?: string
  /** The number of the line in the body, from 1; empty lines count too. */
  readonly line: number
  /** Whether the payload would be accepted as a complete submission: true when there are no problems. */
  readonly valid: boolean
  /** Every computed field that is not hidden, by slug; null where an input that it needs is missing. */
  readonly calculatedData: { readonly [name: string]: unknown }
  /** Slugs that the rules hid for this payload, in the form's order. */
  readonly hiddenFields: ReadonlyArray<string>
  /** Of a form with options that depend on other answers: the values that are not offered for this payload, by the field's name; a row's field is `drivers[1].licence`. A field that offers all of its options is left out. */
  readonly hiddenOptions?: { readonly [name: string]: ReadonlyArray<string> }
  readonly outcomes: ReadonlyArray<Outcome>
  readonly problems: ReadonlyArray<Problem>
}

/** Beyond the limits of the key */
export interface BeyondLimits {
  readonly type: "urn:formwork:problem:key-limited"
  readonly title: string
  readonly status: 403
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "KEY_LIMITED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly limit: "forms" | "folders" | "requestsPerMinute" | "addresses" | "operations" | "expiresAt"
}

export interface ChangedUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly createdAt: string
  readonly deactivatedAt: string | null
  /** How many active keys of the person hold a privilege that their role lacks, after this change. */
  readonly keysAboveRole: number
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

export interface Confirmation {
  readonly confirmedUntil: string
}

export interface ConfirmationRequest {
  readonly password: string
}

/** The password is needed again */
export interface ConfirmationRequired {
  readonly type: "urn:formwork:problem:confirmation-required"
  readonly title: string
  readonly status: 403
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CONFIRMATION_REQUIRED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
}

export interface CreatedApiKey {
  readonly id: string
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly forms: ReadonlyArray<string> | null
  readonly folders: ReadonlyArray<string> | null
  readonly requestsPerMinute: number | null
  readonly addresses: ReadonlyArray<string> | null
  readonly operations: ReadonlyArray<string> | null
  readonly createdBy: string
  readonly createdByKey: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  readonly revokedBy: string | null
  readonly revokedReason: "manual" | "creator_deactivated" | "rotated" | "reported" | null
  readonly replacedBy: string | null
  readonly hint: string
  /** Shown only in this answer. */
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
  /** A form's definition, described in docs/rule-language.md. */
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

export interface DraftCheck {
  /** Every fault that keeps the draft from being published, with a JSON Pointer into the definition. */
  readonly faults: ReadonlyArray<{
    readonly pointer: string
    readonly message: string
    readonly range?: {
      readonly start: number
      readonly end: number
    }
    readonly expected?: string
  }>
  /** Null where the definition has faults, so that nothing can run. */
  readonly examples: ExampleReport | null
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
  /** The values, keyed by field slug; that of `address.street` is `street` in an object `address`. Which slugs there are, and what each takes, is the form's to say. */
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
  readonly updatedAt: string
  readonly updatedBy: Actor | null
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
  /** Null where no attempt will follow, and while an e-mail waits for the documents that it attaches. */
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  /** Of an e-mail: the documents that it attaches, as effects of the same submission, in their order. It is sent once all are `delivered`, and is `dead` where one of them is. Empty for other kinds. */
  readonly attachments: ReadonlyArray<EffectAttachment>
  readonly lastAttempt: EffectAttempt | null
}

export interface EffectAttachment {
  readonly id: string
  readonly effectId: string
  readonly state: FiringState
}

/** One attempt to send. */
export interface EffectAttempt {
  readonly number: number
  readonly startedAt: string
  /** Null while the attempt runs; `lost` where the worker that made it stopped, so that its outcome is unknown. */
  readonly result: "delivered" | "retry" | "dead" | "stopped" | "lost" | null
  readonly durationMillis: number | null
  readonly status: number | null
  readonly excerpt: string | null
  readonly reason: string | null
}

export interface EffectContent {
  /** By its kind; null where there is nothing to send. The value of a secret is filled in during sending, and is not in it. */
  readonly content: {
    readonly kind: "notification"
    readonly language?: string
    readonly to: readonly [string, ...ReadonlyArray<string>]
    readonly cc?: ReadonlyArray<string>
    readonly replyTo?: string
    readonly subject: string
    readonly text: string
    readonly html?: string
    readonly attach?: ReadonlyArray<string>
    readonly files?: ReadonlyArray<{
      readonly id: string
      readonly name: string
    }>
  } | {
    readonly kind: "document"
    readonly language?: string
    readonly title: string
    readonly fileName: string
    readonly blocks: ReadonlyArray<{
      readonly heading: string
    } | {
      readonly paragraph: string
    } | {
      readonly fields: ReadonlyArray<{
        readonly label: string
        readonly value: string
      }>
    } | {
      readonly table: {
        readonly columns: readonly [{
          readonly label: string
          readonly align?: "left" | "right"
        }, ...ReadonlyArray<{
          readonly label: string
          readonly align?: "left" | "right"
        }>]
        readonly rows: ReadonlyArray<ReadonlyArray<string>>
      }
    }>
  } | {
    readonly kind: "integration"
    readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
    readonly url: string
    readonly headers: ReadonlyArray<{
      readonly name: string
      readonly value: {
        readonly text: string
      } | {
        readonly secret: string
        readonly prefix?: string
      }
    }>
    readonly body?: unknown
  } | {
    readonly kind: "delivery"
    readonly url: string
    readonly secret: string
    readonly event: {
      readonly type: string
      readonly timestamp: string
      readonly data: { readonly [name: string]: unknown }
    }
  } | null
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
  /** Null where no attempt will follow, and while an e-mail waits for the documents that it attaches. */
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  /** Of an e-mail: the documents that it attaches, as effects of the same submission, in their order. It is sent once all are `delivered`, and is `dead` where one of them is. Empty for other kinds. */
  readonly attachments: ReadonlyArray<EffectAttachment>
  readonly lastAttempt: EffectAttempt | null
  /** Every attempt, oldest first. */
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
    readonly kind?: "notification" | "document" | "integration" | "delivery"
    readonly destination?: string
    readonly from?: string
    readonly to?: string
  }
}

export interface EffectRetryResult {
  /** How many are due again. 1000 at most: while it is as many, ask again. */
  readonly retried: number
}

/** Every state once. */
export interface EffectSummary {
  readonly states: ReadonlyArray<{
    readonly state: FiringState
    readonly count: number
    /** True where the organisation has more than 10,000 effects in this state: the newest of them are counted. */
    readonly hasMore: boolean
  }>
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
  /** The values, keyed by field slug; that of `address.street` is `street` in an object `address`. Which slugs there are, and what each takes, is the form's to say. */
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
  /** Of a form with options that depend on other answers: the values that are not offered for this payload, by the field's name; a row's field is `drivers[1].licence`. A field that offers all of its options is left out. */
  readonly hiddenOptions?: { readonly [name: string]: ReadonlyArray<string> }
  readonly outcomes: ReadonlyArray<Outcome>
  readonly problems: ReadonlyArray<Problem>
  /** With `explain=true`: each rule in the order in which it ran. */
  readonly trace?: ReadonlyArray<TraceEntry>
}

/** Which parts of the form's rules no example reaches. */
export interface ExampleCoverage {
  /** How many parts the form's rules have that a payload may come to. Rows of tables are in `tables`. */
  readonly parts: number
  readonly reached: number
  /** In the order of the rules; at most 1,000. */
  readonly unreached: ReadonlyArray<{
    /** In the definition: `/fields/3/formula`. */
    readonly pointer: string
    /** A formula that never gave a value, a condition that was never true or never false, a branch that was never chosen. */
    readonly never: "given" | "true" | "false" | "chosen"
    readonly range?: {
      readonly start: number
      readonly end: number
    }
    /** Of a branch, as its author wrote it. */
    readonly text?: string
  }>
  /** Each table that the rules look up in. */
  readonly tables: ReadonlyArray<{
    /** As the definition names it. */
    readonly table: string
    readonly rows: number
    /** How many of its rows were found. */
    readonly found: number
    /** Rows that were never found, in the order of the table; at most 20. */
    readonly unfound: ReadonlyArray<{
      /** From 1, as a trace counts rows. */
      readonly row: number
      /** Its cells in the keys of the table, as texts: `["10115", "18"]`; `"*"` where any value meets it. */
      readonly keys: ReadonlyArray<string>
    }>
  }>
  /** How many examples were run for this. Those that a slow form leaves no time for are not counted. */
  readonly ran: number
}

export interface ExampleFailure {
  readonly name: string
  /** Left out from the first one on by which those of all examples have more than 262,144 characters of JSON. */
  readonly differences: ReadonlyArray<{
    readonly member: "valid" | "outcomes" | "calculatedData" | "visible" | "problems"
    /** In the evaluation's answer: `/calculatedData/premium`. Of problems, where they are in the request. */
    readonly pointer: string
    readonly field?: string
    /** Of problems: the codes at this pointer. */
    readonly expected: unknown
    /** Null where there is no such value and no such field. */
    readonly found: unknown
    /** Where the form has no such name: a sentence for its author. */
    readonly message?: string
  }>
}

/** How many examples of the form were run by this definition, those that do not give what they expect, and which rules none of them reaches. */
export interface ExampleReport {
  readonly count: number
  readonly failed: ReadonlyArray<ExampleFailure>
  readonly coverage: ExampleCoverage
}

/** Cases of the form fail */
export interface ExamplesFailed {
  readonly type: "urn:formwork:problem:cases-failed"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "CASES_FAILED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly failed: ReadonlyArray<ExampleFailure>
}

/** The examples have changed */
export interface ExamplesStale {
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

/** The body must be the file itself */
export interface FileBodyUnsupported {
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

/** The field takes no such file */
export interface FileRefused {
  readonly type: "urn:formwork:problem:invalid-file"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "INVALID_FILE"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly problems: ReadonlyArray<Problem>
}

/** Without `data` the stored values are filed. */
export interface FileRequest {
  /** The values, keyed by field slug; that of `address.street` is `street` in an object `address`. Which slugs there are, and what each takes, is the form's to say. */
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
  /** The number of folders directly in it. */
  readonly folderCount: number
  /** The number of forms directly in it, including archived forms. */
  readonly formCount: number
}

/** Omitted members stay unchanged. */
export interface FolderChange {
  /** Unique among the folders of the same parent, without regard to case. */
  readonly name?: string
  /** The parent folder; null for the top. */
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
  /** Unique among the folders of the same parent, without regard to case. */
  readonly name: string
  /** The parent folder; null for the top. */
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
  /** It never changes: the form's reference numbers begin with it. */
  readonly code: string
  /** The title of the draft. */
  readonly title: string
  /** The folder that it is in; null at the top. */
  readonly folderId: string | null
  /** Grows by 1 at each change of the draft. */
  readonly draftRevision: number
  /** The draft's revision that the live version was made from. If `draftRevision` differs, the draft has changed since. Null: the live version repeats an older one, or no version was published yet. */
  readonly publishedRevision: number | null
  /** The live version; null where the form was never published, or is archived. */
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

/** Omitted members stay unchanged. */
export interface FormChange {
  /** The new title of the draft; its other members stay unchanged. */
  readonly title?: string
  /** The folder of the form; null for the top. */
  readonly folderId?: string | null
}

export interface FormCheck {
  /** Every fault that keeps the draft from being published, with a JSON Pointer into the definition. */
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

/** Without `definition` the stored draft is checked. */
export interface FormCheckRequest {
  /** A form's definition, described in docs/rule-language.md. */
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
  /** True where a payload that was valid may be refused, or a result is removed or changes its type. */
  readonly breaking: boolean
  readonly changes: ReadonlyArray<FormDifference>
}

export interface FormDescription {
  /** The described version. */
  readonly formVersionId: string
  /** JSON Schema 2020-12 of `data`. */
  readonly schema: { readonly [name: string]: unknown }
  /** Values for `data` that are valid today; null where the service found none. A file in it has the id of no upload, so it evaluates, and cannot be filed. */
  readonly example: { readonly [name: string]: unknown } | null
  /** JSON Schema 2020-12 of `valid`, `calculatedData`, `hiddenFields` and `outcomes`. */
  readonly resultSchema: { readonly [name: string]: unknown }
}

export interface FormDifference {
  readonly subject: "form" | "constant" | "table" | "field" | "section" | "check" | "outcome" | "effect" | "state" | "transition"
  /** The field's slug, `drivers.birthDate` in a list; the name of a constant or a table; the id of a section or a rule; a state; `state.transition`. */
  readonly name: string
  readonly change: "added" | "removed" | "changed"
  /** The member of the definition that changed. */
  readonly member?: string
  readonly before?: unknown
  readonly after?: unknown
  readonly breaking: boolean
  /** Why the change is breaking. */
  readonly why?: string
}

/** The definition that is being written. Callers do not see it until it is published. */
export interface FormDraft {
  readonly formId: string
  readonly revision: number
  readonly updatedAt: string
  /** Who saved the draft's present revision; null where it was saved before this was kept. */
  readonly updatedBy: Actor | null
  /** As its author wrote it; it may have faults. */
  readonly definition: unknown
}

/** A payload, and what an evaluation of it has to give. */
export interface FormExample {
  readonly name: string
  /** The payload, as callers send it. */
  readonly data: { readonly [name: string]: unknown }
  readonly today?: string
  readonly expect: {
    /** Whether the payload has no problems. */
    readonly valid?: boolean
    /** The ids of exactly the outcomes that are raised, in any order. */
    readonly outcomes?: ReadonlyArray<string>
    /** Computed values by slug, as an evaluation answers them; of a list its rows, each with what is compared. Other computed values are not compared. */
    readonly calculatedData?: { readonly [name: string]: unknown }
    /** Whether fields are visible, by name: `pitch`, or `drivers[1].licenceNumber`. Other fields are not compared. */
    readonly visible?: { readonly [name: string]: boolean }
    /** Exactly the problems, in any order. Their messages are not compared. */
    readonly problems?: ReadonlyArray<{
      /** JSON Pointer into the request, e.g. `/data/drivers/1/birthDate`. */
      readonly pointer: string
      readonly code: "required" | "type" | "unknown_field" | "min" | "max" | "min_length" | "max_length" | "pattern" | "choice" | "decimals" | "min_items" | "max_items" | "unique" | "storable" | "too_large" | "rule"
    }>
  }
}

export type FormExampleList = ReadonlyArray<FormExample>

/** The examples of a form, in the order of their author. */
export interface FormExamples {
  readonly formId: string
  /** 1 for a new form, and 1 more at each change of its examples. */
  readonly revision: number
  readonly examples: FormExampleList
}

export interface FormExamplesRequest {
  readonly examples: FormExampleList
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

/** What happened with a form in a period. `deadEffects` are those that are dead now, whenever they fired. */
export interface FormOverview {
  readonly formId: string
  readonly evaluate: number
  readonly create: number
  readonly states: ReadonlyArray<{
    readonly state: string
    readonly count: number
  }>
  readonly deadEffects: number
  readonly days: ReadonlyArray<{
    readonly day: string
    readonly evaluate: number
    readonly create: number
    readonly states: ReadonlyArray<{
      readonly state: string
      readonly count: number
    }>
  }>
}

export interface FormOverviewPage {
  readonly from: string
  readonly to: string
  readonly items: ReadonlyArray<FormOverview>
  /** True where the organisation has more dead effects than the 10,000 newest, which are counted. */
  readonly hasMoreDeadEffects: boolean
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
}

export interface FormPage {
  readonly items: ReadonlyArray<Form>
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
}

export interface FormRequest {
  /** A form's definition, described in docs/rule-language.md. */
  readonly definition: { readonly [name: string]: unknown }
  /** The folder of the form; null for the top. */
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
  readonly publishedBy: Actor
  /** The words that it was published with; null for none. */
  readonly note: string | null
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

/** One submission whose result changes. Lists have at most 20 entries. */
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
  /** A table of the organisation that the live version names: its draft is tried with the live version, in the place of the form's draft. Needs table:read. */
  readonly table?: string
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
    /** Newest submission first; a run keeps 10,000 changes. */
    readonly items: ReadonlyArray<ImpactChange>
    /** The cursor of the next page; null where no page follows yet. */
    readonly next: string | null
  }
}

/** The run examines `total` submissions and has examined `done` of them. */
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

/** Counts of the submissions examined so far. All rows of a list's field count as one. */
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
  /** `email`: the mail server accepted the invitation. `nobody`: it refused, for the reason in `reason`, and the invitation must be renewed. `caller`: no mail server is configured; the caller, which is a session, brings the person `token`, or `link` where it is present. */
  readonly delivery: "email" | "nobody" | "caller"
  readonly reason?: string
  /** Shown only in this answer. */
  readonly token?: string
  /** Shown only in this answer. */
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
  /** A role whose privileges the caller has. */
  readonly role: Role
}

export interface KeyEnd {
  readonly at: string
  readonly reason: "expired" | "manual" | "creator_deactivated" | "rotated" | "reported"
  readonly by: Actor | null
  readonly replacement: Actor | null
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

/** A key, with the names of those who made and ended it. */
export interface ListedApiKey {
  readonly id: string
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly forms: ReadonlyArray<string> | null
  readonly folders: ReadonlyArray<string> | null
  readonly requestsPerMinute: number | null
  readonly addresses: ReadonlyArray<string> | null
  readonly operations: ReadonlyArray<string> | null
  readonly createdBy: string
  readonly createdByKey: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  readonly revokedBy: string | null
  readonly revokedReason: "manual" | "creator_deactivated" | "rotated" | "reported" | null
  readonly replacedBy: string | null
  readonly hint: string
  readonly creator: Actor
  readonly creatorKey: Actor | null
  /** Why and when the key ended, or will end; null for a key without an end. */
  readonly end: KeyEnd | null
  /** Calls of evaluate and create on this day, in UTC. Those of the last seconds may be missing. */
  readonly callsToday: number
}

/** The latest invitation of a person, without its secret. */
export interface ListedInvitation {
  /** `pending`: it can be accepted, until `expiresAt`. `accepted`: the person set their password by it. `revoked`: it ended before it was used, with the person's account, with its sender's account, session or key, or because it was reported as leaked. */
  readonly state: "pending" | "accepted" | "expired" | "revoked"
  readonly createdAt: string
  readonly expiresAt: string
  readonly acceptedAt: string | null
  /** Who sent it: the person themself, where the operator founded the organisation; null where that is not known. */
  readonly sender: Actor | null
}

/** A person, with when they were last here and what became of their invitation. */
export interface ListedUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly createdAt: string
  readonly deactivatedAt: string | null
  /** At most a minute before the latest request of any session of the person, ended ones too; null before the first. Requests with keys do not count. */
  readonly lastSeenAt: string | null
  /** The person's latest invitation; null for a person who was never invited. */
  readonly invitation: ListedInvitation | null
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
  /** The signed-in person, or the person on whose behalf the key was made. */
  readonly user: User
  readonly credential: {
    readonly kind: "api_key" | "session" | "operator"
    readonly id: string
  }
  readonly privileges: ReadonlyArray<Privilege>
}

/** The token is used like that of a key: Authorization: Bearer <token>. It is left out where the session is a cookie. */
export interface NewSession {
  /** Shown only in this answer. */
  readonly token?: string
  readonly expiresAt: string
}

/** A table with its rows: `csv` or `ndjson`. */
export interface NewTableRequest {
  readonly name: string
  /** Comma-separated values (RFC 4180), also with semicolons or tabs. The first line names each column with its type: `postcode: exact text,age: from integer,factor: number 4`; a column without `exact` or `from` is a value. `*` in a key is any value. */
  readonly csv?: string
  /** Lines of JSON: `{"keys": […], "values": […]}` as in a definition, and then each row as a list of its cells. */
  readonly ndjson?: string
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

/** Several organisations */
export interface OrganisationRequired {
  readonly type: "urn:formwork:problem:organisation-required"
  readonly title: string
  readonly status: 409
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "ORGANISATION_REQUIRED"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly organisations: ReadonlyArray<{
    readonly id: string
    readonly name: string
  }>
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
  /** Of an outcome about a field: its slug, `drivers[1].age` in a list. */
  readonly field?: string
  /** The same as a JSON Pointer into the request body: `/data/drivers/1/age`. */
  readonly pointer?: string
}

/** Too much to do right now */
export interface Overloaded {
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

export interface PreviewRequest {
  /** The values, keyed by field slug; that of `address.street` is `street` in an object `address`. Which slugs there are, and what each takes, is the form's to say. */
  readonly data: { readonly [name: string]: unknown }
  /** What is run: `live` (the default), `draft`, the id of a version, or its number. */
  readonly version?: string | number
  /** A form's definition, described in docs/rule-language.md. */
  readonly definition?: { readonly [name: string]: unknown }
  /** True answers as v1's evaluate does: what is missing is a problem. The default is false. */
  readonly complete?: boolean
  /** Adds `trace`: how each rule came to what it gave. */
  readonly explain?: boolean
  readonly today?: string
}

/** What the rules made of the payload, as v1's evaluate answers it. Unless `complete` was true, a missing value is in `missing` alone, and `valid` is true where nothing else is wrong. */
export interface PreviewResult {
  /** Whether the payload would be accepted as a complete submission: true when there are no problems. */
  readonly valid: boolean
  /** Every computed field that is not hidden, by slug; null where an input that it needs is missing. */
  readonly calculatedData: { readonly [name: string]: unknown }
  /** Slugs that the rules hid for this payload, in the form's order. */
  readonly hiddenFields: ReadonlyArray<string>
  /** Of a form with options that depend on other answers: the values that are not offered for this payload, by the field's name; a row's field is `drivers[1].licence`. A field that offers all of its options is left out. */
  readonly hiddenOptions?: { readonly [name: string]: ReadonlyArray<string> }
  readonly outcomes: ReadonlyArray<Outcome>
  readonly problems: ReadonlyArray<Problem>
  /** With `explain=true`: each rule in the order in which it ran. */
  readonly trace?: ReadonlyArray<TraceEntry>
  /** What a complete submission lacks: the problems of code `required`, whether `complete` or not. */
  readonly missing: ReadonlyArray<Problem>
  /** The version that was run; null for the draft and an unsaved definition. */
  readonly formVersionId: string | null
  /** The revision of the draft that was run; null for anything else. */
  readonly definitionRevision: number | null
  /** The date that the rules saw. */
  readonly today: string
}

export type Privilege = "submission:read" | "submission:write" | "submission:delete" | "form:read" | "form:write" | "form:publish" | "table:read" | "table:write" | "table:publish" | "folder:read" | "folder:write" | "report:read" | "apikey:read" | "apikey:write" | "apikey:budget" | "user:read" | "user:write" | "effect:read" | "effect:write" | "audit:read" | "organisation:write"

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
  /** A sentence for the person who grants it. */
  readonly description: string
}

/** One reason why a payload would not be accepted. */
export interface Problem {
  readonly field: string
  readonly message: string
  readonly code: "required" | "type" | "unknown_field" | "min" | "max" | "min_length" | "max_length" | "pattern" | "choice" | "decimals" | "min_items" | "max_items" | "unique" | "storable" | "too_large" | "rule"
  readonly pointer: string
}

export interface PublicationRequest {
  /** Why this version is published. It is kept with the version. */
  readonly note?: string
  /** Publishes although cases of the form fail, for this reason. The audit log keeps it, with how many failed. Without it they are refused. */
  readonly despiteExamples?: string
}

export interface PublishedTable {
  readonly version: TableVersion
  /** What became of each form that was named. */
  readonly forms: ReadonlyArray<{
    readonly formId: string
    /** Null where nothing was published. */
    readonly formVersionId: string | null
    readonly faults: ReadonlyArray<{
      readonly pointer: string
      readonly message: string
    }>
  }>
}

/** The new live version. */
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

/** One revision of a submission. `transition` is null where the submission was stored, saved or filed. */
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
  readonly by: Actor
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

export interface RevocationRequest {
  /** Also revokes every key that it made, that those made, and so on. */
  readonly descendants?: boolean
}

export type Role = "owner" | "admin" | "author" | "reviewer" | "viewer"

export interface RoleRecord {
  readonly role: Role
  /** A sentence for the person who grants it. */
  readonly description: string
  readonly privileges: ReadonlyArray<Privilege>
}

export interface RotatedApiKey {
  readonly key: ApiKey
  /** Shown only in this answer. */
  readonly token: string
  readonly replaced: ApiKey
}

export interface RotationRequest {
  /** How long the old key still works; the default is a day. 0 ends it at once. */
  readonly overlapSeconds?: number
  /** Defaults to the name of the old key. */
  readonly name?: string
  /** Defaults to the end of the old key. Null for none, which takes a session. */
  readonly expiresAt?: string | null
}

/** The form after the change, and the faults that keep its draft from being published. */
export interface SavedForm {
  readonly id: string
  /** It never changes: the form's reference numbers begin with it. */
  readonly code: string
  /** The title of the draft. */
  readonly title: string
  /** The folder that it is in; null at the top. */
  readonly folderId: string | null
  /** Grows by 1 at each change of the draft. */
  readonly draftRevision: number
  /** The draft's revision that the live version was made from. If `draftRevision` differs, the draft has changed since. Null: the live version repeats an older one, or no version was published yet. */
  readonly publishedRevision: number | null
  /** The live version; null where the form was never published, or is archived. */
  readonly liveVersionId: string | null
  readonly liveVersionNumber: number | null
  readonly archivedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  /** Who saved the draft's present revision; null where it was saved before this was kept. */
  readonly updatedBy: Actor | null
  /** Every fault that keeps the draft from being published, with a JSON Pointer into the definition. */
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
  /** The hosts that it may be sent to, each exactly: `crm.example`, `crm.example:8443`. Without any it signs deliveries and is never sent. */
  readonly hosts: ReadonlyArray<string>
  readonly setAt: string
  readonly previousUntil: string | null
}

export interface SecretHostsRequest {
  /** The hosts that it may be sent to, each exactly: `crm.example`, `crm.example:8443`. Without any it signs deliveries and is never sent. */
  readonly hosts: ReadonlyArray<string>
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
  /** The hosts that it may be sent to, each exactly: `crm.example`, `crm.example:8443`. Without any it signs deliveries and is never sent. */
  readonly hosts?: ReadonlyArray<string>
  /** How long the replaced value stays valid beside the new one; the default is a day. */
  readonly overlapSeconds?: number
}

/** A session, without its secret. */
export interface Session {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  /** At most a minute before its latest request; null before the first. */
  readonly lastUsedAt: string | null
  /** The IP address of the sign-in. */
  readonly address: string | null
  /** What the client called itself at the sign-in (User-Agent), at most 200 characters. */
  readonly browser: string | null
  /** Whether this request came with it. */
  readonly isCurrent: boolean
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

/** A session is needed */
export interface SessionRequired {
  readonly type: "urn:formwork:problem:session-required"
  readonly title: string
  readonly status: 403
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "SESSION_REQUIRED"
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
  /** The id of the organisation; the default is the first one founded on this server. */
  readonly organisation?: string
  /** Without `organisation`: sign in where this address has its account. Where it has several with this password, the answer is 409 with their names. */
  readonly choose?: boolean
  /** Give the session to the browser as a cookie that no script can read, and no token. Needs TLS, or a loopback address. */
  readonly cookie?: boolean
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

export interface SubmissionCount {
  readonly count: number
  /** True where there are more, or may be: the count is of those that were looked at. */
  readonly hasMore: boolean
}

/** A file without its bytes; `size` in bytes, `mediaType` as its first bytes agree with it. */
export interface SubmissionFile {
  readonly id: string
  readonly formId: string
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly createdAt: string
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

/** A form's submissions in a period. Decimals are exact, and written as strings. */
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
  /** The values, keyed by field slug; that of `address.street` is `street` in an object `address`. Which slugs there are, and what each takes, is the form's to say. */
  readonly data: { readonly [name: string]: unknown }
  /** True saves a partial record, which required fields do not yet bind. */
  readonly draft?: boolean
}

/** The state of a submission without its values: reading them needs submission:read. */
export interface SubmissionStatus {
  readonly id: string
  readonly referenceNumber: string
  readonly workflowState: string
  readonly revision: number
}

/** A table of the organisation, without its rows. */
export interface Table {
  readonly id: string
  readonly name: string
  /** 1 for the first draft, and 1 more at each change of it. */
  readonly draftRevision: number
  /** Rows of the draft. */
  readonly rows: number
  /** The newest version; null where none was published. */
  readonly version: number | null
  /** The draft's revision that the newest version was made from. */
  readonly publishedRevision: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface TableComparison {
  /** Whether a column came, went or changed. */
  readonly columns: boolean
  /** Rows with keys that the other side does not have. */
  readonly added: number
  readonly removed: number
  /** Rows with the same keys and other values. */
  readonly changed: number
  /** Some of these rows, 200 at most, as a definition writes them. */
  readonly rows: ReadonlyArray<{
    readonly before: ReadonlyArray<unknown> | null
    readonly after: ReadonlyArray<unknown> | null
  }>
}

/** The table has faults */
export interface TableInvalid {
  readonly type: "urn:formwork:problem:invalid-table"
  readonly title: string
  readonly status: 422
  /** A sentence for a person. */
  readonly error: string
  /** What a program branches on. */
  readonly code: "INVALID_TABLE"
  /** The answer's X-Request-Id; quote it when you report a problem. */
  readonly requestId: string
  readonly faults: ReadonlyArray<{
    readonly line: number
    readonly column?: string
    readonly message: string
    readonly expected?: string
  }>
}

/** Conflict */
export interface TableLimitReached {
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
export interface TableNameTaken {
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
export interface TableNotFound {
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

export interface TablePublicationRequest {
  readonly note?: string
  /** Forms that get the new version of the table at once, each as a version of its own. */
  readonly forms?: ReadonlyArray<string>
  /** Publishes although cases of the form fail, for this reason. The audit log keeps it, with how many failed. Without it they are refused. */
  readonly despiteExamples?: string
}

/** Conflict */
export interface TablePublished {
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

/** The rows of a table: `csv` or `ndjson`. */
export interface TableRequest {
  /** Comma-separated values (RFC 4180), also with semicolons or tabs. The first line names each column with its type: `postcode: exact text,age: from integer,factor: number 4`; a column without `exact` or `from` is a value. `*` in a key is any value. */
  readonly csv?: string
  /** Lines of JSON: `{"keys": […], "values": […]}` as in a definition, and then each row as a list of its cells. */
  readonly ndjson?: string
}

/** The table has changed */
export interface TableStale {
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

/** A form whose live version looks up in the table. */
export interface TableUse {
  readonly formId: string
  readonly code: string
  readonly title: string
  readonly version: number
}

/** A version of a table, without its rows. It never changes. */
export interface TableVersion {
  readonly id: string
  readonly number: number
  readonly rows: number
  readonly publishedAt: string
  readonly publishedBy: Actor
  readonly note: string | null
}

/** Not found */
export interface TableVersionNotFound {
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

export interface TableVersionPage {
  readonly items: ReadonlyArray<TableVersion>
  /** The cursor of the next page; null where this is the last. */
  readonly next: string | null
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
  /** A transition of the workflow from the submission's state. */
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

/** Conflict */
export interface UploadLimitReached {
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
export interface UploadNotFound {
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

/** Too many files at once */
export interface UploadsAtOnce {
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

/** Too many files that no submission names */
export interface UploadsWaiting {
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

/** Calls of a versioned operation by one credential on one day, in UTC. */
export interface UsageDay {
  readonly day: string
  readonly credential: {
    readonly kind: "api_key" | "session" | "operator"
    readonly id: string
  }
  readonly name: string | null
  readonly by: Actor | null
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
  /** The caller needs every privilege of the new role and of the present one. */
  readonly role?: Role
  /** True revokes the person's keys that hold more than their role, then. */
  readonly revokeKeys?: boolean
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
  /** A role whose privileges the caller has. */
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
  | BeyondLimits
  | ConditionInvalid
  | ConfirmationRequired
  | DefinitionInvalid
  | DocumentNotFound
  | DraftLeft
  | DraftStale
  | EmailTaken
  | ExamplesFailed
  | ExamplesStale
  | ExpectationUnsupported
  | FileBodyUnsupported
  | FileRefused
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
  | OrganisationRequired
  | OrganisationStale
  | Overloaded
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
  | SessionRequired
  | SignInRefused
  | SignInThrottled
  | SubmissionInvalid
  | SubmissionNotFound
  | TableInvalid
  | TableLimitReached
  | TableNameTaken
  | TableNotFound
  | TablePublished
  | TableStale
  | TableVersionNotFound
  | TransitionNotPossible
  | Unauthenticated
  | Unavailable
  | UploadLimitReached
  | UploadNotFound
  | UploadsAtOnce
  | UploadsWaiting
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
      /** Adds `trace`: how each rule came to what it gave. Also needs form:read. */
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
      /** Actions of this person, and of keys made on the person's behalf. */
      readonly user?: string
      /** Actions with this key or session. */
      readonly credential?: string
      /** Actions on the record with this id. */
      readonly subject?: string
      /** Actions of the request with this X-Request-Id. */
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
     * If the file ends without the last chunk of the chunked coding, it is incomplete: the export failed.
     */
    readonly export: (request?: {
      /** Lines of this action. */
      readonly action?: string
      /** Actions of this person, and of keys made on the person's behalf. */
      readonly user?: string
      /** Actions with this key or session. */
      readonly credential?: string
      /** Actions on the record with this id. */
      readonly subject?: string
      /** Actions of the request with this X-Request-Id. */
      readonly request?: string
      /** From this moment on (RFC 3339). */
      readonly from?: string
      /** Before this moment (RFC 3339). */
      readonly to?: string
      /** `csv`, or `ndjson` (the default): one object per line, as in the list. */
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
     * The draft may have faults; the answer lists them. It is refused where its code differs from the form's, or where a number in it would be rounded. The live version stays.
     */
    readonly save: (request: {
      readonly formId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: DefinitionRequest
    }, options?: Options) => Promise<Answer<SavedForm>>
    /** Every fault of the draft or the definition sent, the examples that fail and the rules that none of them reaches; nothing is stored */
    readonly check: (request: {
      readonly formId: string
      readonly body: FormCheckRequest
    }, options?: Options) => Promise<Answer<DraftCheck>>
    /**
     * Publish the draft.
     * The draft with the revision in If-Match becomes the live version, from the next request on, on every node. A draft with faults is refused with all of them, and one by which cases of the form fail, unless `despiteExamples` says why.
     */
    readonly publish: (request: {
      readonly formId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body?: PublicationRequest
    }, options?: Options) => Promise<Answer<PublishedVersion>>
  }
  readonly examples: {
    /** The examples of a form, and the ETag of their revision */
    readonly get: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<FormExamples>>
    /**
     * Replace the examples of a form.
     * At most 2,000, with different names, of at most 786,432 characters of JSON in all. They may fail. The check of a draft runs them, and publishing does where it is asked to.
     */
    readonly save: (request: {
      readonly formId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: FormExamplesRequest
    }, options?: Options) => Promise<Answer<FormExamples>>
  }
  readonly effects: {
    /** Effects, newest first, each with its last attempt */
    readonly list: (request?: {
      /** Those of this form. */
      readonly form?: string
      /** Those of this submission. */
      readonly submission?: string
      /** Effects in this state: pending, delivered, dead or stopped. */
      readonly state?: string
      /** Effects of this kind: notification, document, integration or delivery. */
      readonly kind?: string
      /** Effects that go to this host, as `destination` shows it. */
      readonly destination?: string
      /** Effects that fired at this time or later (RFC 3339). */
      readonly from?: string
      /** Effects that fired before this time. */
      readonly to?: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 100; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<EffectPage>>
    /** How many effects are in each state */
    readonly summary: (request?: {
      /** Those of this form. */
      readonly form?: string
    }, options?: Options) => Promise<Answer<EffectSummary>>
    /** One effect with every attempt */
    readonly get: (request: {
      readonly effectId: string
    }, options?: Options) => Promise<Answer<EffectHistory>>
    /**
     * What an effect sends.
     * As it was rendered when its submission was stored: every attempt sends the same. Also needs submission:read, because values are in it.
     */
    readonly content: (request: {
      readonly effectId: string
    }, options?: Options) => Promise<Answer<EffectContent>>
    /**
     * Try an effect again, now.
     * The effect keeps its id, and its schedule of attempts begins anew. A receiver that stopped its deliveries is tried again too. With an e-mail, the documents that it still needs are made again; with a document, e-mails that were given up for want of it are sent after it.
     */
    readonly retry: (request: {
      readonly effectId: string
    }, options?: Options) => Promise<Answer<EffectHistory>>
    /** Try many dead or stopped effects again, the oldest first */
    readonly retryMany: (request: {
      readonly body: EffectRetryRequest
    }, options?: Options) => Promise<Answer<EffectRetryResult>>
  }
  readonly files: {
    /**
     * Send a file for a field of type file.
     * The body is the file, and Content-Type its media type. The id in the answer is the field's value in `data`. A file that no submission names within a day is gone, after 15 minutes where newer ones need its room; one that a submission names is its own, and goes with it. At most 10,000,000 bytes.
     */
    readonly add: (request: {
      readonly formId: string
      /** The field's name: `idCard`, or `photos.photo` of the rows of a list. */
      readonly field: string
      /** The file's name, such as `passport.pdf`. */
      readonly name: string
      /** Its `type` says what it is: of a `File` the browser, of `new Blob([…], { type })` the program. */
      readonly file: Blob
    }, options?: Options) => Promise<Answer<SubmissionFile>>
    /**
     * Take a file back that no submission names yet.
     * For the credential that sent it.
     */
    readonly remove: (request: {
      readonly formId: string
      readonly fileId: string
    }, options?: Options) => Promise<Answer<undefined>>
    /**
     * The files of a submission, oldest first.
     * Those that an earlier revision named are among them.
     */
    readonly list: (request: {
      readonly submissionId: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<SubmissionFile>
    }>>
    /**
     * A file of a submission, with its bytes.
     * The media type is that of the file.
     */
    readonly get: (request: {
      readonly submissionId: string
      readonly fileId: string
    }, options?: Options) => Promise<Answer<ReadableStream<Uint8Array>>>
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
    /** Rename a folder, or move it with its content */
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
      /** Forms directly in this folder; `top` for forms without a folder. */
      readonly folder?: string
      /** `true`: those that are archived; `false`: those that are not. */
      readonly archived?: string
      /** `true`: those that callers can use now; `false`: the others. */
      readonly live?: string
      /** Forms with this text in their title or code, without regard to case. */
      readonly text?: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 100; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<FormPage>>
    /**
     * Make a form.
     * The form has a draft, which needs a code and may have faults; the answer lists them. The form is live once the draft is published.
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
     * The title belongs to the draft: renaming makes a new revision of the draft, and callers see the title once it is published.
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
     * From the next request on, on every node, evaluate and create answer 404. Submissions stay readable and continue their workflow; drafts of submissions can no longer be saved or filed. Archiving twice is harmless.
     */
    readonly archive: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<Form>>
    /** Bring a form back, with the version that was live */
    readonly unarchive: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<Form>>
    /** The payload and the results of the live version as JSON Schema, with an example */
    readonly schema: (request: {
      readonly formId: string
    }, options?: Options) => Promise<Answer<FormDescription>>
    /**
     * Try a form: its live version, another one, its draft, or a definition that is stored nowhere.
     * Stores nothing. Also needs submission:write. Reports of usage do not count it. Lenient unless `complete` is true: what is not filled in yet is in `missing`, and no problem. A draft or a definition with faults is refused with all of them.
     */
    readonly evaluate: (request: {
      readonly formId: string
      readonly body: PreviewRequest
    }, options?: Options) => Promise<Answer<PreviewResult>>
    /**
     * Run many payloads through a form's live rules.
     * Stores nothing. Takes and answers a line of JSON a payload, in the same order, and answers while it reads: read while you send. All lines are evaluated by the version that is live when the batch begins, which `Formwork-Form-Version` names. A line that cannot be evaluated is answered with a `problem`, and the others go on. Each 100 lines take one request of the budget. If the last line has `resumeFrom`, the batch ended early. If the answer ends without the last chunk of the chunked coding, it is incomplete.
     */
    readonly evaluateBatch: (request: {
      readonly formId: string
      readonly lines: Lines<BatchLineRequest>
    }, options?: Options) => AsyncIterable<BatchResult | BatchProblem>
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
     * Run the latest submissions through the draft of the form or of a table, in the background.
     * Also needs submission:read. One run at a time for an organisation.
     */
    readonly start: (request: {
      readonly formId: string
      readonly body: ImpactRequest
    }, options?: Options) => Promise<Answer<ImpactRun>>
    /**
     * The progress of a run, and the changes found so far.
     * Also needs submission:read. A run is kept for 24 hours.
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
     * Adds the person, and sends a link that sets a password once. A key gets 403 where no mail server is configured; the links that a key sent end with it.
     */
    readonly invite: (request: {
      readonly body: InvitationRequest
    }, options?: Options) => Promise<Answer<Invitation>>
    /**
     * Send a person another link.
     * For a link that was lost or has expired, or a forgotten password. The link before it ends. The caller needs every privilege of the person's role, and `organisation:write` where no mail server is configured and the person has a password.
     */
    readonly renew: (request: {
      readonly userId: string
    }, options?: Options) => Promise<Answer<Invitation>>
    /**
     * Set one's password by an invitation.
     * Ends the person's sessions and opens none. An invitation that is unknown, used, replaced or expired always gets the same answer.
     */
    readonly accept: (request: {
      readonly body: InvitationAcceptRequest
    }, options?: Options) => Promise<Answer<AcceptedInvitation>>
  }
  readonly keys: {
    /** Every key, including revoked keys, newest first */
    readonly list: (request?: {
      /** Only keys that this key made. */
      readonly createdByKey?: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<ListedApiKey>
    }>>
    /**
     * Make a key.
     * The key's privileges are among those of the caller. A privilege that the caller lacks is refused as PRIVILEGE_REQUIRED. A key makes keys within its own limits, and none that ends later than itself: anything beyond is refused as KEY_LIMITED.
     */
    readonly create: (request: {
      readonly body: ApiKeyRequest
    }, options?: Options) => Promise<Answer<CreatedApiKey>>
    /** One key */
    readonly get: (request: {
      readonly apiKeyId: string
    }, options?: Options) => Promise<Answer<ListedApiKey>>
    /**
     * Revoke a key.
     * The key's next request is refused, on every node. Revoking it again is harmless and keeps the first date. The body is optional.
     */
    readonly revoke: (request: {
      readonly apiKeyId: string
      readonly body?: RevocationRequest
    }, options?: Options) => Promise<Answer<ApiKey>>
    /**
     * Replace a key.
     * Makes a new key with the same privileges and limits, and lets the old one end after an overlap. The new key ends when the old one would have, unless it is given another end.
     */
    readonly rotate: (request: {
      readonly apiKeyId: string
      readonly body: RotationRequest
    }, options?: Options) => Promise<Answer<RotatedApiKey>>
    /**
     * Calls of evaluate and create with one key, by day.
     * Calls of the last seconds may be missing; the last calls to a process that was killed are lost.
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
     * Ends the key, session or invitation with this token. The answer does not show whether it existed.
     */
    readonly report: (request: {
      readonly body: LeakedTokenRequest
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly me: {
    /** The caller: its person and organisation, and its privileges */
    readonly get: (request?: Record<string, never>, options?: Options) => Promise<Answer<Myself>>
    /**
     * Change one's own password.
     * Needs the current password and a session; a key gets 403. Ends the person's other sessions. After a dozen wrong passwords in a row this session must wait between attempts, and no other.
     */
    readonly changePassword: (request: {
      readonly body: PasswordRequest
    }, options?: Options) => Promise<Answer<undefined>>
    /**
     * One's own sessions that have not ended, newest first.
     * At most the 200 newest. A key gets 403: it is no session.
     */
    readonly sessions: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<Session>
    }>>
    /**
     * End one's own sessions, except this one.
     * Their next requests are refused, on every node. Invitations that they sent stay usable.
     */
    readonly endOtherSessions: (request: {
      /** `true`: the session of this request stays. */
      readonly others: string
    }, options?: Options) => Promise<Answer<undefined>>
    /**
     * End one of one's own sessions.
     * Its next request is refused, on every node. For the session that the request came with, this is signing out. A session of another person is 404.
     */
    readonly endSession: (request: {
      readonly sessionId: string
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly openapi: {
    /** This document */
    readonly get: (request?: Record<string, never>, options?: Options) => Promise<Answer<{ readonly [name: string]: unknown }>>
  }
  readonly organisation: {
    /** The organisation of the credential */
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
     * Covers the fields of the live version without rows of lists. Drafts are counted only by state and day. A report over a million submissions takes about a second, and a minute or two where they have not been counted yet.
     */
    readonly submissions: (request: {
      /** The form of the report. */
      readonly form: string
      /** The first day, in the form's time zone (YYYY-MM-DD). */
      readonly from?: string
      /** The last day. */
      readonly to?: string
    }, options?: Options) => Promise<Answer<SubmissionReport>>
    /**
     * Each form with its calls, its submissions by state and its dead effects, in all and by day.
     * Forms come newest first, as in their list, also those with nothing in the period. Days are in UTC, and only those on which something was. Submissions are those created in the period, by their present state.
     */
    readonly overview: (request?: {
      /** The first day, in UTC (YYYY-MM-DD); 30 days with `to` if left out. */
      readonly from?: string
      /** The last day, at most 92 days in all; today if left out. */
      readonly to?: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 100; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<FormOverviewPage>>
    /**
     * Calls of evaluate and create by credential and day, of all forms or of one.
     * Calls of the last seconds may be missing; the last calls to a process that was killed are lost. A key that is limited to some forms gets all calls of one of them with `form`, and without it its own.
     */
    readonly usage: (request?: {
      /** Only calls of this form. */
      readonly form?: string
      /** The first day, in UTC (YYYY-MM-DD); 30 days with `to` if left out. */
      readonly from?: string
      /** The last day, at most 92 days in all; today if left out. */
      readonly to?: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<UsageDay>
    }>>
  }
  readonly secrets: {
    /** The names of the secrets, and where each may be sent */
    readonly list: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<Secret>
    }>>
    /**
     * Set or replace a secret.
     * While the replaced value is valid, deliveries carry a signature for each of the two. Without `hosts` the secret keeps the hosts that it has; a new secret has none. A signing secret has no hosts, and is `whsec_` and 24 to 64 bytes in base64.
     */
    readonly set: (request: {
      readonly body: SecretRequest
    }, options?: Options) => Promise<Answer<Secret>>
    /**
     * Say where a secret may be sent, from the next send on.
     * Its value stays.
     */
    readonly change: (request: {
      readonly secretName: string
      readonly body: SecretHostsRequest
    }, options?: Options) => Promise<Answer<Secret>>
    /** Remove a secret; effects that need it fail from then on */
    readonly delete: (request: {
      readonly secretName: string
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly sessions: {
    /**
     * Sign in.
     * A wrong address, a wrong password, a wrong organisation and a deactivated account get the same answer. After a dozen wrong passwords in a row from a network, attempts from there must wait; after a hundred, attempts from all networks that the account does not know.
     */
    readonly signIn: (request: {
      readonly body: SignInRequest
    }, options?: Options) => Promise<Answer<NewSession>>
    /**
     * Sign out.
     * Ends the session at once, on every node. A key gets 403: it has no session. Where the session came as a cookie, the browser drops it, and what it keeps of this host.
     */
    readonly signOut: (request?: Record<string, never>, options?: Options) => Promise<Answer<undefined>>
    /**
     * Give one's password again.
     * For calls that answer CONFIRMATION_REQUIRED to a session in a cookie: it counts for 15 minutes, as signing in does. A key gets 403. After a dozen wrong passwords in a row this session must wait between attempts, and no other.
     */
    readonly confirm: (request: {
      readonly body: ConfirmationRequest
    }, options?: Options) => Promise<Answer<Confirmation>>
  }
  readonly submissions: {
    /**
     * Submissions, newest first.
     * With `reference` the order is by reference number, greatest first. A page can have fewer items than `limit`, or none, and still have a `next`: a request with `text` or `where`, or with `reference` and other filters, examines at most 5000 submissions.
     */
    readonly list: (request?: {
      /** Those of this form. */
      readonly form?: string
      /** Submissions in this state: `draft`, or a state of the form's workflow. */
      readonly state?: string
      /** Submissions created at this time or later (RFC 3339). */
      readonly createdFrom?: string
      /** Submissions created before this time (RFC 3339). */
      readonly createdBefore?: string
      /** The submission with this reference number; with `*` at its end, those whose reference number begins so. */
      readonly reference?: string
      /** `true`: those that were filed; `false`: drafts. */
      readonly filed?: string
      /** Submissions with this outcome, by its id. */
      readonly outcome?: string
      /** Submissions with this text in a value, without regard to case: 1 to 200 characters. */
      readonly text?: string
      /** Submissions for which this condition is true. It is in the rule language, over the fields of `form`, which is then required: up to 4000 characters. */
      readonly where?: string
      /** The version of `form` whose fields `where` uses; the default is the live version. */
      readonly version?: string
      /** Slugs with commas between them: of `data` and `calculatedData` only these fields are answered, so that a page has more submissions. */
      readonly fields?: string
      /** `next` of the previous page of the same list. */
      readonly cursor?: string
      /** Items a page, from 1 to 200; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<SubmissionPage>>
    /**
     * How many submissions a list has.
     * Exact up to 10000. With `text` or `where`, or with `reference` and other filters, it counts those among the first 5000 that are examined.
     */
    readonly count: (request?: {
      /** Those of this form. */
      readonly form?: string
      /** Submissions in this state: `draft`, or a state of the form's workflow. */
      readonly state?: string
      /** Submissions created at this time or later (RFC 3339). */
      readonly createdFrom?: string
      /** Submissions created before this time (RFC 3339). */
      readonly createdBefore?: string
      /** The submission with this reference number; with `*` at its end, those whose reference number begins so. */
      readonly reference?: string
      /** `true`: those that were filed; `false`: drafts. */
      readonly filed?: string
      /** Submissions with this outcome, by its id. */
      readonly outcome?: string
      /** Submissions with this text in a value, without regard to case: 1 to 200 characters. */
      readonly text?: string
      /** Submissions for which this condition is true. It is in the rule language, over the fields of `form`, which is then required: up to 4000 characters. */
      readonly where?: string
      /** The version of `form` whose fields `where` uses; the default is the live version. */
      readonly version?: string
    }, options?: Options) => Promise<Answer<SubmissionCount>>
    /**
     * Submissions as a file, in the order of the list.
     * CSV (RFC 4180) with one column per field, or one JSON object per line as in the list (application/x-ndjson). If the file ends without the last chunk of the chunked coding, it is incomplete: the export failed.
     */
    readonly export: (request: {
      /** Those of this form. */
      readonly form?: string
      /** Submissions in this state: `draft`, or a state of the form's workflow. */
      readonly state?: string
      /** Submissions created at this time or later (RFC 3339). */
      readonly createdFrom?: string
      /** Submissions created before this time (RFC 3339). */
      readonly createdBefore?: string
      /** The submission with this reference number; with `*` at its end, those whose reference number begins so. */
      readonly reference?: string
      /** `true`: those that were filed; `false`: drafts. */
      readonly filed?: string
      /** Submissions with this outcome, by its id. */
      readonly outcome?: string
      /** Submissions with this text in a value, without regard to case: 1 to 200 characters. */
      readonly text?: string
      /** Submissions for which this condition is true. It is in the rule language, over the fields of `form`, which is then required: up to 4000 characters. */
      readonly where?: string
      /** The version of `form` whose fields are used by `where` and for the columns of a CSV; the default is the live version. */
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
     * The values replace the stored ones, as a draft of the version that is live now.
     */
    readonly save: (request: {
      readonly submissionId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: DraftRequest
    }, options?: Options) => Promise<Answer<Submission>>
    /**
     * File a draft.
     * Files the submission against the version that is live now. Values with problems change nothing. Without `data` it also needs submission:read.
     */
    readonly file: (request: {
      readonly submissionId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: FileRequest
    }, options?: Options) => Promise<Answer<Submission>>
    /**
     * Make a transition.
     * The workflow is that of the version that the submission was filed against. Also needs the transition's own privilege, where it names one.
     */
    readonly transition: (request: {
      readonly submissionId: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: TransitionRequest
    }, options?: Options) => Promise<Answer<SubmissionStatus>>
    /** Every revision, oldest first: its state, time, person and credential */
    readonly history: (request: {
      readonly submissionId: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<Revision>
    }>>
    /**
     * The submission as a revision of it left it.
     * With its values of then. The history says who made each revision and when.
     */
    readonly revision: (request: {
      readonly submissionId: string
      readonly revision: string
    }, options?: Options) => Promise<Answer<Submission>>
    /**
     * A submission as an example of its form.
     * Its values, the day on which they were stored, and all that its version gave for them on that day. It can be sent with the other examples of the form, under any name: its reference number is a proposal. A draft is run as a complete submission. Also needs form:read.
     */
    readonly example: (request: {
      readonly submissionId: string
    }, options?: Options) => Promise<Answer<FormExample>>
    /**
     * Delete a submission for good.
     * Also deletes its values, revisions, documents and effects; effects that are not sent yet are never sent. Its reference number is never given again.
     */
    readonly delete: (request: {
      readonly submissionId: string
      readonly body: DeletionRequest
    }, options?: Options) => Promise<Answer<undefined>>
  }
  readonly tables: {
    /** Every table of the organisation, sorted by name, without rows */
    readonly list: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<Table>
    }>>
    /**
     * Make a table, with its rows as a draft.
     * No form can use it until it is published. Its name never changes. At most 200,000 rows and 16 columns.
     */
    readonly create: (request: {
      readonly body: NewTableRequest
    }, options?: Options) => Promise<Answer<Table>>
    /** A table without its rows, and the ETag of its draft */
    readonly get: (request: {
      readonly tableName: string
    }, options?: Options) => Promise<Answer<Table>>
    /** Remove a table that was never published */
    readonly remove: (request: {
      readonly tableName: string
    }, options?: Options) => Promise<Answer<undefined>>
    /**
     * Replace the rows of a table's draft.
     * Every fault is answered at once, with its line and column, and then nothing is stored. The first line of comma-separated values may be the names of the columns alone, in any order, where they stay as they are. The file itself is taken too, as text/csv or application/x-ndjson.
     */
    readonly save: (request: {
      readonly tableName: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body: TableRequest
    }, options?: Options) => Promise<Answer<Table>>
    /** The rows of a table as a file, as they can be sent back */
    readonly rows: (request: {
      readonly tableName: string
      /** `draft`, or the number of a version. */
      readonly edition: string
      /** `csv` or `ndjson`. */
      readonly format: string
    }, options?: Options) => Promise<Answer<ReadableStream<Uint8Array>>>
    /** What changes from one version of a table to another, or to its draft */
    readonly compare: (request: {
      readonly tableName: string
      /** `draft`, or the number of a version. */
      readonly before: string
      /** The same. */
      readonly after: string
    }, options?: Options) => Promise<Answer<TableComparison>>
    /**
     * Make the draft a version that forms can use.
     * A form keeps the version that it was published with; it takes the newest when it is published again. The forms that are named are published again at once, as they are, with the new version: for that `form:publish` is needed too. What keeps one of them stands in its `faults`. A draft that is a version already is answered with that one, and forms that have it stay as they are.
     */
    readonly publish: (request: {
      readonly tableName: string
      /** The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken. */
      readonly ifMatch: string
      readonly body?: TablePublicationRequest
    }, options?: Options) => Promise<Answer<PublishedTable>>
    /** Every version, newest first, without its rows */
    readonly versions: (request: {
      readonly tableName: string
      /** `next` of the page before. */
      readonly cursor?: string
      /** Items a page, from 1 to 100; 50 if left out. */
      readonly limit?: string
    }, options?: Options) => Promise<Answer<TableVersionPage>>
    /** The forms whose live version looks up in a table, and in which version of it */
    readonly forms: (request: {
      readonly tableName: string
    }, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<TableUse>
    }>>
  }
  readonly users: {
    /** Every person, including deactivated people, oldest first */
    readonly list: (request?: Record<string, never>, options?: Options) => Promise<Answer<{
      readonly items: ReadonlyArray<ListedUser>
    }>>
    /**
     * Add a person.
     * A person without a password cannot sign in until one is set. A key that gives one gets 403.
     */
    readonly create: (request: {
      readonly body: UserRequest
    }, options?: Options) => Promise<Answer<User>>
    /** One person */
    readonly get: (request: {
      readonly userId: string
    }, options?: Options) => Promise<Answer<ListedUser>>
    /**
     * Change a person's name or role.
     * The person's sessions have the new role's privileges from the next request on; keys keep theirs, unless `revokeKeys` ends those that hold more. A key cannot change its maker, or a person above the present role of its maker.
     */
    readonly update: (request: {
      readonly userId: string
      readonly body: UserChange
    }, options?: Options) => Promise<Answer<ChangedUser>>
    /**
     * End an account.
     * Revokes every key that was made on the person's behalf, ends the person's sessions and the invitations that the person sent, at once. Doing it again is harmless. The caller needs every privilege of the person's role.
     */
    readonly deactivate: (request: {
      readonly userId: string
    }, options?: Options) => Promise<Answer<User>>
    /**
     * Let a person sign in again.
     * Ended keys and sessions stay ended. The caller needs every privilege of the person's role.
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
     * Publishes the version's definition again, as a new version with the next number. The draft stays unchanged. A definition with faults by today's rules is refused.
     */
    readonly republish: (request: {
      readonly formId: string
      readonly versionId: string
      readonly body?: PublicationRequest
    }, options?: Options) => Promise<Answer<PublishedVersion>>
    /** The payload and the results of any version as JSON Schema */
    readonly schema: (request: {
      readonly formId: string
      readonly versionId: string
    }, options?: Options) => Promise<Answer<FormDescription>>
    /** The differences between this version and another, and which of them break callers */
    readonly compare: (request: {
      readonly formId: string
      readonly versionId: string
      /** Another version's id, or `draft` (the default). */
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
    publish: {"method":"POST","path":"/api/platform/forms/{formId}/publish","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false}
  },
  examples: {
    get: {"method":"GET","path":"/api/platform/forms/{formId}/examples","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    save: {"method":"PUT","path":"/api/platform/forms/{formId}/examples","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false}
  },
  effects: {
    list: {"method":"GET","path":"/api/platform/effects","query":["form","submission","state","kind","destination","from","to","cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    summary: {"method":"GET","path":"/api/platform/effects/summary","query":["form"],"headers":{},"hasBody":false,"isRepeatable":true},
    get: {"method":"GET","path":"/api/platform/effects/{effectId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    content: {"method":"GET","path":"/api/platform/effects/{effectId}/content","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    retry: {"method":"POST","path":"/api/platform/effects/{effectId}/retry","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    retryMany: {"method":"POST","path":"/api/platform/effects/retry","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  files: {
    add: {"method":"POST","path":"/api/platform/forms/{formId}/files","query":["field","name"],"headers":{},"hasBody":false,"hasFile":true,"isRepeatable":true},
    remove: {"method":"DELETE","path":"/api/platform/forms/{formId}/files/{fileId}","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    list: {"method":"GET","path":"/api/platform/submissions/{submissionId}/files","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    get: {"method":"GET","path":"/api/platform/submissions/{submissionId}/files/{fileId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true}
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
    schema: {"method":"GET","path":"/api/platform/forms/{formId}/schema","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    evaluate: {"method":"POST","path":"/api/platform/forms/{formId}/evaluate","query":[],"headers":{},"hasBody":true,"isRepeatable":true},
    evaluateBatch: {"method":"POST","path":"/api/platform/forms/{formId}/evaluate/batch","query":[],"headers":{},"hasBody":false,"hasLines":true,"isRepeatable":true}
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
    list: {"method":"GET","path":"/api/platform/api-keys","query":["createdByKey"],"headers":{},"hasBody":false,"isRepeatable":true},
    create: {"method":"POST","path":"/api/platform/api-keys","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    get: {"method":"GET","path":"/api/platform/api-keys/{apiKeyId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    revoke: {"method":"POST","path":"/api/platform/api-keys/{apiKeyId}/revoke","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    rotate: {"method":"POST","path":"/api/platform/api-keys/{apiKeyId}/rotate","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    usage: {"method":"GET","path":"/api/platform/api-keys/{apiKeyId}/usage","query":["from","to"],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  leakedTokens: {
    report: {"method":"POST","path":"/api/platform/leaked-tokens","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  me: {
    get: {"method":"GET","path":"/api/platform/me","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    changePassword: {"method":"PUT","path":"/api/platform/me/password","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    sessions: {"method":"GET","path":"/api/platform/me/sessions","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    endOtherSessions: {"method":"DELETE","path":"/api/platform/me/sessions","query":["others"],"headers":{},"hasBody":false,"isRepeatable":false},
    endSession: {"method":"DELETE","path":"/api/platform/me/sessions/{sessionId}","query":[],"headers":{},"hasBody":false,"isRepeatable":false}
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
    overview: {"method":"GET","path":"/api/platform/reports/overview","query":["from","to","cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    usage: {"method":"GET","path":"/api/platform/reports/usage","query":["form","from","to"],"headers":{},"hasBody":false,"isRepeatable":true}
  },
  secrets: {
    list: {"method":"GET","path":"/api/platform/secrets","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    set: {"method":"PUT","path":"/api/platform/secrets","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    change: {"method":"PATCH","path":"/api/platform/secrets/{secretName}","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    delete: {"method":"DELETE","path":"/api/platform/secrets/{secretName}","query":[],"headers":{},"hasBody":false,"isRepeatable":false}
  },
  sessions: {
    signIn: {"method":"POST","path":"/api/platform/sessions","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    signOut: {"method":"DELETE","path":"/api/platform/sessions/current","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    confirm: {"method":"POST","path":"/api/platform/sessions/current/confirm","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  submissions: {
    list: {"method":"GET","path":"/api/platform/submissions","query":["form","state","createdFrom","createdBefore","reference","filed","outcome","text","where","version","fields","cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    count: {"method":"GET","path":"/api/platform/submissions/count","query":["form","state","createdFrom","createdBefore","reference","filed","outcome","text","where","version"],"headers":{},"hasBody":false,"isRepeatable":true},
    export: {"method":"GET","path":"/api/platform/submissions/export","query":["form","state","createdFrom","createdBefore","reference","filed","outcome","text","where","version","format"],"headers":{},"hasBody":false,"isRepeatable":true},
    get: {"method":"GET","path":"/api/platform/submissions/{submissionId}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    save: {"method":"PUT","path":"/api/platform/submissions/{submissionId}","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    file: {"method":"POST","path":"/api/platform/submissions/{submissionId}/file","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    transition: {"method":"POST","path":"/api/platform/submissions/{submissionId}/transitions","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    history: {"method":"GET","path":"/api/platform/submissions/{submissionId}/history","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    revision: {"method":"GET","path":"/api/platform/submissions/{submissionId}/revisions/{revision}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    example: {"method":"GET","path":"/api/platform/submissions/{submissionId}/example","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    delete: {"method":"POST","path":"/api/platform/submissions/{submissionId}/delete","query":[],"headers":{},"hasBody":true,"isRepeatable":false}
  },
  tables: {
    list: {"method":"GET","path":"/api/platform/tables","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    create: {"method":"POST","path":"/api/platform/tables","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    get: {"method":"GET","path":"/api/platform/tables/{tableName}","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    remove: {"method":"DELETE","path":"/api/platform/tables/{tableName}","query":[],"headers":{},"hasBody":false,"isRepeatable":false},
    save: {"method":"PUT","path":"/api/platform/tables/{tableName}/draft","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    rows: {"method":"GET","path":"/api/platform/tables/{tableName}/rows","query":["edition","format"],"headers":{},"hasBody":false,"isRepeatable":true},
    compare: {"method":"GET","path":"/api/platform/tables/{tableName}/compare","query":["before","after"],"headers":{},"hasBody":false,"isRepeatable":true},
    publish: {"method":"POST","path":"/api/platform/tables/{tableName}/publish","query":[],"headers":{"ifMatch":"If-Match"},"hasBody":true,"isRepeatable":false},
    versions: {"method":"GET","path":"/api/platform/tables/{tableName}/versions","query":["cursor","limit"],"headers":{},"hasBody":false,"isRepeatable":true},
    forms: {"method":"GET","path":"/api/platform/tables/{tableName}/forms","query":[],"headers":{},"hasBody":false,"isRepeatable":true}
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
    republish: {"method":"POST","path":"/api/platform/forms/{formId}/versions/{versionId}/publish","query":[],"headers":{},"hasBody":true,"isRepeatable":false},
    schema: {"method":"GET","path":"/api/platform/forms/{formId}/versions/{versionId}/schema","query":[],"headers":{},"hasBody":false,"isRepeatable":true},
    compare: {"method":"GET","path":"/api/platform/forms/{formId}/versions/{versionId}/compare","query":["with"],"headers":{},"hasBody":false,"isRepeatable":true}
  }
}
