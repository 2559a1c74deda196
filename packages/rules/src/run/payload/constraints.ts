/** The constraints of a field, as checks of its value, sent or computed. Each type defines its own (fields/). */
import type { RowField } from "../../Definition.ts"
import type { Constraint, UnplacedProblem } from "../../fields/FieldKind.ts"
import { type KnownValue, rowKindOf } from "../../fields/fieldTypes.ts"

/** The constraints of a field, as one function of its value. */
export const constraintOf = (field: RowField): Constraint<KnownValue> => rowKindOf(field).constraint(field)

/** Whether rules still see a value that has this problem. Any other problem makes the value missing. */
export const keepsValue = ({ code }: UnplacedProblem): boolean => code === "min_items" || code === "unique"
