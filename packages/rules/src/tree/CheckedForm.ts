/** A form that passed every check: its definition, its rules as checked trees, and the order they run in. Both back ends start here. */
import type { Definition, Field } from "../Definition.ts"
import type { ProblemCode } from "../Evaluation.ts"
import type { EffectTree } from "./EffectTree.ts"
import { baseOf } from "./baseOf.ts"
import type { MessagePart } from "./MessagePart.ts"
import type { BooleanTree, RowsTree, ValueTree } from "./Tree.ts"
import type { Words } from "../words/Words.ts"

export interface OptionWhen {
  readonly index: number
  readonly value: string
  readonly when: BooleanTree
}

/** A field with its rules. Its place among its form's or list's `fields` is its slot. */
export interface CheckedField {
  readonly slot: number
  readonly field: Field
  /** Of the field's kind; a number has at most the field's decimals. */
  readonly formula?: ValueTree
  /** Its own condition and that of its section, both. */
  readonly visibleWhen?: BooleanTree
  /** Of a field in a section with a condition: that section among all, and what of `visibleWhen` is the field's own. */
  readonly inSection?: { readonly index: number; readonly own?: BooleanTree }
  readonly requiredWhen?: BooleanTree
  /** The options that are offered on a condition, by their place among the options as the definition writes them. */
  readonly optionsWhen?: ReadonlyArray<OptionWhen>
  /** Its author's own sentences, by the code of the problem. */
  readonly messages?: ReadonlyMap<ProblemCode, ReadonlyArray<MessagePart>>
  /** Of a list: its rows' fields, by their slot. Else empty. */
  readonly rows: ReadonlyArray<CheckedField>
}

/** What of a field's visibility the field itself says. */
export const ownCondition = ({ inSection, visibleWhen }: CheckedField): BooleanTree | undefined =>
  inSection === undefined ? visibleWhen : inSection.own

/** Both conditions as one: what is shown only where the section and the field itself are. */
export const bothShown = (section: BooleanTree | undefined, own: BooleanTree | undefined): BooleanTree | undefined =>
  section === undefined || own === undefined
    ? (section ?? own)
    : { kind: "boolean", node: "and", operands: [section, own] }

export interface CheckedSection {
  readonly visibleWhen?: BooleanTree
}

/** What a check or an outcome is about, if not the whole form: a field, or a field of each row. */
export interface About {
  readonly slot: number
  readonly row?: number
}

export interface CheckedCheck {
  readonly id: string
  readonly check: BooleanTree
  readonly message: ReadonlyArray<MessagePart>
  readonly about: About | undefined
}

export interface CheckedOutcome {
  readonly id: string
  readonly when: BooleanTree
  readonly message: ReadonlyArray<MessagePart>
  readonly about: About | undefined
}

export interface CheckedEffect {
  readonly id: string
  readonly when?: BooleanTree
  /** Its settings, for rendering; evaluation does not look at them. */
  readonly does: EffectTree
}

/** A place in the evaluation order: a field of the form (of a list, its rows) or a field of every row of a list. */
export interface OrderedField {
  readonly slot: number
  readonly row?: number
}

export interface CheckedForm {
  readonly definition: Definition
  readonly fields: ReadonlyArray<CheckedField>
  /** In the definition's order. */
  readonly sections: ReadonlyArray<CheckedSection>
  /** Each field after all that its visibility, its formula and its options' `when` read. `requiredWhen`, checks, outcomes and effects come after all. */
  readonly order: ReadonlyArray<OrderedField>
  readonly checks: ReadonlyArray<CheckedCheck>
  readonly outcomes: ReadonlyArray<CheckedOutcome>
  readonly effects: ReadonlyArray<CheckedEffect>
  /** Steps of the worst evaluation, list bounds multiplied in. */
  readonly steps: number
  /** What the engine says in the language that was read; English for one that it has no words in. */
  readonly words: Words
  /** Of a form with languages: each text that is written in several of them, by its pointer. For comparisons and for what lacks a translation. */
  readonly translations?: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** The list that rows come from, filtered or not; undefined of chosen options. */
export const listOf = ({ fields }: Pick<CheckedForm, "fields">, rows: RowsTree): CheckedField | undefined => {
  const base = baseOf(rows)
  return base.node === "list" ? fields[base.slot] : undefined
}
