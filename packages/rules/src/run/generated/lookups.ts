/** Lookups in tables as code: a call of a function made for the lookup. */
import type { Cell } from "../../TableDefinition.ts"
import { keyOfDouble } from "../../tables/keyUnits.ts"
import { ExactLevel, FromLevel } from "../../tables/levels.ts"
import { numbersInRanges, rowsOfTexts } from "../../tables/readied.ts"
import type { Lookup } from "../../tree/Tree.ts"
import { called, type Emitter, type Site } from "./Emitter.ts"

/** A key as generated code holds it: NaN and undefined are missing. */
export type Key = string | number | boolean | undefined

const isMissing = (key: Key): boolean => key === undefined || key !== key

/** Finds what a column has. Gives `nothing` where a key is missing, where no row meets the keys, and for a cell without a value. */
const finder = <Nothing extends number | undefined>(
  { column, keys, table }: Lookup,
  nothing: Nothing,
  unit: number
) => {
  // Shared with other lookups, so that a number is counted in this one's unit when it is found.
  const { cells } = table.values(column)
  const valueOf = (row: number): Cell | Nothing => {
    const cell = row < 0 ? null : (cells[row] ?? null)
    if (typeof cell !== "number") return cell ?? nothing
    return unit === 1 ? cell : cell / unit
  }
  const find = table.finder
  if (find === undefined)
    return (...given: Array<Key>): Cell | Nothing => (given.some(isMissing) ? nothing : valueOf(table.find(given)))
  const hasOne = keys.length === 1
  return (first: Key, second: Key): Cell | Nothing =>
    isMissing(first) || (!hasOne && isMissing(second)) ? nothing : valueOf(find(first, second))
}

/** Where all rows name the one key: code without a call of its own. What is missing is no key, and begins no range. */
const plainCode = ({ writer }: Site, { column, table }: Lookup, key: string, nothing: number | undefined) => {
  const { cells, isFull } = table.values(column)
  const level = table.onlyLevel
  if (level instanceof FromLevel) {
    const ofValue = nothing === undefined ? undefined : numbersInRanges.get(level)?.(cells)
    return ofValue && `${writer.constant(ofValue)}(${key})`
  }
  if (!(level instanceof ExactLevel)) return undefined
  const row = writer.temp()
  const ofText = rowsOfTexts.get(level.known)
  const isMissing =
    ofText === undefined
      ? `(${row} = ${writer.constant(level.known)}.get(${key})) === undefined`
      : `(${row} = ${writer.constant(ofText)}(${key})) < 0`
  const cell = `${writer.constant(cells)}[${row}]`
  return `(${isMissing} ? ${nothing} : ${isFull ? cell : `${cell} ?? ${nothing}`})`
}

/**
 * @param nothing what the code gives for a missing value.
 * @param unit what a number is counted in: all of its column are multiples of it.
 */
export const lookupCode = (
  emitter: Emitter,
  site: Site,
  tree: Lookup,
  nothing: number | undefined,
  unit = 1
): string => {
  const keys = tree.keys.map(({ more, of }, index) => {
    const key = emitter.value(site, of)
    const match = tree.table.definition.keys[index]?.match ?? "exact"
    return more === 0 ? key : called(site, (units: number) => keyOfDouble(units, more, match))(key)
  })
  const [only = "", second] = keys
  const plain = second === undefined ? plainCode(site, tree, only, nothing) : undefined
  if (plain !== undefined) return unit === 1 ? plain : `(${plain} / ${unit})`
  return `${site.writer.constant(finder(tree, nothing, unit))}(${keys.join(", ")})`
}
