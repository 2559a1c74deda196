/** `boolean`: yes or no. */
import type { BooleanField } from "../Definition.ts"
import { none } from "./decoding.ts"
import { authored, type RowKind } from "./FieldKind.ts"

export const boolean: RowKind<BooleanField, "boolean"> = {
  ...authored(
    () => ({}),
    ({ base }) => ({ ...base, type: "boolean" })
  ),
  kind: "boolean",
  word: "a yes-or-no field",
  unique: "nothing",
  takes: [],
  mayBreakConstraints: () => false,
  compare: () => [],
  read: (_, place) => ({ tree: { kind: "boolean", node: "field", place } }),
  decoder:
    ({ label }) =>
    (value) =>
      typeof value === "boolean" ? { value } : { code: "type", message: `${label} has to be true or false.` },
  constraint: () => () => none,
  constraintSteps: () => 0,
  encode: (_, value) => value,
  identity: (_, value) => String(value),
  show: (_, value) => (value ? "Yes" : "No"),
  schema: () => ({ keywords: { type: "boolean" }, besides: {} }),
  candidates: () => [true, false]
}
