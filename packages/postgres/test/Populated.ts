/** Data for the isolation tests: an organisation with rows in every table. */
import { Effect, Redacted } from "effect"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { SecretStore } from "@formwork/domain/secrets/SecretStore"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { UploadId, UploadLimits } from "@formwork/domain/filing/Upload"
import { UploadStore } from "@formwork/domain/filing/UploadStore"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import type { FormVersion } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as Fixture from "@formwork/contract/Fixture"
import * as Tables from "@formwork/contract/tables/TableFixture"
import { TalliedAtOnce } from "../src/stores/ReportStore.ts"
import * as ImpactRuns from "./impactRuns.ts"

/** An organisation with rows in every table, made through the stores. */
export const populated = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const { caller, token } = yield* Fixture.machine(owner)
  const admissions = yield* Admissions
  yield* admissions.admit(token)
  yield* Fixture.signedIn(owner, { network: "192.0.2.1" })
  yield* Fixture.invited(owner, "viewer")
  const sessions = yield* SessionStore
  yield* sessions.attempt(owner.organisationId, "owner@ashworth.example", Fixture.nowhere)
  yield* Fixture.newFolder(owner)
  const { version } = yield* Fixture.liveForm(owner)
  const store = yield* SubmissionStore
  const idempotency = { key: "a", bodyHash: new Uint8Array(32) }
  const filing = yield* Fixture.filing(version, { idempotency })
  yield* store.file(caller, filing)
  yield* store.change(caller, yield* Fixture.change({ id: filing.submission.id, revision: 1 }))
  yield* sent(owner, version)
  const gone = yield* Fixture.filing(version)
  yield* store.file(caller, gone)
  yield* (yield* SubmissionDeletionStore).remove(owner, gone.submission.id, "Asked for.")
  const { credential, organisationId } = caller
  const called = { operation: "evaluate", day: "2026-03-14", calls: 1 } as const
  yield* (yield* UsageStore).add([{ organisationId, credential, formId: version.formId, ...called }])
  yield* uploaded(owner, version)
  yield* Tables.published(owner, "areas")
  yield* ImpactRuns.run(owner, version)
  yield* reported(owner, version)
  return owner.organisationId
})

/** A file that waits for a submission. */
const uploaded = Effect.fnUntraced(function* (owner: Caller, { formId }: FormVersion) {
  const upload = { formId, name: "Pass.pdf", mediaType: "application/pdf", bytes: Uint8Array.of(1) }
  const id = UploadId.make(yield* Fixture.uuid)
  yield* (yield* UploadStore).add(owner, { id, ...upload }, UploadLimits.defaultValue())
})

/** Makes the rows that a report keeps: of each submission but the last, one of its own. */
const reported = Effect.fnUntraced(function* (owner: Caller, { formId }: FormVersion) {
  const store = yield* ReportStore
  yield* store
    .tally(owner, { formId, timeZone: "UTC", from: undefined, to: undefined, fields: [] })
    .pipe(Effect.provideService(TalliedAtOnce, 1))
})

/** Makes the rows that sending leaves. */
const sent = Effect.fnUntraced(function* (owner: Caller, version: FormVersion) {
  const documents = yield* DocumentStore
  const secrets = yield* SecretStore
  const cipher = yield* SecretCipher
  const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.delivery("https://far.example/hook")])
  for (const claim of yield* FiringFixture.claim([owner]))
    yield* FiringFixture.settle(claim, "stopped", { status: 410 })
  const pdf = { fileName: "a.pdf", mediaType: "application/pdf", bytes: Uint8Array.of(1) } as const
  for (const id of ids) yield* documents.put(owner.organisationId, id, pdf)
  const value = Redacted.make(SecretValue.make("value"))
  yield* secrets.put(owner, "signing", yield* cipher.seal(owner.organisationId, "signing", value), 0, undefined)
})
