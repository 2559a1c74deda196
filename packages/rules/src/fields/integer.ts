/** `integer`: a whole number. */
import { given } from "./decoding.ts"
import { encodeNumber, numberType } from "./numbers.ts"
import { toText } from "../values/decimal.ts"

export const integer = numberType("integer", {
  takes: [],
  members: {},
  unit: () => ({ decimals: 0 }),
  wanted: "a whole number",
  isText: false,
  read: () => ({}),
  encode: encodeNumber,
  show: ({ decimals }, value) => toText(value, decimals),
  schema: ({ decimals }, _, number) => ({ keywords: number, besides: given({ decimals }) })
})
