/** The data of the in-memory adapter. Each organisation has its own tables, so a query cannot reach another organisation's rows. */
import { Context, Layer } from "effect"
import type { DateTime } from "effect"
import type { AuditEvent } from "@formwork/domain/audit/AuditEvent"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { ApiKey } from "@formwork/domain/keys/ApiKey"
import type { Session } from "@formwork/domain/people/Session"
import type { TokenHash } from "@formwork/domain/credentials/TokenHasher"
import type { DocumentRecord } from "@formwork/domain/sending/DocumentArchive"
import type { Firing, FiringId } from "@formwork/domain/filing/Firing"
import type { Attempt, FiringState } from "@formwork/domain/sending/FiringRecord"
import type { SecretHosts, SecretName } from "@formwork/domain/secrets/Secret"
import type { SealedSecret } from "@formwork/domain/secrets/SecretCipher"
import type { FolderId, Placed } from "@formwork/domain/folders/Folder"
import type { KeptExamples } from "@formwork/domain/forms/Example"
import type { Form, FormId, FormVersion, FormVersionId } from "@formwork/domain/forms/Form"
import type { ImpactRun, ImpactRunId } from "@formwork/domain/impact/Impact"
import type { Progress } from "@formwork/domain/impact/ImpactStore"
import type { Revision, Submission, SubmissionId } from "@formwork/domain/filing/Submission"
import type { Upload, UploadId } from "@formwork/domain/filing/Upload"
import type { Invitation } from "@formwork/domain/people/Invitation"
import type { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import type { OrganisationRecord, User } from "@formwork/domain/people/Organisation"
import type { TableName, TableRecord, TableVersionId } from "@formwork/domain/tables/Table"
import type { Calls } from "@formwork/domain/usage/Usage"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"

export interface StoredUser {
  readonly user: User
  /** The latest use of any session of theirs. */
  readonly lastSeenAt: DateTime.Utc | null
  readonly password: PasswordHash | null
}

export interface StoredKey {
  readonly key: ApiKey
  /** The first key of the chain in which keys replaced one another; its own id if it replaced none. */
  readonly firstId: string
  readonly hash: TokenHash
}

export interface StoredSession {
  readonly session: Session
  readonly hash: TokenHash
  readonly isEnded: boolean
  /** When its person's password was proven, at the sign-in or later. */
  readonly confirmedAtMillis: number
}

export interface StoredInvitation {
  readonly invitation: Invitation
  readonly hash: TokenHash
  /** Used, replaced or ended. */
  readonly isEnded: boolean
  readonly acceptedAt: DateTime.Utc | null
  /** Who sent it, with which credential. */
  readonly by: Pick<Caller, "credential" | "userId">
}

/** Failed sign-ins in a row with one e-mail address: from one place, or from all networks that its account does not know. */
export interface Failures {
  readonly count: number
  readonly lastMillis: number
}

interface IdempotencyRecord {
  readonly bodyHash: Uint8Array
  /** As it was first stored; undefined once it is deleted. */
  readonly submission: Submission | undefined
  readonly expiresAtMillis: number
}

export interface StoredFolder extends Placed {
  readonly createdAtMillis: number
}

/** How a version came to be. */
interface Published {
  readonly atMillis: number
  readonly by: Pick<Caller, "credential" | "userId">
  readonly note: string | null
}

/** A form as it is kept; the name of who saved its draft is looked up when it is read. */
export interface StoredForm extends Omit<Form, "saving"> {
  readonly savedAt: Form["saving"]["updatedAt"]
  readonly savedBy: Pick<Caller, "credential" | "userId">
  readonly kept: KeptExamples
}

export interface StoredSubmission {
  readonly submission: Submission
  /** Oldest first; the last is what the submission is now. */
  readonly history: ReadonlyArray<Omit<Revision, "by">>
  /** The submission as each revision left it, in the same order. */
  readonly revisions: ReadonlyArray<Submission>
}

/** A row of the outbox. Instants are in milliseconds since 1970. */
export interface StoredFiring extends Firing {
  readonly submissionId: SubmissionId
  readonly createdAtMillis: number
  state: FiringState
  failures: number
  nextAttemptAtMillis: number | null
  lease: { readonly id: string; readonly untilMillis: number } | null
  readonly attempts: Array<Attempt>
}

export interface StoredSecret {
  readonly sealed: SealedSecret
  readonly hosts: SecretHosts
  readonly setAtMillis: number
  /** Null: the current one. */
  endsAtMillis: number | null
}

export interface StoredTableVersion {
  readonly id: TableVersionId
  readonly number: number
  readonly rows: number
  readonly text: string
  readonly atMillis: number
  readonly by: Pick<Caller, "credential" | "userId">
  readonly note: string | null
}

/** A table that rules look up in. */
export interface StoredTable {
  readonly record: TableRecord
  readonly draft: string
  /** Version 1 first. */
  readonly versions: ReadonlyArray<StoredTableVersion>
}

export interface StoredUpload {
  readonly upload: Upload
  readonly bytes: Uint8Array
  /** The first key of the chain of the key that sent it; another credential itself. */
  readonly chain: string
  /** Null: it waits for one, until `expiresAtMillis`. */
  submissionId: SubmissionId | null
  readonly expiresAtMillis: number
}

interface StoredDocument {
  readonly record: DocumentRecord
  readonly bytes: Uint8Array
}

export interface StoredImpactRun {
  run: ImpactRun
  leaseUntilMillis: number
  readonly expiresAtMillis: number
  /** By position. */
  changes: Array<Progress["changes"][number]>
}

/** All rows of one organisation. */
export interface Tenant {
  organisation: OrganisationRecord
  /** Since when its credentials are refused; null while they are not. */
  suspendedAtMillis: number | null
  /** Raised by each change of a form's live version. */
  liveFormsRevision: number
  readonly users: Map<UserId, StoredUser>
  readonly keys: Map<string, StoredKey>
  readonly sessions: Map<string, StoredSession>
  readonly invitations: Map<string, StoredInvitation>
  /** By e-mail address in lower case and place, also for an address that no user has. */
  readonly failures: Map<string, Map<string, Failures>>
  /** Networks from which each person signed in, the latest last. */
  readonly networks: Map<UserId, ReadonlyArray<string>>
  /** Oldest first. */
  readonly folders: Map<FolderId, StoredFolder>
  readonly forms: Map<FormId, StoredForm>
  /** By form: the version that was live when the form was archived. */
  readonly setAside: Map<FormId, FormVersionId>
  readonly versions: Map<string, FormVersion>
  readonly published: Map<FormVersionId, Published>
  /** The last sequence number given out, by form. */
  readonly counters: Map<FormId, number>
  readonly submissions: Map<SubmissionId, StoredSubmission>
  readonly references: Set<string>
  /** In the order in which they expire. */
  readonly idempotency: Map<string, IdempotencyRecord>
  readonly firings: Array<StoredFiring>
  /** URLs that answered 410. */
  readonly stoppedUrls: Set<string>
  /** By name, oldest first. */
  readonly secrets: Map<SecretName, Array<StoredSecret>>
  readonly tables: Map<TableName, StoredTable>
  readonly documents: Map<FiringId, StoredDocument>
  readonly uploads: Map<UploadId, StoredUpload>
  /** By credential, operation, day and form. */
  readonly calls: Map<string, Calls>
  readonly impacts: Map<ImpactRunId, StoredImpactRun>
  /** Oldest first. */
  readonly audit: Array<AuditEvent>
}

export class Tables extends Context.Service<
  Tables,
  {
    /** In the order in which they were founded. */
    readonly tenants: Map<OrganisationId, Tenant>
  }
>()("@formwork/memory/Tables") {
  static readonly layer = Layer.sync(Tables, () => Tables.of({ tenants: new Map() }))
}

export const emptyTenant = (organisation: OrganisationRecord): Tenant => ({
  organisation,
  suspendedAtMillis: null,
  liveFormsRevision: 1,
  users: new Map(),
  keys: new Map(),
  sessions: new Map(),
  invitations: new Map(),
  failures: new Map(),
  networks: new Map(),
  folders: new Map(),
  forms: new Map(),
  setAside: new Map(),
  versions: new Map(),
  published: new Map(),
  counters: new Map(),
  submissions: new Map(),
  references: new Set(),
  idempotency: new Map(),
  firings: [],
  stoppedUrls: new Set(),
  secrets: new Map(),
  tables: new Map(),
  documents: new Map(),
  uploads: new Map(),
  calls: new Map(),
  impacts: new Map(),
  audit: []
})
