/** Rows of which a table cannot tell which one counts: they meet the same keys, and name equally many of them. */
import { type Group, grouped, rowIn, type Twins } from "./groups.ts"
import type { Cell, TableDefinition } from "../TableDefinition.ts"

/** Pairs that an answer lists. */
const ENOUGH = 100
/** Lookups of one check: some seconds' work would be a hundred times as many. */
const MOST = 2_000_000

/** No cell has it: a value of a key that no row names. */
const OTHER = undefined

type Keys = ReadonlyArray<Cell | undefined>

/** The rows that name most keys of those that meet `keys`. */
const bestOf = (groups: ReadonlyArray<Group>, keys: Keys): ReadonlyArray<number> => {
  const best: Array<number> = []
  let named = -1
  for (const group of groups) {
    if (best.length > 0 && group.keys.length < named) return best
    const row = rowIn(group, keys)
    if (row === undefined) continue
    best.push(row)
    named = group.keys.length
  }
  return best
}

/** Values of a key at which both rows may hold: where the later range begins, and wherever another row's range begins after it. */
const candidates = (starts: ReadonlyArray<number>, a: Cell, b: Cell): ReadonlyArray<number | undefined> => {
  if (a === null && b === null) return [OTHER, ...starts]
  const from = Math.max(a === null ? -Infinity : Number(a), b === null ? -Infinity : Number(b))
  return starts.filter((start) => start >= from)
}

interface Search {
  readonly table: TableDefinition
  readonly groups: ReadonlyArray<Group>
  /** The cells of each key that begin a range, in their order. */
  readonly starts: ReadonlyArray<ReadonlyArray<number>>
  readonly found: Array<Twins>
  left: number
}

/** Whether the two rows meet some keys of which no row names more than they do. */
const areEqual = (search: Search, first: number, second: number): boolean => {
  const { groups, starts, table } = search
  const [a, b] = [table.rows[first] ?? [], table.rows[second] ?? []]
  const keys: Array<Cell | undefined> = []
  const from = (key: number): boolean => {
    if (key === table.keys.length) {
      search.left -= 1
      const best = bestOf(groups, keys)
      return best.includes(first) && best.includes(second)
    }
    const [one = null, other = null] = [a[key], b[key]]
    const at = table.keys[key]?.match === "from" ? candidates(starts[key] ?? [], one, other) : [one ?? other ?? OTHER]
    for (const value of at) {
      if (search.left <= 0) return false
      keys[key] = value
      if (from(key + 1)) return true
    }
    return false
  }
  return from(0)
}

/** Goes through the pairs of rows of two groups that agree in the exact keys that both name. */
const searchPair = (search: Search, one: Group, other: Group): void => {
  const { rows, keys } = search.table
  const shared = one.keys.filter((key) => keys[key]?.match === "exact" && other.keys.includes(key))
  const cells = (row: number): string => JSON.stringify(shared.map((key) => rows[row]?.[key]))
  const alike = new Map<string, Array<number>>()
  for (const row of other.rows) {
    const key = cells(row)
    const known = alike.get(key)
    if (known === undefined) alike.set(key, [row])
    else known.push(row)
  }
  for (const first of one.rows) {
    for (const second of alike.get(cells(first)) ?? []) {
      if (search.found.length >= ENOUGH || search.left <= 0) return
      if (areEqual(search, first, second)) search.found.push({ first, second })
    }
  }
}

/**
 * The pairs of rows, at most a hundred, between which a lookup could not choose; undefined where the rows overlap in too many ways to tell.
 */
export const ambiguous = (table: TableDefinition): ReadonlyArray<Twins> | undefined => {
  const { groups, twins } = grouped(table)
  if (twins.length > 0) return twins.slice(0, ENOUGH)
  const starts = table.keys.map(({ match }, key) =>
    match === "exact"
      ? []
      : [...new Set(table.rows.flatMap((row) => (typeof row[key] === "number" ? [row[key]] : [])))].toSorted(
          (a, b) => a - b
        )
  )
  const search: Search = { table, groups, starts, found: [], left: MOST }
  groups.forEach((one, index) => {
    for (const other of groups.slice(index + 1)) {
      if (other.keys.length === one.keys.length) searchPair(search, one, other)
    }
  })
  return search.left <= 0 && search.found.length === 0 ? undefined : search.found
}
