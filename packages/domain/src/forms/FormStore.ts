/** Port: forms and their versions. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { FolderId } from "../folders/Folder.ts"
import type { Caller } from "../callers/Caller.ts"
import type {
  DraftStale,
  ExamplesStale,
  FolderUnknown,
  FormArchived,
  FormCodeTaken,
  FormNotFound,
  FormVersionNotFound
} from "../callers/Refusal.ts"
import type { Example, KeptExamples } from "./Example.ts"
import type {
  Form,
  FormId,
  FormRecord,
  FormVersion,
  FormVersionId,
  FormVersionRecord,
  SavedForm,
  TableUse
} from "./Form.ts"

export interface NewForm {
  readonly id: FormId
  readonly code: string
  readonly title: string
  readonly draft: Json
  /** Left out or null: at the top. */
  readonly folderId?: FolderId | null
}

/** A change to a form; undefined leaves a member unchanged. */
export interface FormChange {
  /** Null: to the top. */
  readonly folderId?: FolderId | null | undefined
  readonly draft?: NewDraft | undefined
}

interface NewDraft {
  /** The revision that the change is based on; undefined accepts any. */
  readonly revision: number | undefined
  /** The form's new title. */
  readonly title: string
  readonly definition: Json
}

/** Each member narrows the list; without members it is every form. */
export interface FormFilter {
  /** Directly in it; null: at the top. */
  readonly folderId?: FolderId | null | undefined
  readonly archived?: boolean | undefined
  /** Whether callers can use it now: an archived form is not live. */
  readonly live?: boolean | undefined
  /** Contained in the title or the code; case is ignored (`foldCase`). */
  readonly text?: string | undefined
}

/** What a new version is made from. */
export interface Publication {
  /** The draft's revision that has this definition; if the draft has another revision by now, `DraftStale` is refused. */
  readonly draftRevision?: number | undefined
  /** The live version that it replaces; if another one is live by now, `DraftStale` is refused. */
  readonly replaces?: FormVersionId | undefined
  /** The older version that it repeats, for the audit log; without it the version is made from the draft. */
  readonly repeats?: FormVersionId | undefined
  /** Kept with the version. */
  readonly note?: string | undefined
  /** Cases of the form fail, and it is published nevertheless: what the audit log says of that. */
  readonly despite?: string | undefined
}

export class FormStore extends Context.Service<
  FormStore,
  {
    /**
     * Stores a form without any version. Leaves an audit row.
     * Refuses, in this order: `FolderUnknown`, `FormCodeTaken` (within the organisation alone).
     */
    readonly create: (caller: Caller, form: NewForm) => Effect.Effect<Form, FolderUnknown | FormCodeTaken>
    /** Refuses: `FormNotFound`, also for a form of another organisation. */
    readonly get: (caller: Caller, id: FormId) => Effect.Effect<Form, FormNotFound>
    /** The same without the draft. */
    readonly record: (caller: Caller, id: FormId) => Effect.Effect<SavedForm, FormNotFound>
    /**
     * The newest `limit` forms of the caller's organisation before the one with the id `before`, newest first. A form's
     * place never changes, so pages neither repeat nor miss a form that existed throughout.
     */
    readonly list: (
      caller: Caller,
      filter: FormFilter,
      page: { readonly limit: number; readonly before?: FormId }
    ) => Effect.Effect<ReadonlyArray<FormRecord>>
    /**
     * Replaces the draft, moves the form, or both: all of it or nothing. Leaves an audit row for each actual change.
     * Of several drafts based on the same revision, one is stored. The live version stays.
     * Refuses, in this order: `FormNotFound`, `FolderUnknown`, `DraftStale`.
     */
    readonly update: (
      caller: Caller,
      id: FormId,
      change: FormChange
    ) => Effect.Effect<SavedForm, FormNotFound | FolderUnknown | DraftStale>
    /**
     * Adds a version, makes it the live one and raises the organisation's revision, in one transaction. Leaves an audit row,
     * and another one with `despite`.
     * The form's `publishedRevision` is then the draft's, or null for a version that repeats another.
     * Refuses, in this order: `FormNotFound`, `FormArchived`, `DraftStale`.
     */
    readonly publish: (
      caller: Caller,
      id: FormId,
      versionId: FormVersionId,
      definition: Json,
      publication?: Publication
    ) => Effect.Effect<FormVersion, FormNotFound | FormArchived | DraftStale>
    /**
     * Takes the form out of use, or brings it back with the version that was live; raises the organisation's revision and leaves
     * an audit row. If the form is already in that state, nothing changes, and `archivedAt` stays.
     * Refuses: `FormNotFound`.
     */
    readonly archive: (caller: Caller, id: FormId, archived: boolean) => Effect.Effect<SavedForm, FormNotFound>
    /** A form begins with none. Refuses: `FormNotFound`. */
    readonly examples: (caller: Caller, id: FormId) => Effect.Effect<KeptExamples, FormNotFound>
    /**
     * Replaces all examples of a form. Leaves an audit row. Nothing else of the form changes.
     * Refuses, in this order: `FormNotFound`, `ExamplesStale`.
     */
    readonly saveExamples: (
      caller: Caller,
      id: FormId,
      revision: number,
      examples: ReadonlyArray<Example>
    ) => Effect.Effect<KeptExamples, FormNotFound | ExamplesStale>
    /** The live version, as of now; none for a form that is missing, of another organisation, never published, or archived. */
    readonly findLive: (caller: Caller, id: FormId) => Effect.Effect<Option.Option<FormVersion>>
    /** A version of `id`, live or not: versions are never removed. Refuses: `FormVersionNotFound`, also for another organisation's or form's. */
    readonly version: (
      caller: Caller,
      id: FormId,
      versionId: FormVersionId
    ) => Effect.Effect<FormVersion, FormVersionNotFound>
    /** The newest `limit` versions of a form below the number `before`, newest first. Refuses: `FormNotFound`. */
    readonly versions: (
      caller: Caller,
      id: FormId,
      page: { readonly limit: number; readonly before?: number }
    ) => Effect.Effect<ReadonlyArray<FormVersionRecord>, FormNotFound>
    /** Forms whose live version names a table of the organisation, in the order of their codes. */
    readonly naming: (caller: Caller, table: string) => Effect.Effect<ReadonlyArray<TableUse>>
  }
>()("@formwork/domain/forms/FormStore") {}
