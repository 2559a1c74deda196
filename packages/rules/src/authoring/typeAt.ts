/** What a part of a rule is. */
import { costOf, costOfRatio, type RowsOf } from "../check/expressions/cost.ts"
import { isTypedRatio, type Kind } from "../check/expressions/Inference.ts"
import type { Site } from "../check/Site.ts"
import type { Range } from "../Fault.ts"
import type { OpenForm } from "./openForm.ts"
import type { Ratio } from "../tree/Tree.ts"
import { type PartAt, partAt } from "./partAt.ts"

export interface PartType {
  /** The part, in the member's text. */
  readonly range: Range
  /** `rows`: a list, or its rows filtered. `values`: the result of `map`. Else the kind of one value. */
  readonly kind: Kind
  /** What authors call it: “an amount of money”, “a division”. */
  readonly word: string
  /** Decimals that a number may have; none where they may be endless, in a division that is not rounded yet. */
  readonly decimals?: number
  /** ISO 4217, where the number is an amount of money: made of amounts of this currency and of plain numbers. */
  readonly currency?: string
  /** The texts that it can be, where they are known. */
  readonly options?: ReadonlyArray<string>
  /** Steps that it takes in the worst evaluation, all rows counted: a part of the form's `Limits.steps`. */
  readonly steps: number
}

const rowsOf =
  ({ scope }: Site): RowsOf =>
  (slot) => {
    const field = [...scope.fields.values()].find((name) => name.slot === slot)?.field
    return field?.type === "list" ? field.maxItems : 0
  }

const ratioWords: { readonly [K in Ratio["kind"]]: string } = {
  quotient: "a division",
  average: "a division",
  interpolated: "a value between two rows",
  power: "a power",
  product: "a product"
}

const known = ({ found }: PartAt): Omit<PartType, "range" | "steps"> => {
  if (isTypedRatio(found)) {
    return {
      kind: "number",
      word: ratioWords[found.ratio.kind],
      ...(found.currency === undefined ? {} : { currency: found.currency })
    }
  }
  const { currency, options, tree, word } = found
  const unit = tree.kind !== "number" || currency === undefined ? {} : { currency }
  return {
    kind: tree.kind,
    word,
    ...(tree.kind === "number" ? { decimals: tree.scale } : {}),
    ...unit,
    ...(options === undefined ? {} : { options: [...options.values.keys()] })
  }
}

/**
 * What stands at a place: the smallest part of the rule there that has a value, of two that meet there the first. In a message, a
 * template or a setting, and in a rule that cannot be parsed yet, the field that is named there.
 * @param pointer of the member with the text: `/fields/3/formula`.
 * @param offset into its text, in UTF-16 units.
 * @returns undefined where nothing there has a value, or where it has a fault.
 */
export const typeAt = (form: OpenForm, pointer: string, offset: number): PartType | undefined => {
  const site = form.sites.get(pointer)
  const part = site && partAt(site, offset, form.limits)
  if (site === undefined || part === undefined) return undefined
  const rows = rowsOf(site)
  const { bound, found, range } = part
  const steps = isTypedRatio(found) ? costOfRatio(found.ratio, rows) : costOf(found.tree, rows)
  const times = site.times * (bound === undefined ? 1 : (bound.chosen?.rows.most ?? rows(bound.list.slot)))
  return { range, ...known(part), steps: steps * times }
}
