/** Reading the columns of tables, the attributes of options, and their cells. */
import type { Json } from "../Json.ts"
import { SLUG } from "../language/reservedWords.ts"
import { columnType } from "../tables/columnTypes.ts"
import {
  type Cell,
  type ColumnType,
  columnTypes,
  type TableColumn,
  type TableKey,
  type TableValue
} from "../TableDefinition.ts"
import { parseDate } from "../values/civil.ts"
import { LARGEST, parse, plain } from "../values/decimal.ts"
import { below } from "../values/pointer.ts"
import {
  addTypeFault,
  boolean,
  fault,
  formed,
  found,
  object,
  type ObjectOf,
  oneOf,
  optional,
  type Read,
  type ReadContext,
  required,
  text,
  whole
} from "./Reader.ts"

const MAX_DECIMALS = 6
/** Characters of a cell that is a key, and of one that is a value. */
const MAX_KEY = 200
const MAX_VALUE = 1000

const columnName = formed(SLUG, "a name: a small letter, then letters, digits or `_`, 63 characters at most")

/** Of a value of a table, and of an attribute of options. */
const columnMembers = {
  name: required(columnName, `"factor"`),
  type: required(oneOf(columnTypes), `"text"`),
  decimals: optional(whole(0, MAX_DECIMALS))
}

const keyMembers = { ...columnMembers, match: optional(oneOf(["exact", "from"])) }

const checkDecimals = (reading: ReadContext, type: ColumnType | undefined, decimals: unknown, at: string): void => {
  if (decimals !== undefined && type !== undefined && columnType[type].decimals === undefined)
    fault(
      reading,
      below(at, "decimals"),
      "Only a column of type `number` has decimals. Take it out, or make the type `number`."
    )
}

const decimalsOf = (type: ColumnType, decimals: number | undefined): number => {
  const own = columnType[type].decimals
  return own === undefined ? 0 : (decimals ?? own)
}

export const readKey: Read<TableKey> = (reading, value, at) => {
  const given: ObjectOf<typeof keyMembers> | undefined = object(keyMembers, "a key")(reading, value, at)
  const { decimals, match = "exact", name, type } = given ?? {}
  checkDecimals(reading, type, decimals, at)
  if (match === "from" && type !== undefined && !columnType[type].ranges)
    return fault(
      reading,
      below(at, "match"),
      `Ranges are of numbers and dates; this key is of type \`${type}\`. Make it \`exact\`.`,
      "`exact`"
    )
  return name === undefined || type === undefined
    ? undefined
    : { name, type, decimals: decimalsOf(type, decimals), match }
}

/** @param what “a value”. */
export const readValue =
  (what: string): Read<TableValue> =>
  (reading, value, at) => {
    const given: ObjectOf<typeof columnMembers> | undefined = object(columnMembers, what)(reading, value, at)
    const { decimals, name, type } = given ?? {}
    checkDecimals(reading, type, decimals, at)
    return name === undefined || type === undefined ? undefined : { name, type, decimals: decimalsOf(type, decimals) }
  }

/** How a cell is read: the most characters of a text, and what its column is called. */
interface CellRules {
  readonly most: number
  readonly word: "column" | "attribute"
}

const numberCell = (
  reading: ReadContext,
  { decimals, name, type }: TableColumn,
  value: Json,
  at: string,
  { word }: CellRules
): Cell | undefined => {
  const literal = typeof value === "number" && Number.isFinite(value) ? plain(value) : value
  const units = typeof literal === "string" ? parse(literal, decimals) : "type"
  if (typeof units === "bigint" && units <= LARGEST && units >= -LARGEST) return Number(units)
  if (typeof value === "string" && /^-?\d+,\d+$/u.test(value))
    return fault(reading, at, `Decimals stand after a point: \`${value.slice(0, 40).replace(",", ".")}\`.`)
  if (units === "type") return addTypeFault(reading, value, at, columnType[type].example)
  const why =
    units === "decimals"
      ? `more decimals than the ${word} \`${name}\`, which has ${decimals === 0 ? "none" : decimals}`
      : "more than 15 digits, which a cell cannot hold"
  return fault(reading, at, `${found(value).replace(/^the/, "The")} has ${why}.`)
}

/** How a cell that is there is read, by its type. */
const readers: {
  readonly [T in ColumnType]: (
    reading: ReadContext,
    column: TableColumn,
    value: Json,
    at: string,
    rules: CellRules
  ) => Cell | undefined
} = {
  text: (reading, _, value, at, { most }) => text(0, most)(reading, value, at),
  integer: numberCell,
  number: numberCell,
  date: (reading, _, value, at) => {
    const days = typeof value === "string" ? parseDate(value) : null
    if (days === null && typeof value === "string" && /^\d{4}-\d\d-\d\d$/u.test(value))
      return fault(reading, at, `There is no day \`${value}\`.`)
    return days ?? addTypeFault(reading, value, at, columnType.date.example)
  },
  boolean: (reading, _, value, at) => boolean(reading, value, at)
}

/** A key's cell, where it names a value. */
export const readKeyCell = (reading: ReadContext, key: TableKey, value: Json, at: string): Cell | undefined =>
  readers[key.type](reading, key, value, at, { most: MAX_KEY, word: "column" })

/** What a value's column has of one row, or an attribute of one option. */
export const readValueCell = (
  reading: ReadContext,
  column: TableValue,
  value: Json,
  at: string,
  word: CellRules["word"] = "column"
): Cell | undefined => readers[column.type](reading, column, value, at, { most: MAX_VALUE, word })
