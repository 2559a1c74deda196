/** Checking names: fields, `today`, and `row.field`. */
import { rowKindOf } from "../../fields/fieldTypes.ts"
import type { ChoiceField } from "../../Definition.ts"
import type { Range } from "../../Fault.ts"
import { longestOf } from "../../fields/options.ts"
import type { Place } from "../../tree/leaves.ts"
import { didYouMean, hasHintsLeft } from "../../values/nearest.ts"
import { functionNames } from "../../language/functionNames.ts"
import { inferAttribute } from "./attributes.ts"
import { typedConstant, useConstant } from "./constants.ts"
import { beyondFiles, type Inference, addFault, typed, type Typed } from "./Inference.ts"
import { find, hintAtGroups, leaking, type Name, names, optionsOf, vertex } from "./Scope.ts"
import { valuesOf } from "../../values/choices.ts"
import type { MemberSyntax, NameSyntax } from "../../language/Syntax.ts"

/** A field's value, at a place. */
export const typedField = (name: Name, place: Place): Typed | undefined => {
  const { field } = name
  if (field === undefined) return undefined
  if (field.type === "list") return typed({ kind: "rows", node: "list", slot: name.slot })
  const { read, word } = rowKindOf(field)
  const { tree, ...known } = read(field, place)
  const options = optionsOf(name)
  return {
    ...("maxBytes" in field && tree.kind === "text" ? typed({ kind: "file", id: tree }) : typed(tree)),
    ...known,
    ...(word === undefined ? {} : { word }),
    ...(options === undefined ? {} : { options: { values: valuesOf(options), of: field.slug } }),
    ...("options" in field ? { choice: field } : {})
  }
}

/** A field as it is read at a place. @param waited its vertex; undefined where the rule does not wait for it. */
export const readField = (
  inference: Inference,
  range: Range,
  name: Name,
  place: Place,
  waited: string | undefined
): Typed | undefined => {
  const leak = leaking(inference.scope, name)
  if (leak !== undefined) return addFault(inference, range, leak)
  if (waited !== undefined) inference.reads.add(waited)
  return typedField(name, place)
}

/** One of the chosen options, inside of a list function. */
const boundOption = (choice: ChoiceField): Typed => ({
  ...typed({ kind: "text", most: longestOf(choice.options), node: "eachOption" }),
  word: "an option",
  options: { values: valuesOf(choice.options), of: choice.slug },
  choice
})

const allNames = (inference: Inference): ReadonlyArray<Name> => {
  const top = [...inference.scope.fields.values()]
  return [...top, ...top.flatMap((name) => [...name.rows.values()])]
}

/** A hint at the name that the author probably intended. */
const hint = (inference: Inference, name: string): string => {
  if (!hasHintsLeft()) return ""
  if (inference.scope.tables.has(name))
    return ` \`${name}\` is a table; look something up in it: \`lookup(${name}, …)\`.`
  if (inference.scope.groups.has(name)) return hintAtGroups(inference.scope, name)
  if (functionNames.has(name))
    return ` \`${name}\` is a function; what it works on follows in parentheses: \`${name}(…)\`.`
  const owner = [...inference.scope.fields.values()].find((list) => list.rows.has(name))
  if (owner !== undefined) {
    return ` It is a field of the rows of \`${owner.slug}\`; reach it with a list function, such as \`any(${owner.slug}, row, row.${name} …)\`.`
  }
  const hint = hintAtGroups(inference.scope, name) || didYouMean(name, names(inference.scope))
  if (hint !== "") return hint
  const option = allNames(inference).some((field) => valuesOf(optionsOf(field) ?? []).has(name))
  return option ? ` If you mean the option, write it as a text: \`'${name}'\`.` : ""
}

export const inferName = (inference: Inference, syntax: NameSyntax): Typed | undefined => {
  const { name, range } = syntax
  if (inference.bound?.chosen !== undefined && inference.bound.name === name)
    return boundOption(inference.bound.chosen.field)
  if (inference.bound?.name === name) {
    const some = inference.bound.list.rows.keys().next().value ?? "field"
    return addFault(
      inference,
      range,
      `\`${name}\` is a whole row; name one of its fields, such as \`${name}.${some}\`.`,
      `\`${name}.${some}\``
    )
  }
  if (name === "today") return typed({ kind: "date", node: "today" })
  const found = find(inference.scope, name)
  if (found === undefined && inference.scope.constants.has(name)) {
    const constant = useConstant(inference.scope, name)
    return constant && typedConstant(constant)
  }
  if (found === undefined)
    return addFault(inference, range, `There is no field \`${name}\`.${hint(inference, name)}`, "the name of a field")
  return readField(inference, range, found.name, found.place, found.vertex)
}

export const inferMember = (inference: Inference, syntax: MemberSyntax): Typed | undefined => {
  const { member, memberRange, of, range } = syntax
  const { bound } = inference
  if (of.syntax !== "name") return inferAttribute(inference, syntax, "Only a row has fields, and an option attributes")
  if (of.name === bound?.name) {
    if (bound.chosen !== undefined) return inferAttribute(inference, syntax, "")
    const name = bound.list.rows.get(member)
    if (name === undefined) {
      const known = [...bound.list.rows.keys()]
      return addFault(
        inference,
        memberRange,
        `The rows of \`${bound.list.slug}\` have no field \`${member}\`.${didYouMean(member, known)}`,
        `one of ${known
          .slice(0, 12)
          .map((slug) => `\`${slug}\``)
          .join(", ")}`
      )
    }
    return readField(inference, memberRange, name, { at: "each", slot: name.slot }, vertex(name, bound.list))
  }
  const found = find(inference.scope, of.name)
  if (found === undefined)
    return addFault(inference, of.range, `There is no row or field \`${of.name}\`.${hint(inference, of.name)}`)
  if (found.name.field === undefined || "options" in found.name.field) return inferAttribute(inference, syntax, "")
  if (found.name.rows.size === 0)
    return addFault(
      inference,
      range,
      "maxBytes" in found.name.field
        ? `\`${of.name}\` is a file, which has no fields. ${beyondFiles(of.name)}`
        : `Only a row has fields; \`${of.name}\` is a field of its own.`,
      "maxBytes" in found.name.field ? `\`${of.name} != null\`` : undefined
    )
  if (inference.scope.own?.slug === of.name && inference.scope.own.rows.has(member))
    return addFault(
      inference,
      range,
      `In a rule of its rows, a field of \`${of.name}\` has its name alone: \`${member}\`. Of all rows, ask with a list function, such as \`any(${of.name}, row, row.${member} …)\`.`,
      `\`${member}\``
    )
  return addFault(
    inference,
    range,
    `\`${of.name}\` has many rows, so \`${of.name}.${member}\` could be any of them. Ask with a list function, such as \`any(${of.name}, row, row.${member} …)\` or \`sum(${of.name}, row, row.${member})\`.`
  )
}
