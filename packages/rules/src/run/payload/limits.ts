/** The static limits of a field, held against its value, whether sent or computed. Each type says which (fields/). */
import type { RowField } from "../../Definition.ts"
import type { Limit, Trouble } from "../../fields/FieldKind.ts"
import { type KnownValue, rowKindOf } from "../../fields/fieldTypes.ts"

/** The limits of a field, as one function of its value. */
export const limitsOf = (field: RowField): Limit<KnownValue> => rowKindOf(field).limit(field)

/** Whether rules still see a value that has this trouble; any other makes it missing. */
export const spares = ({ code }: Trouble): boolean => code === "min_items" || code === "unique"
