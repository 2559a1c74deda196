/** What the oracle's fields and expressions hold. */
import { type Moment, shownTime } from "./calendar.ts"
import { decimalsOf, type FormField } from "./Form.ts"
import { decimal, type Fraction, order } from "./Fraction.ts"

export type Row = ReadonlyMap<string, Value>

/** null is missing. A text is a string. */
export type Value =
  | null
  | boolean
  | string
  | Fraction
  | Moment
  | { readonly is: "date"; readonly date: string }
  | { readonly is: "time"; readonly time: string }
  | { readonly is: "choices"; readonly chosen: ReadonlyArray<string> }
  | { readonly is: "rows"; readonly rows: ReadonlyArray<Row> }
  | { readonly is: "values"; readonly values: ReadonlyArray<Value> }

export const isFraction = (value: Value): value is Fraction =>
  typeof value === "object" && value !== null && value.is === "number"

const isObject = (value: Value): value is Exclude<Value, null | boolean | string> =>
  typeof value === "object" && value !== null

/** Below zero, zero or above zero; two values of one kind. */
export const compare = (a: Value, b: Value): number => {
  if (!isObject(a) || !isObject(b)) return a === b ? 0 : 1
  if (a.is === "number" && b.is === "number") return order(a, b)
  if (a.is === "datetime" && b.is === "datetime") return a.instant < b.instant ? -1 : a.instant > b.instant ? 1 : 0
  const [x, y] = [plain(a), plain(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

const plain = (value: Exclude<Value, null | boolean | string>): string => {
  switch (value.is) {
    case "date":
      return value.date
    case "time":
      return value.time
    case "choices":
      return JSON.stringify(value.chosen)
    case "number":
      return decimal(value)
    case "datetime":
      return value.sent
    default:
      throw new Error(`the oracle compares ${value.is}`)
  }
}

/** Whether two values are one and the same, the spelling of a date-time too: whether a field has changed. */
export const isSame = (a: Value, b: Value): boolean => {
  if (a === b) return true
  if (!isObject(a) || !isObject(b) || a.is !== b.is) return false
  return a.is === "number" && b.is === "number" ? order(a, b) === 0 : plain(a) === plain(b)
}

/** As text: of a number without needless zeros, or with `decimals`. */
export const textOf = (value: Value, decimals = 0): string => {
  if (!isObject(value)) return String(value)
  return value.is === "number" ? decimal(value, decimals) : value.is === "time" ? shownTime(value.time) : plain(value)
}

/** In braces of a message. */
export const shown = (field: FormField | undefined, value: Value): string => {
  if (value === null) return "—"
  const label = (one: string): string => {
    const option = field?.options?.find((each) => each.value === one)
    return option?.label ?? one
  }
  if (isObject(value) && value.is === "choices") return value.chosen.map(label).join(", ")
  if (typeof value === "string") return label(value)
  return textOf(value, field?.type === "money" ? decimalsOf(field) : 0)
}
