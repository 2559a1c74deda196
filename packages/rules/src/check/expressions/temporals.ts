/** What a text can be read as: a date, a time, or both. */
import type { CountedTree, DatetimeTree, TextTree } from "../../tree/Tree.ts"
import { parseMoment } from "../../values/civil.ts"
import { counted, type CountedKind } from "../../values/counted.ts"

/** The kinds that a function of their own name reads from a text: `date('2024-12-31')`. */
export type TemporalKind = CountedKind | "datetime"

interface Temporal {
  /** What authors call it, without its article. */
  readonly word: string
  /** The constant of a literal text; undefined if the text is not one. */
  readonly constant: (text: string) => CountedTree | DatetimeTree | undefined
  /** The tree that reads any other text when the rule runs. The value is missing if the text is not one. */
  readonly ofText: (of: TextTree) => CountedTree | DatetimeTree
  /** The function as an author writes it. */
  readonly signature: string
  /** An example for faults. */
  readonly expected: string
}

const ofCounted = (kind: CountedKind): Pick<Temporal, "constant" | "ofText"> => ({
  constant: (text) => {
    const count = counted[kind].parse(text)
    return count === null ? undefined : { kind, node: "literal", count }
  },
  ofText: (of) => ({ kind, node: "ofText", of })
})

export const temporals: { readonly [K in TemporalKind]: Temporal } = {
  date: {
    word: "date",
    ...ofCounted("date"),
    signature: "date('2024-12-31')",
    expected: "a date such as `'2024-12-31'`: year, month, day"
  },
  time: {
    word: "time",
    ...ofCounted("time"),
    signature: "time('09:30')",
    expected: "a time such as `'09:30'` or `'09:30:15'`: hours from 00 to 23, minutes, and seconds if they matter"
  },
  datetime: {
    word: "date with a time",
    constant: (text) => {
      const moment = parseMoment(text)
      return moment === null ? undefined : { kind: "datetime", node: "literal", moment }
    },
    ofText: (of) => ({ kind: "datetime", node: "datetimeOfText", of }),
    signature: "datetime('2024-12-31T09:30:00Z')",
    expected:
      "a date, a time with seconds, and how far its clock is from UTC, such as `'2024-12-31T09:30:00Z'` or `'2024-12-31T09:30:00+01:00'`"
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the record above
export const temporalKinds = Object.keys(temporals) as ReadonlyArray<TemporalKind>

export const isTemporalKind = (kind: string): kind is TemporalKind => Object.hasOwn(temporals, kind)
