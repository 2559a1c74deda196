/** What runs of every type of field. */
import type { Field, FieldOf, RowField } from "../../Definition.ts"
import type { ValueKind } from "../../tree/Tree.ts"
import { boolean } from "./boolean.ts"
import { file } from "./file.ts"
import { integer, money, number } from "./numbers.ts"
import { choice, choices } from "./options.ts"
import type { RunningKind } from "./RunningKind.ts"
import { date, datetime, time } from "./temporals.ts"
import { email, phone, text, url } from "./texts.ts"

type RunningTypes = {
  readonly [T in RowField["type"]]: {
    readonly [K in ValueKind]: RunningKind<FieldOf<T> & RowField, K>
  }[ValueKind]
}

const runningTypes: RunningTypes = {
  text,
  longText: text,
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
  file
}

/** What runs of a field's type. INVARIANT: it is called with this field, and values from its own decoder or formula. */
export const runningKindOf = ({ type }: RowField): RunningKind<RowField, ValueKind> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the invariant above
  runningTypes[type] as RunningKind<RowField, ValueKind>

/** Whether two rows may not have the same value in it. */
export const isUniqueInRows = (field: Field): boolean =>
  field.type !== "list" && "unique" in field && field.unique && runningKindOf(field).unique === "rows"
