/** The static limits of a field, held against its value, whether sent or computed. Each type says which (fields/). */
import type { RowField } from "../../Definition.ts"
import type { Constraint, UnplacedProblem } from "../../fields/FieldKind.ts"
import { type KnownValue, rowKindOf } from "../../fields/fieldTypes.ts"

/** The limits of a field, as one function of its value. */
export const constraintOf = (field: RowField): Constraint<KnownValue> => rowKindOf(field).constraint(field)

/** Whether rules still see a value that has this trouble; any other makes it missing. */
export const keepsValue = ({ code }: UnplacedProblem): boolean => code === "min_items" || code === "unique"
