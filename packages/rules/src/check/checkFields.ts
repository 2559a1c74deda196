/** Checking the rules of fields: formulas, visibility, and when they are required. */
import { bothShown, type CheckedField, type OptionWhen } from "../tree/CheckedForm.ts"
import type { OptionRule, ReadField } from "../definition/readField.ts"
import { CHARACTERS_A_STEP } from "../fields/steps.ts"
import { below } from "../values/pointer.ts"
import { mapInSlices, type Slices } from "../values/Slices.ts"
import { checkCondition, type Checked, checkFormula } from "./expressions/checkExpression.ts"
import { checkSentences } from "./checkSentences.ts"
import { matching } from "../fields/steps.ts"
import { costOf, costOfHolding } from "./expressions/cost.ts"
import { type Name, type Scope, vertex } from "./expressions/Scope.ts"
import type { Vertex } from "./plan.ts"
import type { BooleanTree, ValueTree } from "../tree/Tree.ts"
import { patternOf } from "../patterns/pattern.ts"
import type { SectionRule } from "./checkSections.ts"
import { type CheckContext, addFaults, hasEnoughFaults } from "./CheckContext.ts"

/** A vertex of the plan, with the pointers of the rules that read. */
export interface RuledVertex extends Vertex {
  readonly rules: ReadonlyArray<{ readonly pointer: string; readonly reads: ReadonlySet<string> }>
}

/** Names of a level, the first of each slug; of a field at fault only the name is known. */
export const namesOf = (fields: ReadonlyArray<ReadField>): ReadonlyMap<string, Name> => {
  const names = new Map<string, Name>()
  fields.forEach(({ field, rows, slug }, slot) => {
    if (slug !== undefined && !names.has(slug)) names.set(slug, { slug, slot, field, rows: namesOf(rows) })
  })
  return names
}

interface Rule<Tree extends ValueTree> extends Checked<Tree> {
  readonly pointer: string
}

/** The level of a field: the names that it sees, and the list whose row it is in. */
interface Level {
  readonly scope: Scope
  readonly list: Name | undefined
  readonly listSlot: number | undefined
  /** The conditions of sections, by the slugs of their fields. */
  readonly sections: ReadonlyMap<string, SectionRule>
}

const noSections: Level["sections"] = new Map()

/** How often a rule of the level runs at most. */
const timesOf = (context: CheckContext, { listSlot }: Level): number =>
  listSlot === undefined ? 1 : context.rowsOf(listSlot)

const costed = <Tree extends ValueTree>(
  context: CheckContext,
  level: Level,
  name: string,
  pointer: string,
  checked: Checked<Tree>
): Rule<Tree> => {
  addFaults(context, pointer, checked.faults)
  if (checked.tree !== undefined) {
    const times = timesOf(context, level)
    context.costs.push({ pointer, name, steps: times * costOf(checked.tree, context.rowsOf) })
  }
  return { ...checked, pointer }
}

const seeRule = (
  context: CheckContext,
  level: Level,
  pointer: string,
  source: string,
  checkText: (text: string) => Checked<ValueTree>,
  gives?: Name
): void =>
  context.see?.({
    pointer,
    source,
    of: { text: "expression", ...(gives === undefined ? {} : { gives }) },
    scope: level.scope,
    times: timesOf(context, level),
    faultsOf: (text) => checkText(text).faults
  })

const condition = (
  context: CheckContext,
  level: Level,
  field: ReadField,
  member: "visibleWhen" | "requiredWhen"
): Rule<BooleanTree> | undefined => {
  const source = field.rules[member]
  if (source === undefined) return undefined
  const checkText = (text: string) => checkCondition(text, level.scope, context.limits, `\`${member}\` is`)
  const pointer = below(field.pointer, member)
  seeRule(context, level, pointer, source, checkText)
  return costed(context, level, `\`${member}\` of \`${field.slug ?? "?"}\``, pointer, checkText(source))
}

const formula = (context: CheckContext, level: Level, read: ReadField, name: Name): Rule<ValueTree> | undefined => {
  const source = read.rules.formula
  if (source === undefined || read.field?.type === "list") return undefined
  const checkText = (text: string) => checkFormula(text, level.scope, context.limits, name)
  const pointer = below(read.pointer, "formula")
  seeRule(context, level, pointer, source, checkText, name)
  return costed(context, level, `the formula of \`${name.slug}\``, pointer, checkText(source))
}

/** The conditions of a field's options. Each is a rule that the field waits for. */
const optionsWhen = (
  context: CheckContext,
  level: Level,
  field: ReadField
): ReadonlyArray<Rule<BooleanTree> & OptionRule> =>
  field.optionRules.map((option) => {
    const checkText = (text: string) => checkCondition(text, level.scope, context.limits, "`when` is")
    const pointer = `${field.pointer}/options/${option.index}/when`
    seeRule(context, level, pointer, option.when, checkText)
    const name = `\`when\` of the option \`${option.value ?? "?"}\` of \`${field.slug ?? "?"}\``
    // Where it is not offered, the answer names it, of each row.
    const named = 1 + Math.ceil((option.value ?? "").length / CHARACTERS_A_STEP)
    context.costs.push({ pointer, name, steps: named * timesOf(context, level) })
    return { ...option, ...costed(context, level, name, pointer, checkText(option.when)) }
  })

