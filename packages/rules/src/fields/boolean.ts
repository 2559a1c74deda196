/** `boolean`: yes or no. */
import type { BooleanField } from "../Definition.ts"
import { authored, type RowKind } from "./FieldKind.ts"
import { boolean as running } from "./running/boolean.ts"

export const boolean: RowKind<BooleanField, "boolean"> = {
  ...running,
  ...authored(
    () => ({}),
    ({ base }) => ({ ...base, type: "boolean" })
  ),
  kind: "boolean",
  word: "a yes-or-no field",
  takes: [],
  mayBreakConstraints: () => false,
  compare: () => [],
  read: (_, place) => ({ tree: { kind: "boolean", node: "field", place } }),
  constraintSteps: () => 0,
  show: (_, value) => (value ? "Yes" : "No"),
  schema: () => ({ keywords: { type: "boolean" }, besides: {} }),
  candidates: () => [true, false]
}
