/** `number`: a decimal with a fixed number of decimals, which the author sets. */
import { optional, whole } from "../reading/Reader.ts"
import { toText } from "../values/decimal.ts"
import { given } from "./given.ts"
import { numberType } from "./numbers.ts"
import * as running from "./running/numbers.ts"

/** 15 digits in all leave no room for more. */
const MAX_DECIMALS = 15
const USUAL_DECIMALS = 6

export const number = numberType("number", running.number, {
  takes: ["integer"],
  members: { decimals: optional(whole(0, MAX_DECIMALS)) },
  unit: ({ given: own }) => ({ decimals: own.decimals ?? USUAL_DECIMALS }),
  read: () => ({}),
  show: ({ decimals }, value) => toText(value, decimals),
  schema: ({ decimals }, _, keywords) => ({ keywords, besides: given({ decimals }) })
})
