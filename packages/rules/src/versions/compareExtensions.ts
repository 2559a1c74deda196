/** What changed in the members that authors keep for a renderer. None of it breaks a caller. */
import { type Change, changed, type ChangedPart, type Pair, same } from "../Comparison.ts"
import type { Extensible, Extensions, Field, Option } from "../Definition.ts"
import { writtenOptions } from "../fields/options.ts"
import type { Json } from "../Json.ts"

export const compareExtensions = (
  subject: ChangedPart,
  name: string,
  { after: { extensions: is = {} }, before: { extensions: was = {} } }: Pair<Extensible>
): ReadonlyArray<Change> =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((member) =>
    same(was[member], is[member]) ? [] : [changed(subject, name, member, { before: was[member], after: is[member] })]
  )

const optionsOf = (field: Field): ReadonlyArray<Option> => ("options" in field ? writtenOptions(field) : [])

/** Those of options that both sides have. */
export const compareOptionExtensions = (name: string, before: Field, after: Field): ReadonlyArray<Change> => {
  const was = new Map(optionsOf(before).map((option) => [option.value, option.extensions]))
  const differing = optionsOf(after).filter(
    ({ extensions, value }) => was.has(value) && !same(was.get(value), extensions)
  )
  const written = (value: string, extensions: Extensions | undefined): Json => ({ value, ...extensions })
  return differing.length === 0
    ? []
    : [
        changed("field", name, "options", {
          before: differing.map(({ value }) => written(value, was.get(value))),
          after: differing.map(({ extensions, value }) => written(value, extensions))
        })
      ]
}
