/** A form: one draft definition, immutable published versions, one of them live (contract.md §4). */
import { Schema } from "effect"
import type { Json } from "@formwork/rules/Json"

export const FormId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("FormId"))
export type FormId = typeof FormId.Type

export const FormVersionId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("FormVersionId"))
export type FormVersionId = typeof FormVersionId.Type

export interface Form {
  readonly id: FormId
  /** Unique in the organisation and fixed for good: every reference number begins its uniqueness with it. */
  readonly code: string
  readonly title: string
  /** As authored; it may be full of faults. */
  readonly draft: Json
  readonly liveVersionId: FormVersionId | null
}

export interface FormVersion {
  readonly id: FormVersionId
  readonly formId: FormId
  /** 1 for the first version of the form. */
  readonly number: number
  /** As authored; without faults. */
  readonly definition: Json
}
