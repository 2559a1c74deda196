/** The constraints of a field, as checks of its value, sent or computed. Each type defines its own (fields/running/). */
import type { RowField } from "../../Definition.ts"
import type { Constraint, KnownValue } from "../../fields/running/RunningKind.ts"
import { runningKindOf } from "../../fields/running/runningTypes.ts"
import type { UnplacedProblem } from "../../words/UnplacedProblem.ts"

/** The constraints of a field, as one function of its value. */
export const constraintOf = (field: RowField): Constraint<KnownValue> => runningKindOf(field).constraint(field)

/** Whether rules still see a value that has this problem. Any other problem makes the value missing. */
export const keepsValue = ({ code }: UnplacedProblem): boolean => code === "min_items" || code === "unique"
