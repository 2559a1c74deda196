/** What the in-memory adapter keeps: one bundle of tables an organisation, so that no query can reach into another's. */
import { Context, Layer } from "effect"
import type { ApiKey } from "@formwork/domain/keys/ApiKey"
import type { TokenHash } from "@formwork/domain/keys/TokenHasher"
import type { Firing } from "@formwork/domain/effects/Firing"
import type { Form, FormId, FormVersion } from "@formwork/domain/forms/Form"
import type { Submission, SubmissionId } from "@formwork/domain/filing/Submission"
import type { Organisation, OrganisationId, User, UserId } from "@formwork/domain/organisations/Organisation"

export interface StoredKey {
  readonly key: ApiKey
  readonly hash: TokenHash
}

export interface IdempotencyRecord {
  readonly bodyHash: Uint8Array
  readonly submission: Submission
  readonly expiresAtMillis: number
}

export interface AuditEvent {
  readonly atMillis: number
  readonly action: string
  readonly userId: UserId
  readonly subject: string
  readonly requestId: string | undefined
}

export interface StoredFiring extends Firing {
  readonly submissionId: SubmissionId
}

/** Everything of one organisation. */
export interface Tenant {
  readonly organisation: Organisation
  /** Raised by every publish. */
  revision: number
  readonly users: Map<UserId, User>
  readonly keys: Map<string, StoredKey>
  readonly forms: Map<FormId, Form>
  readonly versions: Map<string, FormVersion>
  /** The last sequence number given out, by form. */
  readonly counters: Map<FormId, number>
  readonly submissions: Map<SubmissionId, Submission>
  readonly references: Set<string>
  readonly idempotency: Map<string, IdempotencyRecord>
  readonly firings: Array<StoredFiring>
  readonly audit: Array<AuditEvent>
}

export class Tables extends Context.Service<
  Tables,
  {
    readonly tenants: Map<OrganisationId, Tenant>
  }
>()("@formwork/memory/Tables") {
  static readonly layer = Layer.sync(Tables, () => Tables.of({ tenants: new Map() }))
}

export const emptyTenant = (organisation: Organisation): Tenant => ({
  organisation,
  revision: 1,
  users: new Map(),
  keys: new Map(),
  forms: new Map(),
  versions: new Map(),
  counters: new Map(),
  submissions: new Map(),
  references: new Set(),
  idempotency: new Map(),
  firings: [],
  audit: []
})
