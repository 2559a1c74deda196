/** `number`: a decimal with a fixed number of decimals, which the author sets. */
import { optional, whole } from "../reading/Reader.ts"
import { toText } from "../values/decimal.ts"
import { given } from "./decoding.ts"
import { encodeNumber, numberType } from "./numbers.ts"

/** 15 digits in all leave no room for more. */
const MAX_DECIMALS = 15
const USUAL_DECIMALS = 6

export const number = numberType("number", {
  takes: ["integer"],
  members: { decimals: optional(whole(0, MAX_DECIMALS)) },
  unit: ({ given: own }) => ({ decimals: own.decimals ?? USUAL_DECIMALS }),
  wanted: "a number",
  isText: false,
  read: () => ({}),
  encode: encodeNumber,
  show: ({ decimals }, value) => toText(value, decimals),
  schema: ({ decimals }, _, keywords) => ({ keywords, besides: given({ decimals }) })
})
