/** What a contract suite is run against: an adapter of every port, and a way to let time pass for it. */
import { Effect } from "effect"
import type { Duration, Layer } from "effect"
import type { Digest, Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import type { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import type { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import type { FiringStore } from "@formwork/domain/sending/FiringStore"
import type { Outbox } from "@formwork/domain/sending/Outbox"
import type { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import type { SecretStore } from "@formwork/domain/secrets/SecretStore"
import type { SealedSecrets } from "@formwork/domain/secrets/SecretVault"
import type { FolderStore } from "@formwork/domain/folders/FolderStore"
import type { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import type { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import type { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { FormStore } from "@formwork/domain/forms/FormStore"
import type { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import type { Admissions } from "@formwork/domain/credentials/Admissions"
import type { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import type { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import type { SessionStore } from "@formwork/domain/people/SessionStore"
import type { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { UsageStore } from "@formwork/domain/usage/UsageStore"
import type { InvitationStore } from "@formwork/domain/people/InvitationStore"
import type { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import type { UserStore } from "@formwork/domain/people/UserStore"

/** The ports that the laws speak of, and the randomness and digests that the fixtures need. */
export type Ports =
  | OrganisationStore
  | UserStore
  | InvitationStore
  | ApiKeyStore
  | SessionStore
  | CredentialStore
  | AuditStore
  | Admissions
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
  | SecureRandom.SecureRandom
  | Digest.Digest
  | Mac.Mac

export interface Subject<E> {
  /** A fresh, empty instance whose admissions have this quota. */
  readonly layer: (quota: Quota) => Layer.Layer<Ports, E>
  /** Lets that much time pass for the adapter: the test clock in memory, real time where the adapter has a clock of its own. */
  readonly pass: (duration: Duration.Input) => Effect.Effect<void>
  /** Whether the adapter reads the test clock. One with a clock of its own (a database) is run on the real one. */
  readonly clock: "test" | "real"
}

/** A subject that reads Effect's clock, and so can be run on the test clock. */
export const virtual = <E>(layer: Subject<E>["layer"]): Subject<E> => ({
  layer,
  pass: (duration) => TestClock.adjust(duration),
  clock: "test"
})

/** A subject with a clock of its own. */
export const actual = <E>(layer: Subject<E>["layer"]): Subject<E> => ({
  layer,
  pass: (duration) => Effect.sleep(duration),
  clock: "real"
})
