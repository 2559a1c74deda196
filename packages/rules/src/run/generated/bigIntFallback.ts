/** Runs one formula again in BigInt after a double overflowed. */
import type { CheckedField, CheckedForm } from "../../tree/CheckedForm.ts"
import { compiler } from "../closures/backEnd.ts"
import type { Frame, Row } from "../closures/Frame.ts"
import { costOf } from "../../check/expressions/cost.ts"
import type { Place } from "../../tree/leaves.ts"
import { powerOfTen } from "../../values/decimal.ts"
import { type FastValue, type FastRow, toValue } from "./FastValue.ts"
import { overflowGuard } from "./OverflowGuard.ts"

/** The slots that a formula reads: of fields, and of lists. */
export interface Reads {
  readonly fields: ReadonlyArray<number>
  readonly lists: ReadonlyArray<number>
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null
const isField = (value: object): value is { readonly place: Place } =>
  "node" in value && value.node === "field" && "place" in value
const isList = (value: object): value is { readonly slot: number } =>
  "kind" in value && value.kind === "rows" && "node" in value && value.node === "list"

/** Slots of the form's fields and lists in a tree. */
export const readsOf = (tree: unknown): Reads => {
  const fields = new Set<number>()
  const lists = new Set<number>()
  const walk = (part: unknown): void => {
    if (!isObject(part)) return
    if (isField(part)) {
      if (part.place.at === "form") fields.add(part.place.slot)
      return
    }
    if (isList(part)) lists.add(part.slot)
    Object.values(part).forEach(walk)
  }
  walk(tree)
  return { fields: [...fields], lists: [...lists] }
}

const rowOf = (fields: ReadonlyArray<CheckedField>, row: FastRow): Row =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows are written by generated code alone; see FastRow
  [...fields.map(({ field, slot }) => toValue(field, row[`f${slot}`] as FastValue)), BigInt(row.n)]

/** A formula as a function of what it reads, in the order of `readsOf`. */
export type ExactFormula = (
  values: ReadonlyArray<FastValue>,
  lists: ReadonlyArray<ReadonlyArray<FastRow> | null>,
  row: FastRow | undefined,
  today: number
) => number

/**
 * The formula of a number field: its value in the field's unit, counted exactly.
 * Gives NaN and leaves the overflow raised if the result does not fit a double, or if no steps are left.
 * @param row the slot of a row's field, -1 for a field of the form.
 */
export const recomputeExactly = (form: CheckedForm, slot: number, row: number): ExactFormula => {
  const own = form.fields[slot]
  const checked = row < 0 ? own : own?.rows[row]
  const tree = checked?.formula
  if (tree?.kind !== "number" || checked === undefined || !("decimals" in checked.field))
    throw new RangeError(`there is no number formula at ${slot}, ${row}`)
  const run = compiler.number(tree)
  const reads = readsOf(tree)
  const steps = costOf(tree, (list) => {
    const field = form.fields[list]?.field
    return field?.type === "list" ? field.maxItems : 0
  })
  const factor = powerOfTen(checked.field.decimals - tree.scale)
  return (values, lists, current, today) => {
    overflowGuard.stepsLeft -= reads.lists.reduce(
      (sum, list, index) => sum + (lists[index]?.length ?? 0) * (form.fields[list]?.rows.length ?? 0),
      steps + reads.fields.length + (current === undefined ? 0 : (own?.rows.length ?? 0))
    )
    if (overflowGuard.stepsLeft < 0) return NaN
    const frame: Frame = {
      today: Number.isNaN(today) ? null : today,
      form: [],
      lists: [],
      row: current === undefined ? [] : rowOf(own?.rows ?? [], current),
      each: []
    }
    reads.fields.forEach((read, index) => {
      const field = form.fields[read]?.field
      if (field !== undefined) frame.form[read] = toValue(field, values[index])
    })
    reads.lists.forEach((list, index) => {
      const rows = form.fields[list]?.rows ?? []
      frame.lists[list] = lists[index]?.map((each) => rowOf(rows, each)) ?? null
    })
    const result = run(frame)
    if (result === null) {
      overflowGuard.raised = false
      return NaN
    }
    const scaled = Number(result * factor)
    if (Number.isSafeInteger(scaled)) overflowGuard.raised = false
    return scaled
  }
}
