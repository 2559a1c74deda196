/** Traces an evaluation for a form author: each rule in the order run, what it read and its result. */
import {
  type About,
  type CheckedField,
  type CheckedForm,
  type OrderedField,
  ownCondition
} from "../../tree/CheckedForm.ts"
import { compiler } from "../closures/backEnd.ts"
import { isTrue } from "../closures/isTrue.ts"
import type { FieldState, EvaluationState } from "../closures/EvaluationState.ts"
import type { CompiledForm, EvaluateOptions } from "../../CompiledForm.ts"
import type { Evaluation, ExplainedEvaluation, TraceEntry, TraceRead } from "../../Evaluation.ts"
import { readsOf } from "./reads.ts"
import { isValue, sentence } from "./sentence.ts"
import { shown, traced } from "./traced.ts"
import type { Json, JsonObject } from "../../Json.ts"
import type { BooleanTree } from "../../tree/Tree.ts"
import type { Value } from "../../values/Value.ts"
import { fill } from "../../words/fill.ts"
import type { TraceFacts, TraceWords } from "../../words/TraceWords.ts"
import { memoizeWeak } from "../lazy/memoizeWeak.ts"
import { finish, type Slices } from "../../values/Slices.ts"

type Run = (
  data: JsonObject,
  options: EvaluateOptions
) => { readonly evaluation: Evaluation; readonly state: EvaluationState }
type Find = (state: EvaluationState) => ReadonlyArray<TraceEntry>

interface Rule {
  readonly pointer: string
  readonly expression: string
  readonly row?: number
}

/** What the trace that is being made may still hold. One serves all traces: their slices never overlap. */
const room = { entries: 0, values: 0 }
const MAX_ENTRIES = 5_000
const MAX_VALUES = 25_000
const CHARACTERS_A_VALUE = 16

const isFull = (): boolean => room.entries <= 0 || room.values <= 0

const valuesIn = (value: Json): number =>
  typeof value === "string"
    ? 1 + Math.floor(value.length / CHARACTERS_A_VALUE)
    : Array.isArray(value)
      ? value.reduce<number>((sum, item) => sum + valuesIn(item), 1)
      : 1

const entry = (words: TraceWords, rule: Rule, read: ReadonlyArray<TraceRead>, gave: Json, fact: string): TraceEntry => {
  room.entries -= 1
  room.values -= read.reduce((sum, { value: own }) => sum + valuesIn(own), valuesIn(gave))
  return { ...rule, read, gave, words: sentence(words, fact, read) }
}

/** What a condition is about, by its placeholder. */
type Named = { readonly name: string; readonly option?: string }

/** Explains a condition: what is said where it is true, false, or not known. */
const condition = (checked: CheckedForm, list: CheckedField | undefined, tree: BooleanTree) => {
  const run = compiler.boolean(tree)
  const reads = readsOf(checked, list, tree)
  const { trace } = checked.words
  return (state: EvaluationState, rule: Rule, facts: TraceFacts, named: Named): TraceEntry => {
    const gave = run(state.frame)
    return entry(trace, rule, reads(state), gave, fill(facts[`${gave}`], named))
  }
}

