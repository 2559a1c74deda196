/**
 * What `readyTable` makes of the tables of an organisation, for generated code that looks up in them. Apart from what makes it: a page in a browser, whose
 * tables are small, does not load that.
 */
import type { Cell } from "../TableDefinition.ts"
import type { Below, FromLevel } from "./levels.ts"

/** The rows of a table whose one key is exact and which every row names. */
export type RowsByKey = ReadonlyMap<Cell, Below>

/** Gives the index of the row for a text; -1 without one, and for anything else. */
export type RowOfText = (text: unknown) => number

/** Gives the number of the range that a value lies in; NaN before the first range, for NaN, and where the row has none. */
export type NumberInRange = (value: number) => number

export const rowsOfTexts = new WeakMap<RowsByKey, RowOfText>()

/** Of ranges whose one key every row names: what makes it for a column of numbers, once. */
export const numbersInRanges = new WeakMap<FromLevel, (cells: ReadonlyArray<Cell>) => NumberInRange>()
