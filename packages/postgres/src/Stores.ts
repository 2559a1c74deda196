/** Every port of the domain on Postgres. */
import { Layer } from "effect"
import type { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import type { FiringStore } from "@formwork/domain/sending/FiringStore"
import type { SecretStore } from "@formwork/domain/secrets/SecretStore"
import type { Admissions } from "@formwork/domain/credentials/Admissions"
import type { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import type { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import type { SessionStore } from "@formwork/domain/people/SessionStore"
import type { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { FolderStore } from "@formwork/domain/folders/FolderStore"
import type { FormStore } from "@formwork/domain/forms/FormStore"
import type { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import type { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import type { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { UsageStore } from "@formwork/domain/usage/UsageStore"
import type { InvitationStore } from "@formwork/domain/people/InvitationStore"
import type { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import type { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import type { UserStore } from "@formwork/domain/people/UserStore"
import * as Counting from "./Admissions.ts"
import * as ApiKeys from "./ApiKeyStore.ts"
import * as Audits from "./AuditStore.ts"
import * as Credentials from "./CredentialStore.ts"
import * as Documents from "./DocumentArchive.ts"
import * as Firings from "./FiringStore.ts"
import * as Folders from "./FolderStore.ts"
import * as Forms from "./FormStore.ts"
import * as Invitations from "./InvitationStore.ts"
import * as Impacts from "./ImpactStore.ts"
import * as Organisations from "./OrganisationStore.ts"
import * as Secrets from "./SecretStore.ts"
import * as Sessions from "./SessionStore.ts"
import * as Reports from "./ReportStore.ts"
import * as SubmissionDeletions from "./SubmissionDeletionStore.ts"
import * as SubmissionLists from "./SubmissionListStore.ts"
import * as Submissions from "./SubmissionStore.ts"
import type { Tenant } from "./Tenant.ts"
import * as Usage from "./UsageStore.ts"
import * as Users from "./UserStore.ts"

export type Stores =
  | OrganisationStore
  | UserStore
  | InvitationStore
  | ApiKeyStore
  | SessionStore
  | CredentialStore
  | AuditStore
  | FolderStore
  | FormStore
  | SubmissionStore
  | SubmissionListStore
  | ReportStore
  | UsageStore
  | SubmissionDeletionStore
  | FiringStore
  | SecretStore
  | DocumentArchive
  | ImpactStore

/** The stores alone, for an `Admissions` that counts requests elsewhere (limiter/Admissions). */
export const layerUncounted: Layer.Layer<Stores, never, Tenant | TokenHasher> = Layer.mergeAll(
  Organisations.layer,
  Users.layer,
  Invitations.layer,
  ApiKeys.layer,
  Sessions.layer,
  Credentials.layer,
  Audits.layer,
  Folders.layer,
  Forms.layer,
  Submissions.layer,
  SubmissionLists.layer,
  Reports.layer,
  Usage.layer,
  SubmissionDeletions.layer,
  Firings.layer,
  Secrets.layer,
  Documents.layer,
  Impacts.layer
)

/** The stores, and admissions that the database itself counts: one budget for however many processes there are. */
export const layer = (quota: Quota): Layer.Layer<Stores | Admissions, never, Tenant | TokenHasher> =>
  Layer.merge(layerUncounted, Counting.layer(quota))