/** Visibility, formula and offered options of a field of the form or of a row. */
const fieldRules = (checked: CheckedForm, list: CheckedField | undefined, own: CheckedField, pointer: string) => {
  const { field, formula, inSection, optionsWhen = [] } = own
  const words = checked.words.trace
  const visibleWhen = ownCondition(own)
  const visible = visibleWhen && condition(checked, list, visibleWhen)
  const section = inSection && checked.sections[inSection.index]?.visibleWhen
  const isSectionShown = section && isTrue(section)
  const reads = formula && readsOf(checked, list, formula)
  const offers = optionsWhen.map((option) => ({ ...option, run: condition(checked, list, option.when) }))
  return (
    state: EvaluationState,
    known: FieldState | undefined,
    held: Value | undefined,
    name: string,
    row: { readonly row?: number }
  ) => {
    const found: Array<TraceEntry> = []
    // The rule of a hidden section is its own; what a field says itself does not run then.
    if (visible !== undefined && (isSectionShown === undefined || isSectionShown(state.frame))) {
      const rule = { pointer: `${pointer}/visibleWhen`, expression: field.visibleWhen ?? "", ...row }
      found.push(visible(state, rule, words.shown, { name }))
    }
    if (reads !== undefined && known?.hidden !== true) {
      const gave = traced(field, held)
      const rule = { pointer: `${pointer}/formula`, expression: field.formula ?? "", ...row }
      found.push(entry(words, rule, reads(state), gave, isValue(words, name, gave === null ? null : shown(gave))))
    }
    if (known?.hidden === true || !("options" in field)) return found
    for (const { index, run, value: option } of offers) {
      if (isFull()) return found
      const rule = {
        pointer: `${pointer}/options/${index}/when`,
        expression: field.options[index]?.when ?? "",
        ...row
      }
      found.push(run(state, rule, words.offered, { name, option }))
    }
    return found
  }
}

/** Runs `find` for each row, with the row in the frame. */
const forRows = (
  state: EvaluationState,
  slot: number,
  find: (index: number) => ReadonlyArray<TraceEntry>
): ReadonlyArray<TraceEntry> =>
  (state.rows[slot] ?? []).flatMap((row, index) => {
    if (isFull()) return []
    state.frame.row = row.values
    return find(index)
  })

const ofOrdered = (checked: CheckedForm, { row, slot }: OrderedField): Find => {
  const own = checked.fields[slot]
  if (own === undefined) return () => []
  const { slug } = own.field
  const rowField = row === undefined ? undefined : own.rows[row]
  if (rowField === undefined) {
    const rules = fieldRules(checked, undefined, own, `/fields/${slot}`)
    return (state) => rules(state, state.fields[slot], state.frame.form[slot], slug, {})
  }
  const rules = fieldRules(checked, own, rowField, `/fields/${slot}/fields/${rowField.slot}`)
  return (state) =>
    forRows(state, slot, (index) => {
      const found = state.rows[slot]?.[index]
      const name = `${slug}[${index}].${rowField.field.slug}`
      return rules(state, found?.fields[rowField.slot], found?.values[rowField.slot], name, { row: index })
    })
}

/** A section's condition, before the first of its fields. */
const ofSection = (checked: CheckedForm, index: number): Find => {
  const { id = "", visibleWhen: expression = "" } = checked.definition.sections[index] ?? {}
  const tree = checked.sections[index]?.visibleWhen
  if (tree === undefined) return () => []
  const run = condition(checked, undefined, tree)
  const rule = { pointer: `/sections/${index}/visibleWhen`, expression }
  const { section, shown: facts } = checked.words.trace
  return (state) => [run(state, rule, facts, { name: fill(section, { name: id }) })]
}

/** The rules of fields in the order in which they run, those of their sections among them. */
const inOrder = (checked: CheckedForm): ReadonlyArray<Find> => {
  const met = new Set<number>()
  return checked.order.flatMap((ordered) => {
    const index = ordered.row === undefined ? checked.fields[ordered.slot]?.inSection?.index : undefined
    const own = later(() => ofOrdered(checked, ordered))
    if (index === undefined || met.has(index)) return [own]
    met.add(index)
    return [later(() => ofSection(checked, index)), own]
  })
}

const ofRequired = (checked: CheckedForm, own: CheckedField): Find => {
  const { field, requiredWhen, slot } = own
  const required = requiredWhen && condition(checked, undefined, requiredWhen)
  const facts = checked.words.trace.required
  const rows = own.rows.flatMap((row) =>
    row.requiredWhen === undefined ? [] : [{ row, run: condition(checked, own, row.requiredWhen) }]
  )
  return (state) => {
    if (state.fields[slot]?.hidden === true) return []
    const pointer = `/fields/${slot}/requiredWhen`
    const first =
      required === undefined
        ? []
        : [required(state, { pointer, expression: field.requiredWhen ?? "" }, facts, { name: field.slug })]
    const others = rows.flatMap(({ row, run }) =>
      forRows(state, slot, (index) => {
        if (state.rows[slot]?.[index]?.fields[row.slot]?.hidden === true) return []
        const rule = {
          pointer: `/fields/${slot}/fields/${row.slot}/requiredWhen`,
          expression: row.field.requiredWhen ?? "",
          row: index
        }
        return [run(state, rule, facts, { name: `${field.slug}[${index}].${row.field.slug}` })]
      })
    )
    return [...first, ...others]
  }
}

