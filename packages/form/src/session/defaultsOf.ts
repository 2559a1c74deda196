/** The values that a form begins with: what its author wrote as `default`. A page that fills in some values itself puts its own over them. */
import type { FillableField } from "@formwork/rules/FillableForm"
import type { JsonObject } from "@formwork/rules/Json"

/** Keyed by slug. Lists begin without rows; `rows` of a list gives those of a new row. */
export const defaultsOf = (fields: ReadonlyArray<FillableField>): JsonObject =>
  Object.fromEntries(
    fields.flatMap(({ field }) => (field.default === undefined ? [] : [[field.slug, field.default] as const]))
  )
