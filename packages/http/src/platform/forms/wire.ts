/** Wire schemas that the resources of forms share. */
import { Schema } from "effect"
import { DefinitionInvalid, FormNotFound, FormVersionNotFound } from "@formwork/domain/callers/Refusal"
import { ExampleCoverage, ExampleReport } from "@formwork/domain/forms/Example"
import { DraftSaving, FormId, FormRecord, FormVersionId, PublicationNote } from "@formwork/domain/forms/Form"
import type { SavedForm as Saved, WithFaults } from "@formwork/domain/forms/Form"
import { openObject } from "@formwork/domain/request/openObject"
import { Timestamp } from "../../endpoint/Timestamp.ts"

/** The form that a path names. */
export const form = { params: { formId: FormId }, notFound: new FormNotFound() }

/** The version of a form that a path names. */
export const version = {
  params: { formId: FormId, versionId: FormVersionId },
  notFound: new FormVersionNotFound()
}

export const Definition = openObject("A form's definition, described in docs/rule-language.md.")

const Faults = DefinitionInvalid.fields.faults.annotate({
  description: "Every fault that keeps the draft from being published, with a JSON Pointer into the definition."
})

const fields = {
  ...FormRecord.fields,
  code: FormRecord.fields.code.annotate({
    description: "It never changes: the form's reference numbers begin with it."
  }),
  title: FormRecord.fields.title.annotate({ description: "The title of the draft." }),
  folderId: FormRecord.fields.folderId.annotate({ description: "The folder that it is in; null at the top." }),
  draftRevision: FormRecord.fields.draftRevision.annotate({ description: "Grows by 1 at each change of the draft." }),
  publishedRevision: FormRecord.fields.publishedRevision.annotate({
    description:
      "The draft's revision that the live version was made from. If `draftRevision` differs, the draft has changed since. Null: the live version repeats an older one, or no version was published yet."
  }),
  liveVersionId: FormRecord.fields.liveVersionId.annotate({
    description: "The live version; null where the form was never published, or is archived."
  }),
  archivedAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp
}

export const FormWire = Schema.Struct(fields).annotate({
  identifier: "Form",
  description: "A form, without its definitions."
})

export const updatedBy = DraftSaving.fields.updatedBy.annotate({
  description: "Who saved the draft's present revision; null where it was saved before this was kept."
})

export const SavedForm = Schema.Struct({ ...fields, updatedBy, faults: Faults }).annotate({
  identifier: "SavedForm",
  description: "The form after the change, and the faults that keep its draft from being published."
})

/** The answer to a draft that was just saved: the form's `updatedAt` is the draft's. */
export const savedForm = ({ saving, ...form }: Saved & WithFaults) => ({ ...form, updatedBy: saving.updatedBy })

export const DefinitionRequest = Schema.Struct({ definition: Definition }).annotate({ identifier: "DefinitionRequest" })

/** Of a form that has examples; of a definition alone it is `FormCheck`. */
export const DraftCheck = Schema.Struct({
  faults: Faults,
  examples: Schema.NullOr(
    Schema.Struct({ ...ExampleReport.fields, coverage: ExampleCoverage }).annotate({
      identifier: "ExampleReport",
      description:
        "How many examples of the form were run by this definition, those that do not give what they expect, and which rules none of them reaches."
    })
  ).annotate({
    description: "Null where the definition has faults, so that nothing can run."
  })
}).annotate({ identifier: "DraftCheck" })

export const FormCheck = Schema.Struct({ faults: Faults }).annotate({ identifier: "FormCheck" })

/** Why a form is published although cases of it fail. */
export const DespiteExamples = Schema.optionalKey(
  PublicationNote.annotate({
    description:
      "Publishes although cases of the form fail, for this reason. The audit log keeps it, with how many failed. Without it they are refused."
  })
)
