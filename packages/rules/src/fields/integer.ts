/** `integer`: a whole number. */
import { given } from "./given.ts"
import { numberType } from "./numbers.ts"
import * as running from "./running/numbers.ts"
import { toText } from "../values/decimal.ts"

export const integer = numberType("integer", running.integer, {
  takes: [],
  members: {},
  unit: () => ({ decimals: 0 }),
  read: () => ({}),
  show: ({ decimals }, value) => toText(value, decimals),
  schema: ({ decimals }, _, number) => ({ keywords: number, besides: given({ decimals }) })
})
