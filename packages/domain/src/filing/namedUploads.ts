/** The uploads that evaluated values name, and what is wrong with them: the part of a submission that no rule can see. */
import { Effect, Schema } from "effect"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import type { Problem } from "@formwork/rules/Evaluation"
import { type FileFault, fileProblem } from "@formwork/rules/fileProblem"
import { type FileValue, fileValues, isFileId } from "@formwork/rules/files"
import type { JsonObject } from "@formwork/rules/Json"
import type { Caller } from "../callers/Caller.ts"
import type { Evaluated } from "./Evaluated.ts"
import { fieldFault } from "./fieldFault.ts"
import type { SubmissionId } from "./Submission.ts"
import { UploadId, type UploadState } from "./Upload.ts"
import type { UploadStore } from "./UploadStore.ts"

export interface NamedUploads {
  /** Each once. */
  readonly ids: ReadonlyArray<UploadId>
  /** What is wrong, by the place of the value. */
  readonly faults: ReadonlyMap<string, FileFault>
  /** Of those that there are, by their ids: what people read. */
  readonly names: ReadonlyMap<string, string>
}

const none: NamedUploads = { ids: [], faults: new Map(), names: new Map() }

const isUploadId = Schema.is(UploadId)

const faultOf = (
  { field }: FileValue,
  upload: UploadState | undefined,
  submissionId: SubmissionId | undefined
): FileFault | undefined => {
  if (upload === undefined) return { is: "unknown" }
  if (upload.submissionId !== null && upload.submissionId !== submissionId) return { is: "taken" }
  return fieldFault(field, upload)
}

/** Asks the store only where the form has fields for files, and the values name some. @param submissionId the one that is changed. */
export const namedUploads = (
  store: UploadStore["Service"],
  caller: Caller,
  { evaluation, form }: Evaluated,
  submissionId?: SubmissionId
): Effect.Effect<NamedUploads> => {
  if (form.compiled.files.length === 0) return Effect.succeed(none)
  const values = fileValues(form.compiled.files, evaluation.data).filter(({ id }) => isFileId(id))
  if (values.length === 0) return Effect.succeed(none)
  const ids = [...new Set(values.map(({ id }) => id))].filter((id) => isUploadId(id)).toSorted()
  const found = ids.length === 0 ? Effect.succeed([]) : store.find(caller, form.formId, ids)
  return Effect.map(found, (uploads) => {
    const byId = new Map<string, UploadState>(uploads.map((upload) => [upload.id, upload]))
    const faults = values.flatMap((value) => {
      const fault = faultOf(value, byId.get(value.id), submissionId)
      return fault === undefined ? [] : [[value.place, fault] as const]
    })
    return { ids, faults: new Map(faults), names: new Map(uploads.map(({ id, name }) => [id, name])) }
  })
}

/** The faults as problems. @param form in whose language they are said. */
export const problemsOf = (
  { definition, files }: Pick<CompiledForm, "definition" | "files">,
  data: JsonObject,
  faults: NamedUploads["faults"]
): ReadonlyArray<Problem> =>
  faults.size === 0
    ? []
    : fileValues(files, data).flatMap((value) => {
        const fault = faults.get(value.place)
        return fault === undefined ? [] : [fileProblem(definition.language, value, fault)]
      })
