/** Every port of the domain on Postgres. */
import { Layer } from "effect"
import type { Admissions } from "@formwork/domain/credentials/Admissions"
import type { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { RequestPorts } from "@formwork/domain/Ports"
import * as Counting from "./stores/Admissions.ts"
import * as ApiKeys from "./stores/ApiKeyStore.ts"
import * as Audits from "./stores/AuditStore.ts"
import * as Credentials from "./stores/CredentialStore.ts"
import * as Documents from "./stores/DocumentArchive.ts"
import * as Firings from "./stores/FiringStore.ts"
import * as Folders from "./stores/FolderStore.ts"
import * as Forms from "./stores/FormStore.ts"
import * as Invitations from "./stores/InvitationStore.ts"
import * as Impacts from "./stores/ImpactStore.ts"
import * as Organisations from "./stores/OrganisationStore.ts"
import * as Secrets from "./stores/SecretStore.ts"
import * as Sessions from "./stores/SessionStore.ts"
import * as Reports from "./stores/ReportStore.ts"
import * as SubmissionDeletions from "./stores/SubmissionDeletionStore.ts"
import * as SubmissionLists from "./stores/SubmissionListStore.ts"
import * as Submissions from "./stores/SubmissionStore.ts"
import * as Tables from "./stores/TableStore.ts"
import * as Uploads from "./stores/UploadStore.ts"
import type { TenantDatabase } from "./database/TenantDatabase.ts"
import * as Usage from "./stores/UsageStore.ts"
import * as Users from "./stores/UserStore.ts"

/** Every port that requests need except `Admissions`: requests may be counted elsewhere. */
export type Stores = Exclude<RequestPorts, Admissions>

/** The stores alone, for an `Admissions` that counts requests elsewhere (limiter/Admissions). */
export const layerUncounted: Layer.Layer<Stores, never, TenantDatabase | TokenHasher> = Layer.mergeAll(
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
  Uploads.layer,
  Tables.layer,
  Impacts.layer
)

/** The stores, and admissions that the database itself counts: all processes share one budget. */
export const layer = (quota: Quota): Layer.Layer<Stores | Admissions, never, TenantDatabase | TokenHasher> =>
  Layer.merge(layerUncounted, Counting.layer(quota))
