/** Every port in memory: for tests, and for services that embed Formwork without a database. */
import { Layer, Redacted } from "effect"
import { Aead, Digest, Kdf } from "effect/crypto"
import type { Mac, SecureRandom } from "effect/crypto"
import type { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import type { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import type { FiringStore } from "@formwork/domain/sending/FiringStore"
import type { Outbox } from "@formwork/domain/sending/Outbox"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import type { SecretStore } from "@formwork/domain/secrets/SecretStore"
import type { SealedSecrets } from "@formwork/domain/secrets/SecretVault"
import type { FolderStore } from "@formwork/domain/folders/FolderStore"
import type { FormStore } from "@formwork/domain/forms/FormStore"
import type { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import type { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import type { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import type { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import type { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import type { SessionStore } from "@formwork/domain/people/SessionStore"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { defaultQuota } from "@formwork/domain/limits/Budget"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { RateLimiter } from "@formwork/domain/limits/RateLimiter"
import type { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { UsageStore } from "@formwork/domain/usage/UsageStore"
import type { InvitationStore } from "@formwork/domain/people/InvitationStore"
import type { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import type { UserStore } from "@formwork/domain/people/UserStore"
import * as ApiKeys from "./ApiKeyStore.ts"
import * as Audit from "./AuditStore.ts"
import * as Credentials from "./CredentialStore.ts"
import * as Crypto from "./Crypto.ts"
import * as Documents from "./DocumentStore.ts"
import * as Firings from "./FiringStore.ts"
import * as Folders from "./FolderStore.ts"
import * as Forms from "./FormStore.ts"
import * as Impacts from "./ImpactStore.ts"
import * as Organisations from "./OrganisationStore.ts"
import * as Outboxes from "./Outbox.ts"
import * as Invitations from "./InvitationStore.ts"
import * as Limiter from "./RateLimiter.ts"
import * as Secrets from "./SecretStore.ts"
import * as Sessions from "./SessionStore.ts"
import * as Reports from "./ReportStore.ts"
import * as SubmissionDeletions from "./SubmissionDeletionStore.ts"
import * as SubmissionLists from "./SubmissionListStore.ts"
import * as Submissions from "./SubmissionStore.ts"
import { Tables } from "./Tables.ts"
import * as Usage from "./UsageStore.ts"
import * as Users from "./UserStore.ts"

export type Ports =
  | OrganisationStore
  | UserStore
  | InvitationStore
  | PasswordHasher
  | ApiKeyStore
  | CredentialStore
  | SessionStore
  | AuditStore
  | Admissions
  | RateLimiter
  | FolderStore
  | FormStore
  | SubmissionStore
  | SubmissionListStore
  | ReportStore
  | UsageStore
  | SubmissionDeletionStore
  | FiringStore
  | Outbox
  | SecretStore
  | SealedSecrets
  | SecretCipher
  | ImpactStore
  | DocumentStore
  | DocumentArchive
  | TokenHasher
  | Mac.Mac
  | Digest.Digest
  | SecureRandom.SecureRandom

/** A pepper for one process: nothing outlives the memory that it guards. */
const hasher = TokenHasher.layer([{ id: "memory", key: Redacted.make(new Uint8Array(32).fill(7)) }])

const cipher = SecretCipher.layer([{ id: "memory", key: Redacted.make(new Uint8Array(32).fill(9)) }]).pipe(
  Layer.provide(Aead.layerWebCrypto)
)

/**
 * Passwords live as long as the process, and most of them are tests': hashed with the one algorithm that every runtime has,
 * at a fraction of what a stored hash must cost. Provide another `PasswordHasher` over this one to change it.
 */
const passwords = PasswordHasher.layer(Kdf.pbkdf2({ hash: Digest.sha256, iterations: 1000 })).pipe(
  Layer.provide(Kdf.layerWebCrypto)
)

/** All ports over one empty set of tables. `Tables` comes along, for tests that look inside. */
export const layer = (quota: Quota = defaultQuota): Layer.Layer<Ports | Tables> =>
  Admissions.layerComposed.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Organisations.layer,
        Users.layer,
        Invitations.layer,
        Sessions.layer,
        Audit.layer,
        ApiKeys.layer,
        Credentials.layer,
        Folders.layer,
        Forms.layer,
        Submissions.layer,
        SubmissionLists.layer,
        Reports.layer,
        Usage.layer,
        SubmissionDeletions.layer,
        Firings.layer,
        Outboxes.layer,
        Secrets.layer,
        Documents.layer,
        Impacts.layer,
        Limiter.layer(quota)
      )
    ),
    Layer.provideMerge(Layer.mergeAll(hasher, passwords, cipher)),
    Layer.provideMerge(Layer.merge(Tables.layer, Crypto.layer))
  )
