/** What a part of a rule gives for a payload. */
import * as Result from "effect/Result"
import { isTypedRatio, type Kind, type Operand } from "../check/expressions/Inference.ts"
import type { EvaluateOptions } from "../CompiledForm.ts"
import type { Range } from "../Fault.ts"
import type { Json, JsonObject } from "../Json.ts"
import { compiler } from "../run/closures/backEnd.ts"
import { type Closures, closuresOf } from "../run/closures/closuresOf.ts"
import type { EvaluationState } from "../run/closures/EvaluationState.ts"
import type { Frame } from "../run/closures/Frame.ts"
import { isCounted, type Ratio, type RowsTree, type ValueTree } from "../tree/Tree.ts"
import { counted } from "../values/counted.ts"
import { divide, MAX_DECIMALS, powerOfTen, toFixed, toText } from "../values/decimal.ts"
import { finish } from "../values/Slices.ts"
import type { OpenForm } from "./openForm.ts"
import { type PartAt, partAt } from "./partAt.ts"

export interface PartValue {
  /** The part, in the member's text. */
  readonly range: Range
  /** As in `typeAt`. */
  readonly kind: Kind
  /**
   * Null where it is missing. A number is its exact decimals as a text, an amount of money with those of its currency, and a division
   * that is not rounded yet rounded to 18 of them; a list is the number of its rows; `map` gives a list of values. A part that reads
   * the row of a list function is a list with one value for each row that the list has.
   */
  readonly value: Json
  /** Whether `value` has an entry for each row. */
  readonly isOfEachRow: boolean
}

export interface ValueOptions extends EvaluateOptions {
  /** For a rule of rows: which row, the first being 0. Left out, the first. */
  readonly row?: number
}

type Show = (frame: Frame) => Json

const shownOf = (tree: ValueTree, decimals: number | undefined): Show => {
  if (isCounted(tree)) {
    const run = compiler.days(tree)
    return (frame) => {
      const count = run(frame)
      return count === null ? null : counted[tree.kind].format(count)
    }
  }
  switch (tree.kind) {
    case "number": {
      const run = compiler.number(tree)
      const write = decimals === tree.scale ? toFixed : toText
      return (frame) => {
        const value = run(frame)
        return value === null ? null : write(value, tree.scale)
      }
    }
    case "datetime": {
      const run = compiler.datetime(tree)
      return (frame) => run(frame)?.written ?? null
    }
    case "text":
      return compiler.text(tree)
    case "boolean":
      return compiler.boolean(tree)
    case "choices":
      return compiler.choices(tree)
  }
}

const ofRatio = (ratio: Ratio): Show => {
  const run = compiler.fraction(ratio)
  return (frame) => {
    const value = run(frame)
    if (value === null) return null
    return toText(divide(value.numerator * powerOfTen(MAX_DECIMALS), value.denominator, "away"), MAX_DECIMALS)
  }
}

const showOf = (found: Operand): Show => {
  if (isTypedRatio(found)) return ofRatio(found.ratio)
  const { decimals, tree } = found
  if (tree.kind === "rows") {
    const rows = compiler.rows(tree)
    return (frame) => rows(frame).length
  }
  if (tree.kind === "file") return shownOf(tree.id, undefined)
  if (tree.kind !== "values") return shownOf(tree, decimals)
  const rows = compiler.rows(tree.each.rows)
  const run = shownOf(tree.each.of, undefined)
  return (frame) => rows(frame).map((row) => run({ ...frame, each: row }))
}

/** Whether a tree reads the row that the list function around it is at. Those inside it go through rows of their own. */
const readsRow = (tree: unknown): boolean => {
  if (typeof tree !== "object" || tree === null) return false
  if (("at" in tree && tree.at === "each") || ("node" in tree && tree.node === "eachOption")) return true
  return Object.values(tree).some(readsRow)
}

/** The rows for each of which a part has a value. */
const rowsOf = ({ bound, found }: PartAt): RowsTree | undefined => {
  if (bound === undefined || !readsRow(isTypedRatio(found) ? found.ratio : found.tree)) return undefined
  return bound.chosen?.rows ?? { kind: "rows", node: "list", slot: bound.list.slot }
}

const valueOf = (found: Operand, rows: RowsTree | undefined, { frame }: EvaluationState): Json => {
  const show = showOf(found)
  return rows === undefined
    ? show(frame)
    : compiler
        .rows(rows)(frame)
        .map((row) => show({ ...frame, each: row }))
}

const closures = new WeakMap<OpenForm, Closures>()

const closuresFor = (form: OpenForm): Closures | undefined => {
  if (Result.isFailure(form.checked)) return undefined
  const known = closures.get(form) ?? finish(closuresOf(form.checked.success))
  closures.set(form, known)
  return known
}

/**
 * The value of the part that `typeAt` finds at a place, after all rules have run on a payload: hovering over `base * (1 - ncd)` shows
 * 945.4635. A rule has a value here even where its field is hidden.
 * @param data a payload, keyed by slug; untrusted.
 * @returns undefined where no part is there, where the rule's list has no such row, and for a form with faults: it cannot run.
 */
export const valueAt = (
  form: OpenForm,
  pointer: string,
  offset: number,
  data: JsonObject,
  { row = 0, ...options }: ValueOptions
): PartValue | undefined => {
  const site = form.sites.get(pointer)
  const part = site && partAt(site, offset, form.limits)
  const run = part && closuresFor(form)
  if (site === undefined || part === undefined || run === undefined) return undefined
  const { state } = run.run(data, options)
  const { own } = site.scope
  if (own !== undefined) {
    const values = state.rows[own.slot]?.[row]?.values
    if (values === undefined) return undefined
    state.frame.row = values
  }
  const { found, range } = part
  const kind = isTypedRatio(found) ? "number" : found.tree.kind
  const rows = rowsOf(part)
  return { range, kind, value: valueOf(found, rows, state), isOfEachRow: rows !== undefined }
}
