/** From a JSON value to the value of a field, or its problem; and back. Each type defines how (fields/running/). */
import type { RowField } from "../../Definition.ts"
import type { Decoded, KnownValue } from "../../fields/running/RunningKind.ts"
import { runningKindOf } from "../../fields/running/runningTypes.ts"
import type { Json } from "../../Json.ts"
import type { Value } from "../../values/Value.ts"
import type { UnplacedProblem } from "../../words/UnplacedProblem.ts"

export const isProblem = (decoded: Decoded<KnownValue>): decoded is UnplacedProblem => "code" in decoded

/** How values of a field are read. Constraints come after (`constraints.ts`). */
export const decoderOf = (field: RowField): ((value: Exclude<Json, null>) => Decoded<KnownValue>) =>
  runningKindOf(field).decoder(field)

/** A value as JSON: money as a text with its currency's decimals, other numbers as JSON numbers (exact, at 15 digits). */
export const encode = (field: RowField, value: Value): Json =>
  value === null ? null : runningKindOf(field).encode(field, value)