/** The cost of a field's own pattern, if its value is sent. */
const patternCost = (context: CheckContext, level: Level, { field, pointer, rules }: ReadField): void => {
  if (field === undefined || !("pattern" in field) || rules.formula !== undefined) return
  const pattern = patternOf(field)
  if (pattern === undefined) return
  const texts = timesOf(context, level)
  context.patterns.push({
    pointer: below(pointer, "pattern"),
    name: `the pattern of \`${field.slug}\``,
    characters: Math.min(field.maxLength, pattern.longest) * texts,
    nanos: pattern.nanos,
    steps: matching(pattern, field.maxLength, texts)
  })
}

/** The cost of checking a computed value against its field's constraints. */
const holdingCost = (context: CheckContext, level: Level, { field, pointer }: ReadField, value: ValueTree): void => {
  if (field === undefined || field.type === "list") return
  const times = timesOf(context, level)
  context.costs.push({
    pointer,
    name: `the constraints of \`${field.slug}\``,
    steps: times * costOfHolding(field, value)
  })
}

/** Steps of reading one value of a row and adding its problem. */
const STEPS_A_VALUE = 6

/** The cost of a field in each row, even without rules: a payload of few bytes can have many rows. */
const rowCost = (context: CheckContext, { listSlot }: Level, { pointer, slug }: ReadField): void => {
  if (listSlot === undefined) return
  const steps = context.rowsOf(listSlot) * STEPS_A_VALUE
  context.costs.push({ pointer, name: `the field \`${slug ?? "?"}\` of each row`, steps })
}

interface CheckedLevel {
  readonly fields: ReadonlyArray<CheckedField>
  readonly vertices: ReadonlyArray<RuledVertex>
}

const union = (rules: ReadonlyArray<{ readonly reads: ReadonlySet<string> }>): ReadonlySet<string> =>
  new Set(rules.flatMap(({ reads }) => [...reads]))

const ofOption = ({ index, tree, value }: Rule<BooleanTree> & OptionRule): ReadonlyArray<OptionWhen> =>
  tree === undefined || value === undefined ? [] : [{ index, value, when: tree }]

const ownOf = (rule: Rule<BooleanTree> | undefined): { readonly own?: BooleanTree } =>
  rule?.tree === undefined ? {} : { own: rule.tree }

/** One field, and below it the fields of its rows. */
function* checkField(context: CheckContext, around: Level, read: ReadField, slot: number): Slices<CheckedLevel> {
  if (hasEnoughFaults(context)) return { fields: [], vertices: [] }
  const name: Name = { slug: read.slug ?? "?", slot, field: read.field, rows: namesOf(read.rows) }
  const waiting = vertex(name, around.list)
  const level: Level = { ...around, scope: { ...around.scope, waiting } }
  const visibleWhen = condition(context, level, read, "visibleWhen")
  const requiredWhen = condition(context, level, read, "requiredWhen")
  const value = formula(context, level, read, name)
  const offered = optionsWhen(context, level, read)
  patternCost(context, level, read)
  if (value?.tree !== undefined) holdingCost(context, level, read, value.tree)
  rowCost(context, level, read)
  const messages = checkSentences(context, read, {
    scope: level.scope,
    // A list's own sentence for `unique` may stand at each of its rows.
    times: read.field?.type === "list" ? context.rowsOf(slot) : timesOf(context, level)
  })
  const rows =
    read.rows.length === 0
      ? undefined
      : yield* checkLevel(context, read.rows, {
          scope: { ...level.scope, own: name },
          list: name,
          listSlot: slot,
          sections: noSections
        })
  const section = level.sections.get(name.slug)
  const shown = bothShown(section?.tree, visibleWhen?.tree)
  const rules = [value, visibleWhen, section, ...offered].filter((rule) => rule !== undefined)
  const reads = union(rules)
  const own: RuledVertex = {
    name: waiting,
    ordered: level.listSlot === undefined ? { slot } : { slot: level.listSlot, row: slot },
    reads: level.list === undefined ? reads : new Set([level.list.slug, ...reads]), // rows come after their list
    rules
  }
  const checked: ReadonlyArray<CheckedField> =
    read.field === undefined
      ? []
      : [
          {
            slot,
            field: read.field,
            ...(value?.tree === undefined ? {} : { formula: value.tree }),
            ...(shown === undefined ? {} : { visibleWhen: shown }),
            ...(section === undefined ? {} : { inSection: { index: section.index, ...ownOf(visibleWhen) } }),
            ...(requiredWhen?.tree === undefined ? {} : { requiredWhen: requiredWhen.tree }),
            ...(offered.length === 0 ? {} : { optionsWhen: offered.flatMap(ofOption) }),
            ...(messages === undefined ? {} : { messages }),
            rows: rows?.fields ?? []
          }
        ]
  return { fields: checked, vertices: [own, ...(rows?.vertices ?? [])] }
}

function* checkLevel(context: CheckContext, fields: ReadonlyArray<ReadField>, level: Level): Slices<CheckedLevel> {
  const checked = yield* mapInSlices(fields, (field, slot) => checkField(context, level, field, slot))
  return { fields: checked.flatMap((one) => one.fields), vertices: checked.flatMap((one) => one.vertices) }
}

/** Checks the rules of every field of a form, with the conditions of the sections that they are in; pauses after each. */
export const checkFields = (
  context: CheckContext,
  fields: ReadonlyArray<ReadField>,
  sections: ReadonlyMap<string, SectionRule>
): Slices<CheckedLevel> =>
  checkLevel(context, fields, { scope: context.scope, list: undefined, listSlot: undefined, sections })
