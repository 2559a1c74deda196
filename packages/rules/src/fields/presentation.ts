/** What a definition says of a field for those who show it. No rule sees any of it, and no payload is refused for it. */
import type { FieldBase, FieldType } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { anything, boolean, fault, type ObjectOf, optional, type ReadContext, text } from "../reading/Reader.ts"
import { translated } from "../reading/translated.ts"
import { below } from "../values/pointer.ts"

export const presentationMembers = {
  hint: optional(translated(text(1, 1000))),
  placeholder: optional(translated(text(1, 200))),
  unit: optional(translated(text(1, 50))),
  default: optional(anything),
  readOnly: optional(boolean)
}

type OfSomeTypes = "default" | "placeholder" | "unit"

const typed: ReadonlyArray<OfSomeTypes> = ["default", "placeholder"]

/** The members that only some types have. A placeholder stands in an empty box, a unit behind a number, and a list begins without rows, a file without an upload. */
const has: { readonly [T in FieldType]: ReadonlyArray<OfSomeTypes> } = {
  text: typed,
  longText: typed,
  email: typed,
  url: typed,
  phone: typed,
  integer: [...typed, "unit"],
  number: [...typed, "unit"],
  money: [...typed, "unit"],
  boolean: ["default"],
  date: typed,
  time: typed,
  datetime: typed,
  choice: typed,
  choices: ["default"],
  file: [],
  list: []
}

type Given = ObjectOf<typeof presentationMembers>

const misplaced = (type: FieldType, member: OfSomeTypes): string => {
  const types = Object.entries(has).flatMap(([name, members]) => (members.includes(member) ? [`\`${name}\``] : []))
  return `A field of type \`${type}\` has no \`${member}\`; it belongs to ${types.join(", ")}. Take it out, or change the type.`
}

/** Adds faults of members that the field's type or its formula excludes. Whether a default is a value of the field is checked once its options are known. */
export const checkPresentation = (
  reading: ReadContext,
  type: FieldType,
  given: Given & { readonly formula?: string | undefined },
  at: string
): void => {
  for (const member of ["default", "placeholder", "unit"] as const)
    if (Object.hasOwn(given, member) && !has[type].includes(member))
      fault(reading, below(at, member), misplaced(type, member))
  if (given.formula === undefined || type === "list") return
  for (const member of ["default", "placeholder"] as const)
    if (given[member] !== undefined && has[type].includes(member))
      fault(
        reading,
        below(at, member),
        `A field with a formula is calculated, never asked for, so it has no \`${member}\`. Take out \`${member}\` or the formula.`
      )
  if (given.readOnly === true)
    fault(
      reading,
      below(at, "readOnly"),
      "A field with a formula is calculated, so it is only read anyway. Take out `readOnly` or the formula."
    )
}

type Presentation = Pick<FieldBase, "default" | "hint" | "placeholder" | "readOnly" | "unit">

export const presentationOf = (given: Given): Presentation => ({
  ...(given.hint === undefined ? {} : { hint: given.hint }),
  ...(given.placeholder === undefined ? {} : { placeholder: given.placeholder }),
  ...(given.unit === undefined ? {} : { unit: given.unit }),
  ...(given.default === undefined ? {} : { default: given.default satisfies Json }),
  ...(given.readOnly === true ? { readOnly: true } : {})
})
