/**
 * The checked tree of an expression: what both back ends run. Every name is resolved to a place, every number carries its
 * scale, every implicit step is a node. A back end has nothing left to decide or to refuse.
 */
import type { Moment } from "../values/civil.ts"
import { type CountedKind, isCountedKind } from "../values/counted.ts"
import type { Rounding } from "../values/decimal.ts"
import type { Pattern } from "../patterns/knownPatterns.ts"
import type { Table } from "../tables/Table.ts"
import type { CountedLiteral, Literal, Missing, PickBy, Read } from "./leaves.ts"

interface If<Tree> {
  readonly node: "if"
  readonly condition: BooleanTree
  readonly whenTrue: Tree
  readonly whenFalse: Tree
}

interface Coalesce<Tree> {
  readonly node: "coalesce"
  readonly operands: ReadonlyArray<Tree>
}

/** What a key column can have. */
export type KeyTree = NumberTree | TextTree | BooleanTree | DateTree

/** A key of a lookup. */
export interface LookupKey {
  readonly of: KeyTree
  /** Decimals that a number has more than the table's column. */
  readonly more: number
}

/** What a column of a table has for these keys, one for each of its key columns; missing where one of them is, or no row meets them. */
export interface Lookup {
  readonly node: "lookup"
  readonly table: Table
  /** Place among the table's values. */
  readonly column: number
  readonly keys: ReadonlyArray<LookupKey>
  /** As its author wrote it, where it is an attribute or the label of an option: `cover.score`, `label(cover)`. */
  readonly ofOption?: string
}

/** A tree that is evaluated for each row. */
export interface Each<Tree> {
  readonly rows: RowsTree
  readonly of: Tree
}

/** How one row is picked of several. */
export type RowPick =
  /** For which `by` is true. */
  | PickBy<"first" | "last", BooleanTree>
  /** The first whose `by` no other row's is below or above. Rows without it are left out. */
  | PickBy<"least" | "greatest", OrderedTree>
  /** Before the row that the rule belongs to, in its list. */
  | { readonly which: "previous" }

/** A tree that is evaluated for the row that is picked alone. */
export type Picked<Tree> = Each<Tree> & RowPick

/** What one row gives; missing where none is picked. */
interface OfRow<Tree> {
  readonly node: "ofRow"
  readonly each: Picked<Tree>
}

/** The nodes that values of every kind have. */
export type SharedNode<Tree> = Missing | Read | If<Tree> | Coalesce<Tree> | OfRow<Tree>

/** The least or greatest of several values; missing if one of them is. */
interface Extreme<Tree> {
  readonly node: "extreme"
  readonly which: "least" | "greatest"
  readonly operands: ReadonlyArray<Tree>
}

export type Order = "==" | "!=" | "<" | "<=" | ">" | ">="

interface Compare<Node extends string, Tree> {
  readonly node: Node
  readonly operator: Order
  readonly left: Tree
  readonly right: Tree
}

/** INVARIANT: the operands of a node that adds, compares or chooses between numbers have one scale; `widen` makes it so. */
export type NumberTree = { readonly kind: "number"; readonly scale: number } & (
  | Missing
  | Read
  | Lookup
  | If<NumberTree>
  | Coalesce<NumberTree>
  | OfRow<NumberTree>
  | Extreme<NumberTree>
  /** `value` counts units of 10^-scale. */
  | (Literal & { readonly value: bigint })
  | { readonly node: "widen"; readonly of: NumberTree }
  | { readonly node: "add" | "subtract" | "multiply"; readonly left: NumberTree; readonly right: NumberTree }
  | { readonly node: "negate" | "abs"; readonly of: NumberTree }
  /** What is left of a division whose quotient is rounded down. Missing where the divisor is 0. */
  | { readonly node: "modulo"; readonly left: NumberTree; readonly right: NumberTree }
  /** To `digits` after the point, before it where negative. INVARIANT: of a number, fewer digits than its scale. */
  | { readonly node: "round"; readonly of: NumberTree | Ratio; readonly digits: number; readonly rounding: Rounding }
  /** The square root, to the nearest unit of its scale, `digits`. Missing of a negative number. */
  | { readonly node: "root"; readonly of: NumberTree; readonly digits: number }
  | { readonly node: "sum"; readonly each: Each<NumberTree> }
  | { readonly node: "count"; readonly each: Each<BooleanTree> }
  /** How many different values rows have, missing ones left out; `most` bounds the characters that comparing one scans. */
  | { readonly node: "distinct"; readonly each: Each<ValueTree>; readonly most: number }
  /** The number in its list of the row that the rule belongs to, or that a list function is at; the first is 1. */
  | { readonly node: "rowNumber"; readonly at: "row" | "each" }
  | { readonly node: "rows"; readonly rows: RowsTree }
  | { readonly node: "items"; readonly of: ChoicesTree }
  | { readonly node: "length"; readonly of: TextTree }
  | { readonly node: "numberOfText"; readonly of: TextTree }
  | {
      readonly node: "between"
      readonly unit: "days" | "months" | "years"
      readonly from: DateTree
      readonly to: DateTree
    }
  /** `table` has a key, the date of a holiday; without one there are none. */
  | { readonly node: "businessDays"; readonly from: DateTree; readonly to: DateTree; readonly table?: Table }
  /** Seconds from one to the other. INVARIANT: both times at scale 0, or both date-times at scale 9. */
  | { readonly node: "elapsed"; readonly from: ClockTree; readonly to: ClockTree }
  /** Of a date-time as it was written, in its own offset. */
  | { readonly node: "partOfTime"; readonly part: "hour" | "minute"; readonly of: ClockTree }
  | { readonly node: "partOfDate"; readonly part: "year" | "month" | "day" | "weekday"; readonly of: DateTree }
)

