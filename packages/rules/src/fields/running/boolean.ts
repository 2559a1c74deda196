/** Running `boolean`. */
import type { BooleanField } from "../../Definition.ts"
import { none } from "./decoding.ts"
import type { RunningKind } from "./RunningKind.ts"
import { unplaced } from "../../words/UnplacedProblem.ts"

export const boolean: RunningKind<BooleanField, "boolean"> = {
  unique: "nothing",
  decoder:
    ({ label }) =>
    (value) =>
      typeof value === "boolean" ? { value } : unplaced("type/boolean", { label }),
  constraint: () => () => none,
  encode: (_, value) => value,
  identity: (_, value) => String(value)
}
