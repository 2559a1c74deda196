/** What a field is called where it stands: `birthDate` of `drivers.birthDate`, and `address.street` as a whole. */
import type { FieldName } from "./Protocol.ts"

/** Whether a field is one of a list's rows. */
export const isOfRows = ({ pointer }: Pick<FieldName, "pointer">): boolean => pointer.includes("/fields/", 1)

export const ownName = (field: Pick<FieldName, "name" | "pointer">): string =>
  isOfRows(field) ? field.name.slice(field.name.lastIndexOf(".") + 1) : field.name