/** A number that may have endless or very many decimals, as a fraction: it is rounded, or compared by multiplying across. Missing where the divisor is 0. */
export type Ratio =
  | { readonly kind: "quotient"; readonly dividend: NumberTree; readonly divisor: NumberTree }
  | { readonly kind: "average"; readonly each: Each<NumberTree> }
  /** `exponent` has scale 0; beyond `MAX_EXPONENT` (values/powers.ts) the power is missing. `most` bounds its distance from 0. */
  | { readonly kind: "power"; readonly base: NumberTree; readonly exponent: NumberTree; readonly most: number }
  /** Of rows with a value; `most` bounds how many there are. */
  | { readonly kind: "product"; readonly each: Each<NumberTree>; readonly most: number }
  /** On the line from the row that is found to the one whose range comes next. INVARIANT: of a column of numbers, in a table with one key of ranges. */
  | { readonly kind: "interpolated"; readonly lookup: Lookup }

/** `most` bounds its characters: what scanning it may cost. */
export type TextTree = { readonly kind: "text"; readonly most: number } & (
  | Missing
  | Read
  | Lookup
  | If<TextTree>
  | Coalesce<TextTree>
  | OfRow<TextTree>
  | (Literal & { readonly value: string })
  /** The chosen option that a list function is at. */
  | { readonly node: "eachOption" }
  | { readonly node: "join"; readonly left: TextTree; readonly right: TextTree }
  /** The texts of rows, with `separator` between them. Missing ones are left out; of no rows it is empty. */
  | { readonly node: "joinRows"; readonly each: Each<TextTree>; readonly separator: TextTree }
  | { readonly node: "lower" | "upper" | "trim"; readonly of: TextTree }
  /** Characters of a text by their numbers: `count` from `start` on, the first being 1; without `start` the last `count`. Both have scale 0. */
  | { readonly node: "part"; readonly of: TextTree; readonly start?: NumberTree; readonly count: NumberTree }
  /** `by` wherever `part`, which is not empty, stands. */
  | { readonly node: "replace"; readonly of: TextTree; readonly part: string; readonly by: TextTree }
  /** What the group of a pattern matches. INVARIANT: the pattern has one group. */
  | { readonly node: "extract"; readonly of: TextTree; readonly pattern: Pattern }
  /** Filled with one character up to so many. */
  | {
      readonly node: "pad"
      readonly side: "start" | "end"
      readonly of: TextTree
      readonly length: number
      readonly fill: string
    }
  /** With exactly `decimals` where given, else with no more than needed. */
  | { readonly node: "textOfNumber"; readonly of: NumberTree; readonly decimals?: number }
  | { readonly node: "textOf"; readonly of: BooleanTree | CountedTree | DatetimeTree }
)

