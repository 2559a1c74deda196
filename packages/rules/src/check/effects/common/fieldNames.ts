/** Readers of fields' names in the settings of an effect. */
import { fault, type Read, addTypeFault } from "../../../reading/Reader.ts"
import type { Name } from "../../expressions/Scope.ts"
import { didYouMean } from "../../../values/nearest.ts"
import { shortened } from "../../../values/text.ts"

/** One of `names`; `whose` says of what, with its verb (“The form has”). */
export const nameIn =
  (names: ReadonlyMap<string, Name>, whose: string): Read<Name> =>
  (reading, value, at) => {
    if (typeof value !== "string") return addTypeFault(reading, value, at, "the name of a field")
    const name = names.get(value)
    if (name !== undefined) return name
    return fault(
      reading,
      at,
      `${whose} no field \`${shortened(value, 64)}\`.${didYouMean(value, names.keys())}`,
      "the name of a field"
    )
  }
