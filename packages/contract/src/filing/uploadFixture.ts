/** Files that wait, and submissions that name them. */
import { Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { FormId, FormVersion } from "@formwork/domain/forms/Form"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import { UploadId, UploadLimits } from "@formwork/domain/filing/Upload"
import { UploadStore } from "@formwork/domain/filing/UploadStore"
import * as Fixture from "../Fixture.ts"

const { bytes: _, ...defaults } = UploadLimits.defaultValue()

export const limits: typeof defaults = defaults

export const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const { form, version } = yield* Fixture.liveForm(owner)
  return { form, owner, version, uploads: yield* UploadStore, submissions: yield* SubmissionStore }
})

/** A file that waits. */
export const add = Effect.fnUntraced(function* (
  caller: Caller,
  formId: FormId,
  bytes: Uint8Array = Uint8Array.of(1, 2, 3),
  change: Partial<typeof limits> = {}
) {
  const upload = {
    id: UploadId.make(yield* Fixture.uuid),
    formId,
    name: "Pass.pdf",
    mediaType: "application/pdf",
    bytes
  }
  return yield* (yield* UploadStore).add(caller, upload, { ...limits, ...change })
})

export const file = Effect.fnUntraced(function* (caller: Caller, version: FormVersion, change: Partial<Filing>) {
  const filing = yield* Fixture.filing(version, change)
  return { id: filing.submission.id, filed: yield* (yield* SubmissionStore).file(caller, filing) }
})

export const idsOf = (caller: Caller, submissionId: SubmissionId) =>
  Effect.gen(function* () {
    return (yield* (yield* UploadStore).list(caller, submissionId)).map(({ id }) => id)
  })
