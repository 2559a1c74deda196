/** Running `boolean`. */
import type { BooleanField } from "../../Definition.ts"
import { none } from "./decoding.ts"
import type { RunningKind } from "./RunningKind.ts"

export const boolean: RunningKind<BooleanField, "boolean"> = {
  unique: "nothing",
  decoder:
    ({ label }) =>
    (value) =>
      typeof value === "boolean" ? { value } : { code: "type", message: `${label} has to be true or false.` },
  constraint: () => () => none,
  encode: (_, value) => value,
  identity: (_, value) => String(value)
}
