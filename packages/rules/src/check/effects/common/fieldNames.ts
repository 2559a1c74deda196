/** Readers of fields' names in the settings of an effect. */
import { fault, type Read, addTypeFault } from "../../../reading/Reader.ts"
import { hintAtGroups, leaking, type Name } from "../../expressions/Scope.ts"
import { didYouMean } from "../../../values/nearest.ts"
import { shortened } from "../../../values/text.ts"
import { addSite, type EffectCheckContext } from "./EffectCheckContext.ts"

/** A field of the form, or of the rows of `list`. */
export const nameIn =
  (context: EffectCheckContext, list: Name | undefined): Read<Name> =>
  (reading, value, at) => {
    if (typeof value !== "string") return addTypeFault(reading, value, at, "the name of a field")
    addSite(context, at, value, { text: "name", ...(list === undefined ? {} : { list }) })
    const names = list === undefined ? context.scope.fields : list.rows
    const name = names.get(value)
    const leak = name && leaking(context.scope, name)
    if (leak !== undefined) return fault(reading, at, leak)
    if (name !== undefined) return name
    return fault(
      reading,
      at,
      `${list === undefined ? "The form has" : `The rows of \`${list.slug}\` have`} no field \`${shortened(value, 64)}\`.${(list === undefined && hintAtGroups(context.scope, value)) || didYouMean(value, names.keys())}`,
      "the name of a field"
    )
  }
