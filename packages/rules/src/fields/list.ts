/** `list`: rows of fields. Rules see its rows and never one value, so a list has no kind of value; costs and schemas treat it separately. */
import type { Field, ListField } from "../Definition.ts"
import { anything, required } from "../reading/Reader.ts"
import { compareItems } from "./bounds.ts"
import { authored, type FieldKind } from "./FieldKind.ts"
import { itemMembers, ordered } from "./members.ts"

const isList = (field: Field): field is ListField => field.type === "list"

export const list: FieldKind<ListField> = {
  ...authored(
    // The fields of the rows are read by definition/readField.ts.
    (limits) => ({ fields: required(anything), ...itemMembers(limits.rows) }),
    ({ at, base, given, reading, rows }) => {
      const maxItems = given.maxItems ?? reading.limits.rows
      ordered(reading, given.minItems, maxItems, "Items", at)
      return {
        ...base,
        type: "list",
        maxItems,
        fields: rows,
        unique: given.unique ?? false,
        ...(given.minItems === undefined ? {} : { minItems: given.minItems })
      }
    }
  ),
  unique: "parts",
  takes: [],
  mayBreakConstraints: () => true,
  compare: (name, before, after) =>
    isList(before) ? compareItems(name, before, after, ({ maxItems }) => maxItems) : []
}
