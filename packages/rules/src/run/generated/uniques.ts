/** Rows that are there twice, and values of a row's field that an earlier row has too. */
import type { Field, ListField } from "../../Definition.ts"
import { isUniqueInRows } from "../../fields/running/runningTypes.ts"
import { inOrder } from "../../values/choices.ts"
import type { FastRow } from "./FastValue.ts"

/** Names of a row's members that must not be there twice. */
export interface Uniques {
  /** Row fields whose values have to be unique. */
  readonly each: ReadonlyArray<string>
  /** All together; undefined where whole rows may be alike. */
  readonly all: ReadonlyArray<string> | undefined
}

/** What has to be unique in the rows of a list, or undefined where nothing does. */
export const uniquesOf = ({ fields, unique }: ListField): Uniques | undefined => {
  const all = fields.map((_, slot) => `f${slot}`)
  const each = all.filter((_, slot) => fields.slice(slot, slot + 1).some(isUniqueInRows))
  return unique || each.length > 0 ? { each, all: unique ? all : undefined } : undefined
}

/** Few rows are compared each with each. */
const FEW = 16

/** Whether two values might be equal: quick, and true where that takes a closer look. Nothing is equal to nothing. */
const alike = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object") || (Number.isNaN(a) && Number.isNaN(b))

const isKnown = (value: unknown): boolean => value !== undefined && !Number.isNaN(value)

const mayPair = (rows: ReadonlyArray<FastRow>, mayBeEqual: (row: FastRow, other: FastRow) => boolean): boolean => {
  if (rows.length > FEW) return true
  for (const [index, row] of rows.entries()) {
    for (let before = 0; before < index; before += 1) {
      const other = rows[before]
      if (other !== undefined && mayBeEqual(row, other)) return true
    }
  }
  return false
}

/** Whether a whole row might be there twice. */
export const mayRepeatRow = ({ all }: Uniques, rows: ReadonlyArray<FastRow>): boolean =>
  all !== undefined && mayPair(rows, (row, other) => all.every((name) => alike(row[name], other[name])))

/** Whether a value that has to be unique might be there twice. */
export const mayRepeatValue = ({ each }: Uniques, rows: ReadonlyArray<FastRow>): boolean =>
  each.length > 0 &&
  mayPair(rows, (row, other) => each.some((name) => isKnown(row[name]) && alike(row[name], other[name])))

/** Something that two equal values share, or null where there is no value to compare. */
export const identity = (row: FastRow, field: Field, slot: number): string | null => {
  const value = row[`f${slot}`]
  if (value === undefined || Number.isNaN(value)) return null
  if (typeof value === "string") return value
  if (typeof value === "object" && value !== null && "seconds" in value && "nanos" in value)
    return JSON.stringify([value.seconds, value.nanos])
  if (Array.isArray(value) && "options" in field) return JSON.stringify(inOrder(field.options, value))
  // Adding 0 makes one zero of two.
  return JSON.stringify(typeof value === "number" ? value + 0 : value)
}

/** Where something is there again. */
export const again = (all: ReadonlyArray<string | undefined>): ReadonlyArray<number> => {
  const seen = new Set<string>()
  const found: Array<number> = []
  all.forEach((own, index) => {
    if (own === undefined) return
    if (seen.has(own)) found.push(index)
    else seen.add(own)
  })
  return found
}