/** A rule about the form, a field, or a field of each row: it does not run where that is hidden. */
const ruleAbout = (
  checked: CheckedForm,
  about: About | undefined,
  tree: BooleanTree,
  rule: Rule,
  facts: TraceFacts,
  name: string
): Find => {
  const own = about && checked.fields[about.slot]
  const rowField = about?.row === undefined ? undefined : own?.rows[about.row]
  const run = condition(checked, rowField && own, tree)
  return (state) => {
    if (own !== undefined && state.fields[own.slot]?.hidden === true) return []
    if (own === undefined || rowField === undefined) return [run(state, rule, facts, { name })]
    return forRows(state, own.slot, (row) =>
      state.rows[own.slot]?.[row]?.fields[rowField.slot]?.hidden === true
        ? []
        : [run(state, { ...rule, row }, facts, { name })]
    )
  }
}

const ofChecks = (checked: CheckedForm): ReadonlyArray<Find> =>
  checked.checks.map(({ about, check, id }, index) =>
    later(() => {
      const rule = { pointer: `/checks/${index}/check`, expression: checked.definition.checks[index]?.check ?? "" }
      return ruleAbout(checked, about, check, rule, checked.words.trace.check, id)
    })
  )

const ofOutcomes = (checked: CheckedForm): ReadonlyArray<Find> =>
  checked.outcomes.map(({ about, id, when }, index) =>
    later(() => {
      const rule = { pointer: `/outcomes/${index}/when`, expression: checked.definition.outcomes[index]?.when ?? "" }
      return ruleAbout(checked, about, when, rule, checked.words.trace.outcome, id)
    })
  )

const ofEffects = (checked: CheckedForm): ReadonlyArray<Find> =>
  checked.effects.flatMap(({ id, when }, index) => {
    if (when === undefined) return []
    const run = condition(checked, undefined, when)
    const rule = { pointer: `/effects/${index}/when`, expression: checked.definition.effects[index]?.when ?? "" }
    return [(state: EvaluationState) => [run(state, rule, checked.words.trace.effect, { name: id })]]
  })

/**
 * Explains evaluations of a form. What it needs is made when it is first asked for.
 * INVARIANT: each value is computed once and never changes, so what a rule read can still be read after all have run.
 */
export const explainer = (
  checkedForm: () => CheckedForm,
  runner: () => Run
): Pick<CompiledForm, "explain" | "explainInSlices"> => {
  const finders = memoizeWeak((): ReadonlyArray<Find> => finding(checkedForm()))
  function* explainInSlices(data: JsonObject, options: EvaluateOptions): Slices<ExplainedEvaluation> {
    const { evaluation, state } = runner()(data, options)
    yield
    const trace: Array<TraceEntry> = []
    let left = { entries: MAX_ENTRIES, values: MAX_VALUES }
    for (const find of finders()) {
      // Other traces may have run since the last slice.
      Object.assign(room, left)
      if (isFull()) break
      trace.push(...find(state))
      left = { ...room }
      yield
    }
    return { ...evaluation, trace }
  }
  return { explain: (data, options) => finish(explainInSlices(data, options)), explainInSlices }
}

/** Makes a finder when it first runs: a full trace runs few of a large form's. */
const later = (make: () => Find): Find => {
  let made: Find | undefined
  return (state) => (made ??= make())(state)
}

const finding = (checked: CheckedForm): ReadonlyArray<Find> => [
  ...inOrder(checked),
  ...checked.fields.map((own) => later(() => ofRequired(checked, own))),
  ...ofChecks(checked),
  ...ofOutcomes(checked),
  ...ofEffects(checked)
]
