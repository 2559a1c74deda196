/** What authors call a field's values. */
import { wordFor } from "../check/expressions/Inference.ts"
import { typedField } from "../check/expressions/names.ts"
import type { Name } from "../check/expressions/Scope.ts"

/** “an amount of money”, “a list”. */
export const fieldWord = (name: Name): string =>
  typedField(name, { at: "form", slot: name.slot })?.word ?? (name.rows.size > 0 ? wordFor("rows") : "a field")
