/** A form: one draft definition, immutable published versions, one of them live (spec/http.md §4.1). */
import { Schema } from "effect"
import { Id } from "../callers/Ids.ts"
import type { Fault } from "@formwork/rules/Fault"
import type { Json } from "@formwork/rules/Json"
import { FolderId } from "../folders/Folder.ts"
import { Actor } from "../callers/Actor.ts"

export const FormId = Id.pipe(Schema.brand("FormId"))
export type FormId = typeof FormId.Type

export const FormVersionId = Id.pipe(Schema.brand("FormVersionId"))
export type FormVersionId = typeof FormVersionId.Type

/** A form without its definitions. */
export const FormRecord = Schema.Struct({
  id: FormId,
  /** Unique in the organisation, and never changed: it makes the form's reference numbers unique. */
  code: Schema.String,
  /** The draft's title; while it has none, its last one, or the code. */
  title: Schema.String,
  /** Null: at the top, in no folder. */
  folderId: Schema.NullOr(FolderId),
  /** 1 for the first draft, and 1 more at each change of the draft. */
  draftRevision: Schema.Int,
  /** The draft's revision that the live version was made from. Null: it repeats an older version, or no version was published yet. */
  publishedRevision: Schema.NullOr(Schema.Int),
  /** Null: never published, or archived. */
  liveVersionId: Schema.NullOr(FormVersionId),
  liveVersionNumber: Schema.NullOr(Schema.Int),
  archivedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  createdAt: Schema.DateTimeUtcFromString,
  /** The last change of anything that this record or its draft shows. */
  updatedAt: Schema.DateTimeUtcFromString
})
export type FormRecord = typeof FormRecord.Type

/** When a draft got its present revision, and from whom. */
export const DraftSaving = Schema.Struct({
  updatedAt: Schema.DateTimeUtcFromString,
  /** Null: the draft was saved before this was kept. */
  updatedBy: Schema.NullOr(Actor)
})
export type DraftSaving = typeof DraftSaving.Type

export interface SavedForm extends FormRecord {
  readonly saving: DraftSaving
}

export interface Form extends SavedForm {
  /** As authored; it may be full of faults. */
  readonly draft: Json
}

export interface FormVersion {
  readonly id: FormVersionId
  readonly formId: FormId
  /** 1 for the first version of the form. */
  readonly number: number
  /** As authored; without faults. */
  readonly definition: Json
}

/** A publisher's words about a version: 1 to 2,000 characters that a database can store, not only spaces. */
export const PublicationNote = Schema.String.check(
  Schema.isPattern(/^(?=[^]*\S)[^\0\p{Cs}]{1,2000}$/u, { expected: "1 to 2000 characters, and not spaces alone" })
)

/** What a publisher asks for beside the definition. */
export interface PublicationRequest {
  /** A `PublicationNote`, kept with the version. */
  readonly note?: string
  /** Why it is published although cases of the form fail: a `PublicationNote`, for the audit log. */
  readonly despiteExamples?: string
}

/** A version without its definition, and how it came to be. */
export const FormVersionRecord = Schema.Struct({
  id: FormVersionId,
  formId: FormId,
  number: Schema.Int,
  publishedAt: Schema.DateTimeUtcFromString,
  publishedBy: Actor,
  note: Schema.NullOr(PublicationNote),
  /** Whether new payloads run against this version; false while the form is archived. */
  isLive: Schema.Boolean
})
export type FormVersionRecord = typeof FormVersionRecord.Type

/** The faults of a draft that was stored. They keep it from being published. */
export interface WithFaults {
  readonly faults: ReadonlyArray<Fault>
}

/** Undefined leaves what it is; a folder of null is the top. */
export interface FormEdit {
  /** The draft's. */
  readonly title?: string | undefined
  readonly folderId?: FolderId | null | undefined
}

/** A form whose live version looks up in a table. */
export const TableUse = Schema.Struct({
  formId: FormId,
  code: Schema.String,
  title: Schema.String,
  /** The version of the table. */
  version: Schema.Int
})
export type TableUse = typeof TableUse.Type
