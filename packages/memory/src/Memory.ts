/** Every port in memory: for tests, and for services that embed Formwork without a database. */
import { Layer, Redacted } from "effect"
import { Aead, Digest, Kdf } from "effect/crypto"
import type { Mac, SecureRandom } from "effect/crypto"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { defaultQuota } from "@formwork/domain/limits/Budget"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { RateLimiter } from "@formwork/domain/limits/RateLimiter"
import { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import * as ApiKeys from "./stores/ApiKeyStore.ts"
import * as Audit from "./stores/AuditStore.ts"
import * as Credentials from "./stores/CredentialStore.ts"
import * as Crypto from "./crypto/Crypto.ts"
import * as Documents from "./stores/DocumentStore.ts"
import * as Firings from "./stores/FiringStore.ts"
import * as Folders from "./stores/FolderStore.ts"
import * as Forms from "./stores/FormStore.ts"
import * as Hosted from "./stores/HostedOrganisationStore.ts"
import * as Impacts from "./stores/ImpactStore.ts"
import * as Organisations from "./stores/OrganisationStore.ts"
import * as Outboxes from "./stores/Outbox.ts"
import * as Invitations from "./stores/InvitationStore.ts"
import * as Limiter from "./stores/RateLimiter.ts"
import * as Secrets from "./stores/SecretStore.ts"
import * as Sessions from "./stores/SessionStore.ts"
import * as Reports from "./stores/ReportStore.ts"
import * as SubmissionDeletions from "./stores/SubmissionDeletionStore.ts"
import * as SubmissionLists from "./stores/SubmissionListStore.ts"
import * as Submissions from "./stores/SubmissionStore.ts"
import * as LookupTables from "./stores/TableStore.ts"
import type { OperatorPorts, RequestPorts, SenderPorts } from "@formwork/domain/Ports"
import { Tables } from "./Tables.ts"
import * as Uploads from "./stores/UploadStore.ts"
import * as Usage from "./stores/UsageStore.ts"
import * as Users from "./stores/UserStore.ts"

/** Every port, and the hashing, ciphers and randomness that the services need beside them. */
export type Ports =
  | RequestPorts
  | SenderPorts
  | OperatorPorts
  | PasswordHasher
  | RateLimiter
  | SecretCipher
  | TokenHasher
  | Mac.Mac
  | Digest.Digest
  | SecureRandom.SecureRandom

/** A pepper for one process: the hashes that it protects end with that process. */
const hasher = TokenHasher.layer([{ id: "memory", key: Redacted.make(new Uint8Array(32).fill(7)) }])

const cipher = SecretCipher.layer([{ id: "memory", key: Redacted.make(new Uint8Array(32).fill(9)) }]).pipe(
  Layer.provide(Aead.layerWebCrypto)
)

/**
 * Hashes passwords with the one algorithm that every runtime has, at a fraction of the cost that a stored hash needs: these passwords
 * end with the process, and most of them are tests'. Provide another `PasswordHasher` over this one to change it.
 */
const passwords = PasswordHasher.layer(Kdf.pbkdf2({ hash: Digest.sha256, iterations: 1000 })).pipe(
  Layer.provide(Kdf.layerWebCrypto)
)

/** What the ports need beside tables: hashing, ciphers and randomness. */
type Means = PasswordHasher | SecretCipher | TokenHasher | Mac.Mac | Digest.Digest | SecureRandom.SecureRandom

/** All ports over tables, hashes and randomness of your choice: for a test that makes them repeatable (`@formwork/testing`). */
export const layerOver = (quota: Quota = defaultQuota): Layer.Layer<Exclude<Ports, Means>, never, Tables | Means> =>
  Admissions.layerComposed.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Organisations.layer,
        Hosted.layer,
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
        LookupTables.layer,
        Documents.layer,
        Uploads.layer,
        Impacts.layer,
        Limiter.layer(quota)
      )
    )
  )

/** All ports over one empty set of tables, and `Tables` itself for tests that look inside. */
export const layer = (quota: Quota = defaultQuota): Layer.Layer<Ports | Tables> =>
  layerOver(quota).pipe(
    Layer.provideMerge(Layer.mergeAll(hasher, passwords, cipher)),
    Layer.provideMerge(Layer.merge(Tables.layer, Crypto.layer))
  )
