/** Port: where forms and their versions are kept. */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { Caller } from "../grants/Caller.ts"
import type { FormCodeTaken, FormNotFound, FormVersionNotFound } from "../Refusal.ts"
import type { Form, FormId, FormVersion, FormVersionId } from "./Form.ts"

export interface NewForm {
  readonly id: FormId
  readonly code: string
  readonly title: string
  readonly draft: Json
}

export class FormStore extends Context.Service<
  FormStore,
  {
    /** Stores a form without any version. Refuses: `FormCodeTaken` (within the organisation alone). */
    readonly create: (caller: Caller, form: NewForm) => Effect.Effect<Form, FormCodeTaken>
    /** Refuses: `FormNotFound`, also for a form of another organisation. */
    readonly get: (caller: Caller, id: FormId) => Effect.Effect<Form, FormNotFound>
    /** Replaces the draft. Refuses: `FormNotFound`. */
    readonly saveDraft: (caller: Caller, id: FormId, title: string, draft: Json) => Effect.Effect<Form, FormNotFound>
    /**
     * Adds a version, makes it the live one and raises the organisation's revision, in one transaction.
     * Refuses: `FormNotFound`.
     */
    readonly publish: (
      caller: Caller,
      id: FormId,
      versionId: FormVersionId,
      definition: Json
    ) => Effect.Effect<FormVersion, FormNotFound>
    /** The live version, as of now; none for a form that is missing, of another organisation, or never published. */
    readonly findLive: (caller: Caller, id: FormId) => Effect.Effect<Option.Option<FormVersion>>
    /** A version of `id`, live or not: none is ever removed. Refuses: `FormVersionNotFound`, also for another organisation's or form's. */
    readonly version: (
      caller: Caller,
      id: FormId,
      versionId: FormVersionId
    ) => Effect.Effect<FormVersion, FormVersionNotFound>
  }
>()("@formwork/domain/forms/FormStore") {}
