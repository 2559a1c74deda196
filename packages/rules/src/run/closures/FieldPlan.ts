/** One field as closures: whether it is visible, how its value is read or computed, and its constraints. */
import type { CheckedField } from "../../tree/CheckedForm.ts"
import type { Field, ListField, RowField } from "../../Definition.ts"
import type { Constraint, KnownValue } from "../../fields/running/RunningKind.ts"
import type { Json } from "../../Json.ts"
import { decoderOf, isProblem } from "../payload/decode.ts"
import { constraintOf, keepsValue } from "../payload/constraints.ts"
import type { NumberTree, ValueTree } from "../../tree/Tree.ts"
import { powerOfTen } from "../../values/decimal.ts"
import type { Slices } from "../../values/Slices.ts"
import type { Value } from "../../values/Value.ts"
import { type SaidProblem, say, type UnplacedProblem } from "../../words/UnplacedProblem.ts"
import type { Words } from "../../words/Words.ts"
import { compiler, messageRun, valueRun } from "./backEnd.ts"
import type { Frame, Run } from "./Frame.ts"
import { isTrue } from "./isTrue.ts"

/** A value as rules see it, and the problems of what was sent. */
export interface ReadValue {
  readonly value: Value
  readonly problems: ReadonlyArray<UnplacedProblem>
}

export interface FieldPlan<F extends Field = Field> {
  readonly slot: number
  readonly field: F
  readonly computed: boolean
  readonly isVisible: (frame: Frame) => boolean
  readonly isRequired: (frame: Frame) => boolean
  /** A problem with a constraint of the field, in its author's own words where there are any. */
  readonly say: (frame: Frame, problem: UnplacedProblem) => SaidProblem
}

export interface ScalarPlan extends FieldPlan<RowField> {
  /** Reads what was sent, undefined if the name is not in the payload. A computed field runs its formula on the frame. */
  readonly read: (frame: Frame, sent: Json | undefined) => ReadValue
  /** The options that are not offered; undefined where all always are. */
  readonly hiddenOptions: ((frame: Frame) => ReadonlyArray<string>) | undefined
}

export interface ListPlan extends FieldPlan<ListField> {
  readonly rows: ReadonlyArray<ScalarPlan>
}

export const isList = (plan: ScalarPlan | ListPlan): plan is ListPlan => plan.field.type === "list"

/** With `minItems`, it has to be sent. What is empty is sent, and has the problem `min_items` instead. */
export const needsItems = ({ field }: FieldPlan): boolean => "minItems" in field && (field.minItems ?? 0) > 0

const nothing: ReadValue = { value: null, problems: [] }

export const constrained = (constraint: Constraint<KnownValue>, value: KnownValue): ReadValue => {
  const problems = constraint(value)
  return { value: problems.every(keepsValue) ? value : null, problems }
}

const atScale = (tree: NumberTree, decimals: number): Run<bigint> => {
  const run = compiler.number(tree)
  const factor = powerOfTen(decimals - tree.scale)
  return (frame) => {
    const value = run(frame)
    return value === null ? null : value * factor
  }
}

const formulaRun = (field: RowField, tree: ValueTree): Run<KnownValue> =>
  tree.kind === "number" && "decimals" in field ? atScale(tree, field.decimals) : valueRun(tree)

/** Reads what was sent for a field and checks it against the field's constraints. */
export const readerOf = (field: RowField): ((sent: Json | undefined) => ReadValue) => {
  const [decode, constraint] = [decoderOf(field), constraintOf(field)]
  return (sent) => {
    if (sent === undefined || sent === null) return nothing
    const decoded = decode(sent)
    return isProblem(decoded) ? { value: null, problems: [decoded] } : constrained(constraint, decoded.value)
  }
}

const readOfField = (field: RowField, formula: ValueTree | undefined): ScalarPlan["read"] => {
  if (formula === undefined) {
    const read = readerOf(field)
    return (_, sent) => read(sent)
  }
  const constraint = constraintOf(field)
  const run = formulaRun(field, formula)
  return (frame) => {
    const value = run(frame)
    return value === null ? nothing : constrained(constraint, value)
  }
}

const always = (): boolean => true
const never = (): boolean => false

/** INVARIANT: the code of a problem tells which constraint it is of. */
const sentencesOf = ({ messages }: CheckedField, words: Words): FieldPlan["say"] => {
  const own = messages && new Map([...messages].map(([code, parts]) => [code, messageRun(parts, words.signs)]))
  return (frame, problem) => {
    const sentence = own?.get(problem.code)
    return sentence === undefined ? say(words, problem) : { code: problem.code, message: sentence(frame) }
  }
}

const common = <F extends Field>(checked: CheckedField, field: F, words: Words): FieldPlan<F> => {
  const required = checked.requiredWhen && compiler.boolean(checked.requiredWhen)
  return {
    slot: checked.slot,
    field,
    computed: checked.formula !== undefined,
    isVisible: checked.visibleWhen === undefined ? always : isTrue(checked.visibleWhen),
    say: sentencesOf(checked, words),
    isRequired: field.required ? always : required === undefined ? never : (frame) => required(frame) === true
  }
}

const hiddenOptionsOf = ({ optionsWhen }: CheckedField): ScalarPlan["hiddenOptions"] => {
  const rules = optionsWhen?.map(({ value, when }) => ({ value, holds: compiler.boolean(when) }))
  return rules && ((frame) => rules.flatMap(({ holds, value }) => (holds(frame) === true ? [] : [value])))
}

const scalarPlan = (checked: CheckedField, field: RowField, words: Words): ScalarPlan => ({
  ...common(checked, field, words),
  read: readOfField(field, checked.formula),
  hiddenOptions: hiddenOptionsOf(checked)
})

function* scalarPlans(fields: ReadonlyArray<CheckedField>, words: Words): Slices<ReadonlyArray<ScalarPlan>> {
  const plans: Array<ScalarPlan> = []
  for (const checked of fields) {
    if (checked.field.type !== "list") plans.push(scalarPlan(checked, checked.field, words))
    yield
  }
  return plans
}

export function* planOf(checked: CheckedField, words: Words): Slices<ScalarPlan | ListPlan> {
  return checked.field.type === "list"
    ? { ...common(checked, checked.field, words), rows: yield* scalarPlans(checked.rows, words) }
    : scalarPlan(checked, checked.field, words)
}
