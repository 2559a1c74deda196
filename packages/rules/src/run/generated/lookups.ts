/** Lookups in tables as code: a call of a function made for the lookup. */
import type { Cell } from "../../TableDefinition.ts"
import { keyOfDouble } from "../../tables/keyUnits.ts"
import { ExactLevel, FromLevel } from "../../tables/levels.ts"
import { numberInRange } from "../../tables/rangeNumbers.ts"
import { rowOfText } from "../../tables/shortTexts.ts"
import type { Lookup } from "../../tree/Tree.ts"
import type { Emitter, Site } from "./Emitter.ts"

/** A key as generated code holds it: NaN and undefined are missing. */
export type Key = string | number | boolean | undefined

const isMissing = (key: Key): boolean => key === undefined || Number.isNaN(key)

/** Finds what a column has. Gives `nothing` where a key is missing, where no row meets the keys, and for a cell without a value. */
const finder = <Nothing extends number | undefined>(
  { column, keys, table }: Lookup,
  nothing: Nothing,
  unit: number
) => {
  // Shared with other lookups, so that a number is counted in this one's unit when it is found.
  const { cells } = table.values(column)
  const valueOf = (row: number): Cell | Nothing => {
    const cell = cells[row] ?? null
    if (typeof cell !== "number") return cell ?? nothing
    return unit === 1 ? cell : cell / unit
  }
  const columns = keys.map(({ more }, index) => ({ more, match: table.definition.keys[index]?.match ?? "exact" }))
  const isPlain = columns.every(({ more }) => more === 0)
  const level = isPlain ? table.onlyLevel : undefined
  if (level instanceof ExactLevel)
    // What is missing is no key of it.
    return (key: Key): Cell | Nothing => {
      const row = level.known.get(key ?? null)
      return typeof row === "number" ? valueOf(row) : nothing
    }
  const find = isPlain ? table.finder : undefined
  if (find !== undefined && columns.length === 1)
    return (key: Key): Cell | Nothing => {
      if (isMissing(key)) return nothing
      const row = find(key)
      return row < 0 ? nothing : valueOf(row)
    }
  if (find !== undefined)
    return (first: Key, second: Key): Cell | Nothing => {
      if (isMissing(first) || isMissing(second)) return nothing
      const row = find(first, second)
      return row < 0 ? nothing : valueOf(row)
    }
  return (...given: Array<Key>): Cell | Nothing => {
    for (let index = 0; index < given.length; index += 1) {
      const key = given[index]
      if (isMissing(key)) return nothing
      const column = isPlain ? undefined : columns[index]
      if (column !== undefined && typeof key === "number") given[index] = keyOfDouble(key, column.more, column.match)
    }
    return valueOf(table.find(given))
  }
}

/** Where the column has a value in each row, and all rows name the one key: code without a call of its own. */
const plainCode = ({ writer }: Site, { column, table }: Lookup, key: string, nothing: number | undefined) => {
  const { cells, isFull } = table.values(column)
  if (!isFull) return undefined
  const level = table.onlyLevel
  if (level instanceof FromLevel)
    return nothing === undefined ? undefined : `${writer.constant(numberInRange(level, cells))}(${key})`
  if (!(level instanceof ExactLevel)) return undefined
  const ofText = rowOfText(level.known)
  const row = writer.temp()
  const isMissing =
    ofText === undefined
      ? `(${row} = ${writer.constant(level.known)}.get(${key})) === undefined`
      : `(${row} = ${writer.constant(ofText)}(${key})) < 0`
  return `(${isMissing} ? ${nothing} : ${writer.constant(cells)}[${row}])`
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
  const keys = tree.keys.map(({ of }) => emitter.value(site, of))
  const [only = "", ...others] = keys
  const isPlain = others.length === 0 && tree.keys.every(({ more }) => more === 0)
  const plain = isPlain ? plainCode(site, tree, only, nothing) : undefined
  if (plain !== undefined) return unit === 1 ? plain : `(${plain} / ${unit})`
  return `${site.writer.constant(finder(tree, nothing, unit))}(${keys.join(", ")})`
}
