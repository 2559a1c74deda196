/** The rules of a form that run while it is evaluated, in the definition's order, and when they do not run. */
import { isTrue } from "../run/closures/isTrue.ts"
import type { EvaluationState, RowState } from "../run/closures/EvaluationState.ts"
import { type About, type CheckedField, type CheckedForm, ownCondition } from "../tree/CheckedForm.ts"
import type { BooleanTree, ValueTree } from "../tree/Tree.ts"

interface Running {
  readonly pointer: string
  /** The slot of the list for each of whose rows it runs. */
  readonly list: number | undefined
  readonly isSkipped: (state: EvaluationState, row: RowState | undefined) => boolean
}

export type Rule = Running &
  (
    | { readonly of: "formula"; readonly tree: ValueTree }
    | { readonly of: "condition" | "check"; readonly tree: BooleanTree }
  )

const never = (): boolean => false

const isHidden =
  (slot: number): Running["isSkipped"] =>
  (state) =>
    state.fields[slot]?.hidden === true

const isHiddenInRow =
  (slot: number): Running["isSkipped"] =>
  (_, row) =>
    row?.fields[slot]?.hidden === true

/** A field's own condition does not run where its section is hidden. */
const isSectionHidden = ({ inSection }: CheckedField, sections: CheckedForm["sections"]): Running["isSkipped"] => {
  const tree = inSection && sections[inSection.index]?.visibleWhen
  if (tree === undefined) return never
  const isShown = isTrue(tree)
  return ({ frame }) => !isShown(frame)
}

const ofField = (
  own: CheckedField,
  sections: CheckedForm["sections"],
  pointer: string,
  list: number | undefined
): ReadonlyArray<Rule> => {
  const { formula, optionsWhen = [], requiredWhen, slot } = own
  const visibleWhen = ownCondition(own)
  const isSkipped = list === undefined ? isHidden(slot) : isHiddenInRow(slot)
  const at = (member: string, skipped = isSkipped): Running => ({
    pointer: `${pointer}/${member}`,
    list,
    isSkipped: skipped
  })
  return [
    ...(visibleWhen === undefined
      ? []
      : [{ ...at("visibleWhen", isSectionHidden(own, sections)), of: "condition" as const, tree: visibleWhen }]),
    ...optionsWhen.map(({ index, when }) => ({
      ...at(`options/${index}/when`),
      of: "condition" as const,
      tree: when
    })),
    ...(formula === undefined ? [] : [{ ...at("formula"), of: "formula" as const, tree: formula }]),
    ...(requiredWhen === undefined ? [] : [{ ...at("requiredWhen"), of: "condition" as const, tree: requiredWhen }]),
    ...own.rows.flatMap((row) => ofField(row, sections, `${pointer}/fields/${row.slot}`, slot))
  ]
}

/** A check or an outcome about a field does not run where the field is hidden. */
const runningAt = (about: About | undefined): Omit<Running, "pointer"> => {
  if (about === undefined) return { list: undefined, isSkipped: never }
  return about.row === undefined
    ? { list: undefined, isSkipped: isHidden(about.slot) }
    : { list: about.slot, isSkipped: isHiddenInRow(about.row) }
}

export const rulesIn = ({ checks, effects, fields, outcomes, sections }: CheckedForm): ReadonlyArray<Rule> => [
  ...fields.flatMap((field) => ofField(field, sections, `/fields/${field.slot}`, undefined)),
  ...sections.flatMap(({ visibleWhen: tree }, index): ReadonlyArray<Rule> =>
    tree === undefined
      ? []
      : [{ pointer: `/sections/${index}/visibleWhen`, list: undefined, isSkipped: never, of: "condition", tree }]
  ),
  ...checks.map(({ about, check: tree }, index): Rule => ({
    pointer: `/checks/${index}/check`,
    ...runningAt(about),
    of: "check",
    tree
  })),
  ...outcomes.map(({ about, when: tree }, index): Rule => ({
    pointer: `/outcomes/${index}/when`,
    ...runningAt(about),
    of: "condition",
    tree
  })),
  ...effects.flatMap(({ when: tree }, index): ReadonlyArray<Rule> =>
    tree === undefined
      ? []
      : [{ pointer: `/effects/${index}/when`, list: undefined, isSkipped: never, of: "condition", tree }]
  )
]
