/** What a rule sees while it runs, and the shape of everything that the closures back end makes. */
import type { Place } from "../../tree/leaves.ts"
import type { Value } from "../../values/Value.ts"

/** A row's values by slot, and behind them its number in its list, the first being 1. Of a chosen option that alone. */
export type Row = Array<Value>

export interface Frame {
  /** Days since 1970; null without a date. */
  readonly today: number | null
  /** The form's values by slot. */
  readonly form: Row
  /** Rows by the slot of their list; null where the list is missing. */
  readonly lists: Array<ReadonlyArray<Row> | null>
  /** The row that the rule belongs to. */
  row: Row
  /** The row that a list function is at. They do not nest, so one is enough. */
  each: Row
}

/** A tree made ready: null is missing. */
export type Run<A> = (frame: Frame) => A | null

/**
 * Reads a field.
 * INVARIANT: the checker made the tree of the field's kind, and only values of that kind are put into the field's slot.
 */
export const read = <A extends Value>({ at, slot }: Place): Run<A> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the invariant above
  const known = (row: Row): A | null => (row[slot] ?? null) as A | null
  if (at === "form") return (frame) => known(frame.form)
  return at === "row" ? (frame) => known(frame.row) : (frame) => known(frame.each)
}

/** The place of the row before in its list; of the first row, and without a row, below 0. */
export const beforeOf = (row: Row): number => Number(numberOf(row)) - 2

/** The number of a row in its list. */
export const numberOf = (row: Row): bigint => {
  const number = row.at(-1)
  return typeof number === "bigint" ? number : 0n
}

export const missing = (): null => null

export const choose =
  <A>(condition: Run<boolean>, whenTrue: Run<A>, whenFalse: Run<A>): Run<A> =>
  (frame) => {
    const known = condition(frame)
    return known === null ? null : known ? whenTrue(frame) : whenFalse(frame)
  }

export const firstOf =
  <A>(operands: ReadonlyArray<Run<A>>): Run<A> =>
  (frame) => {
    for (const operand of operands) {
      const value = operand(frame)
      if (value !== null) return value
    }
    return null
  }

/** A function of one value, missing where that is. */
export const lift =
  <A, B>(of: Run<A>, f: (value: A) => B | null): Run<B> =>
  (frame) => {
    const value = of(frame)
    return value === null ? null : f(value)
  }

/** A function of two values, missing where either is. */
export const lift2 =
  <A, B, C>(left: Run<A>, right: Run<B>, f: (left: A, right: B) => C | null): Run<C> =>
  (frame) => {
    const a = left(frame)
    if (a === null) return null
    const b = right(frame)
    return b === null ? null : f(a, b)
  }