export type BooleanTree = { readonly kind: "boolean" } & (
  | Missing
  | Read
  | Lookup
  | If<BooleanTree>
  | Coalesce<BooleanTree>
  | OfRow<BooleanTree>
  | (Literal & { readonly value: boolean })
  | { readonly node: "not"; readonly of: BooleanTree }
  | { readonly node: "and" | "or"; readonly operands: ReadonlyArray<BooleanTree> }
  | Compare<"compareNumbers", NumberTree>
  | Compare<"compareRatios", NumberTree | Ratio>
  /** Only `==` and `!=`. */
  | Compare<"compareTexts", TextTree>
  | Compare<"compareBooleans", BooleanTree>
  | Compare<"compareDays", CountedTree>
  | Compare<"compareDatetimes", DatetimeTree>
  /** Never missing itself. */
  | { readonly node: "isMissing"; readonly of: ValueTree | RowsTree }
  /** As `==` with each item, joined by `||`. INVARIANT: all of one kind, numbers of one scale. */
  | { readonly node: "among"; readonly of: ScalarTree; readonly items: ReadonlyArray<ScalarTree> }
  | { readonly node: "chosen"; readonly choices: ChoicesTree; readonly option: TextTree }
  | { readonly node: "contains" | "startsWith" | "endsWith"; readonly of: TextTree; readonly part: TextTree }
  | { readonly node: "matches"; readonly of: TextTree; readonly pattern: Pattern }
  | { readonly node: "any" | "all"; readonly each: Each<BooleanTree> }
)

/** What a text says when the rule runs; missing where it says nothing of the kind. */
interface OfText {
  readonly node: "ofText"
  readonly of: TextTree
}

export type DateTree = { readonly kind: "date" } & (
  | Missing
  | Read
  | Lookup
  | If<DateTree>
  | Coalesce<DateTree>
  | OfRow<DateTree>
  | CountedLiteral
  | OfText
  | Extreme<DateTree>
  | { readonly node: "today" }
  /** `amount` has scale 0. */
  | {
      readonly node: "later"
      readonly unit: "days" | "months" | "years"
      readonly of: DateTree
      readonly amount: NumberTree
    }
  /** As many business days later; `amount` has scale 0, `table` as above. */
  | { readonly node: "businessDay"; readonly of: DateTree; readonly amount: NumberTree; readonly table?: Table }
  | { readonly node: "dateOfDatetime"; readonly of: DatetimeTree }
)

/** A counted kind that has no other nodes. */
type PlainTree<Kind extends CountedKind> = { readonly kind: Kind } & (
  | Missing
  | Read
  | If<PlainTree<Kind>>
  | Coalesce<PlainTree<Kind>>
  | OfRow<PlainTree<Kind>>
  | CountedLiteral
  | OfText
)
type PlainKind = Exclude<CountedKind, "date">

/** Of every counted kind. */
export type CountedTree = DateTree | { readonly [K in PlainKind]: PlainTree<K> }[PlainKind]

export type DatetimeTree = { readonly kind: "datetime" } & (
  | Missing
  | Read
  | If<DatetimeTree>
  | Coalesce<DatetimeTree>
  | OfRow<DatetimeTree>
  | { readonly node: "literal"; readonly moment: Moment }
  | { readonly node: "datetimeOfText"; readonly of: TextTree }
)

/** What has an order. */
export type OrderedTree = NumberTree | CountedTree | DatetimeTree

/** What a clock shows: a time, or a date with a time. */
type ClockTree = PlainTree<"time"> | DatetimeTree

export type ChoicesTree = { readonly kind: "choices" } & (Missing | Read | If<ChoicesTree> | Coalesce<ChoicesTree>)

/** What is chosen of several options, each as a row that `eachOption` reads. `most` bounds how many can be chosen. */
export interface OptionRows {
  readonly kind: "rows"
  readonly node: "options"
  readonly of: ChoicesTree
  readonly most: number
}

/** Rows of a list, in order, or chosen options. A missing or hidden list has none. */
export type RowsTree =
  | OptionRows
  | ({ readonly kind: "rows" } &
      /** `slot` is the list's index in the form's `fields`. */
      (
        | { readonly node: "list"; readonly slot: number }
        | { readonly node: "filter"; readonly each: Each<BooleanTree> }
      ))

/** One value that can be compared. */
export type ScalarTree = NumberTree | TextTree | BooleanTree | CountedTree | DatetimeTree
/** What a field can hold and a formula can give. */
export type ValueTree = ScalarTree | ChoicesTree
/** The kinds of values: each type of field has one. */
export type ValueKind = ValueTree["kind"]

export const isCounted = (tree: { readonly kind: string }): tree is CountedTree => isCountedKind(tree.kind)
