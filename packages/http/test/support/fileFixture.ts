/** Files of submissions, for tests of every operation. */
import { Effect } from "effect"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { UploadId, UploadLimits } from "@formwork/domain/filing/Upload"
import { UploadStore } from "@formwork/domain/filing/UploadStore"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Fixture from "@formwork/contract/Fixture"
import * as Harness from "./Harness.ts"

type Tenant = Effect.Success<typeof Harness.tenant>

/** A live form with a field `pass` for a file of any type. */
export const form = Effect.fnUntraced(function* ({ operator }: Tenant) {
  const forms = yield* Forms
  const definition = { title: "Claim", code: Harness.unused(), fields: [{ slug: "pass", type: "file" }] }
  const { id } = yield* Effect.orDie(forms.create(operator, definition))
  yield* Effect.orDie(forms.publish(operator, id))
  return id
})

/** A file for the tenant's form that no submission has. */
export const waiting = Effect.fnUntraced(function* (
  { form: { id: formId }, operator }: Tenant,
  bytes: Uint8Array = Buffer.from("%PDF-1.7")
) {
  const uploads = yield* UploadStore
  const id = UploadId.make(yield* Fixture.uuid)
  const upload = { id, formId, name: "Pass.pdf", mediaType: "application/pdf", bytes }
  yield* Effect.orDie(uploads.add(operator, upload, UploadLimits.defaultValue()))
  return { formId, id }
})

/** A submission of the tenant's form that has a file: both ids. */
export const filed = Effect.fnUntraced(function* (tenant: Tenant, bytes?: Uint8Array) {
  const { operator, version } = tenant
  const submissions = yield* SubmissionStore
  const { id } = yield* waiting(tenant, bytes)
  const filing = yield* Fixture.filing(version, { uploads: [id], firings: [] })
  yield* Effect.orDie(submissions.file(operator, filing))
  return { id, submissionId: filing.submission.id }
})
