/** Every type of field. Each type has a file of its own; a type without an entry here does not compile. */
import type { Field, FieldOf, FieldType, ListField, RowField } from "../Definition.ts"
import type { ValueKind } from "../tree/Tree.ts"
import { boolean } from "./boolean.ts"
import { choice } from "./choice.ts"
import { choices } from "./choices.ts"
import { date } from "./date.ts"
import { datetime } from "./datetime.ts"
import { email } from "./email.ts"
import type { FieldKind, RowKind, RowKindOf } from "./FieldKind.ts"
import { file } from "./file.ts"
import { integer } from "./integer.ts"
import { list } from "./list.ts"
import { money } from "./money.ts"
import { number } from "./number.ts"
import { phone } from "./phone.ts"
import { longText, text } from "./text.ts"
import { time } from "./time.ts"
import { url } from "./url.ts"

type FieldTypes = { readonly [T in RowField["type"]]: RowKindOf<FieldOf<T> & RowField> } & {
  readonly list: FieldKind<ListField>
}

const fieldTypes: FieldTypes = {
  text,
  longText,
  email,
  url,
  phone,
  integer,
  number,
  money,
  boolean,
  date,
  time,
  datetime,
  choice,
  choices,
  file,
  list
}

/** The names of all types, in the order in which messages list them. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the record above
export const typeNames = Object.keys(fieldTypes) as ReadonlyArray<FieldType>

/** The entry of a type. */
export const kindOf = (type: FieldType): FieldKind<Field> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry takes the fields of its own type, as the record says
  fieldTypes[type] as FieldKind<Field>

/** The entry of a field's type, for values. INVARIANT: it is called with this field, and values from its own decoder or formula. */
export const rowKindOf = ({ type }: RowField): RowKind<RowField, ValueKind> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the invariant above
  fieldTypes[type] as RowKind<RowField, ValueKind>
