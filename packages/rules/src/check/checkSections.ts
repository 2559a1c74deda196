/** Checking sections: that each names fields of the form, each field once, and the conditions under which their fields are shown. */
import { fieldPointer, type ReadSection } from "../definition/readSections.ts"
import type { ReadDefinition } from "../definition/readDefinition.ts"
import type { Placed } from "../reading/Reader.ts"
import type { CheckedSection } from "../tree/CheckedForm.ts"
import type { BooleanTree } from "../tree/Tree.ts"
import { didYouMean } from "../values/nearest.ts"
import { below } from "../values/pointer.ts"
import type { Slices } from "../values/Slices.ts"
import { addFaults, type CheckContext, hasEnoughFaults } from "./CheckContext.ts"
import { checkCondition } from "./expressions/checkExpression.ts"
import { costOf } from "./expressions/cost.ts"
import { hintAtGroups } from "./expressions/Scope.ts"

/** A section's condition, for each of its fields. */
export interface SectionRule {
  /** Of the section among all of them. */
  readonly index: number
  /** Of the condition. */
  readonly pointer: string
  /** Undefined where it is at fault. */
  readonly tree: BooleanTree | undefined
  readonly reads: ReadonlySet<string>
}

export interface CheckedSections {
  readonly sections: ReadonlyArray<CheckedSection>
  /** The condition of the section that a field is in, by the field's slug. */
  readonly rules: ReadonlyMap<string, SectionRule>
}

/** Why a name is no field of the form, in a sentence. */
const unknownName = ({ scope }: CheckContext, name: string): string | undefined => {
  if (scope.fields.has(name)) return undefined
  const list = [...scope.fields.values()].find(
    ({ rows, slug }) => rows.has(name) || (name.startsWith(`${slug}.`) && rows.has(name.slice(slug.length + 1)))
  )
  return list === undefined
    ? `There is no field \`${name}\`.${hintAtGroups(scope, name) || didYouMean(name, scope.fields.keys())}`
    : `\`${name}\` is a field of the rows of \`${list.slug}\`, and a section holds fields of the form. Name \`${list.slug}\`.`
}

interface Taken {
  /** By the slug of a field, its section: what it is called, and where it stands. */
  readonly by: Map<string, { readonly id: string; readonly at: string }>
  /** Every name in any section. */
  readonly placed: ReadonlySet<string>
}

const checkNames = (
  context: CheckContext,
  { by, placed }: Taken,
  { pointer, value }: Placed<ReadSection>
): ReadonlyArray<string> =>
  (value.fields ?? []).flatMap((name, index) => {
    if (name === undefined) return []
    const at = fieldPointer(pointer, index)
    const faultsOf = (text: string) => {
      const message = unknownName(context, text)
      return message === undefined ? [] : [{ message, expected: "the name of a field" }]
    }
    context.see?.({ pointer: at, source: name, of: { text: "name", placed }, scope: context.scope, times: 1, faultsOf })
    for (const fault of faultsOf(name)) context.faults.push({ pointer: at, ...fault })
    const other = by.get(name)
    if (other !== undefined)
      context.faults.push({
        pointer: at,
        message:
          other.at === pointer
            ? `\`${name}\` is in this section twice. Take it out here.`
            : `\`${name}\` is in the section \`${other.id}\` already, and a field stands in one. Take it out of one of them.`
      })
    else by.set(name, { id: value.id ?? "?", at: pointer })
    return other === undefined ? [name] : []
  })

const checkRule = (
  context: CheckContext,
  { pointer: at, value }: Placed<ReadSection>,
  index: number,
  fields: number
): SectionRule | undefined => {
  const { id, visibleWhen: source } = value
  if (source === undefined) return undefined
  const { limits, scope } = context
  const pointer = below(at, "visibleWhen")
  const checkText = (text: string) => checkCondition(text, scope, limits, "`visibleWhen` is")
  context.see?.({
    pointer,
    source,
    of: { text: "expression" },
    scope,
    times: fields,
    faultsOf: (text) => checkText(text).faults
  })
  const { faults, reads, tree } = checkText(source)
  addFaults(context, pointer, faults)
  // Each field asks for itself.
  if (tree !== undefined)
    context.costs.push({
      pointer,
      name: `\`visibleWhen\` of the section \`${id ?? "?"}\``,
      steps: fields * costOf(tree, context.rowsOf)
    })
  return { index, pointer, tree, reads }
}

/** Checks the sections of a form; pauses after each. */
export function* checkSections(context: CheckContext, { sections }: ReadDefinition): Slices<CheckedSections> {
  const names = sections.flatMap(({ value }) => value.fields ?? []).filter((name) => name !== undefined)
  const taken: Taken = { by: new Map(), placed: new Set(names) }
  const checked: Array<CheckedSection> = []
  const rules = new Map<string, SectionRule>()
  for (const [index, section] of sections.entries()) {
    if (hasEnoughFaults(context)) break
    const own = checkNames(context, taken, section)
    const rule = checkRule(context, section, index, own.length)
    if (rule !== undefined) for (const name of own) rules.set(name, rule)
    checked.push(rule?.tree === undefined ? {} : { visibleWhen: rule.tree })
    yield
  }
  return { sections: checked, rules }
}
