/** Rows of which a table cannot tell which one counts: they meet the same keys, and name equally many of them. */
import { type Group, groupedInSlices, rowIn, type Twins } from "./groups.ts"
import type { Slices } from "../values/Slices.ts"
import type { Cell, TableDefinition } from "../TableDefinition.ts"

/** Pairs that an answer lists. */
const ENOUGH = 100
/** Groups that are asked for a row, in one check: half a second's work, and some more for each row. */
const MOST = 1_000_000
const MORE_A_ROW = 20
/** The same for one pair of rows, and between two pauses: some milliseconds'. */
const AT_ONCE = 5_000

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
  /** What is left of `MOST` and more. */
  left: number
  /** Whether it was too little somewhere. */
  isCut: boolean
}

/** Whether the two rows meet some keys of which no row names more than they do. */
const areEqual = (search: Search, first: number, second: number): boolean => {
  const { groups, starts, table } = search
  const [a, b] = [table.rows[first] ?? [], table.rows[second] ?? []]
  const keys: Array<Cell | undefined> = []
  const least = Math.max(0, search.left - AT_ONCE)
  const from = (key: number): boolean => {
    if (key === table.keys.length) {
      search.left -= groups.length
      const best = bestOf(groups, keys)
      return best.includes(first) && best.includes(second)
    }
    const [one = null, other = null] = [a[key], b[key]]
    const at = table.keys[key]?.match === "from" ? candidates(starts[key] ?? [], one, other) : [one ?? other ?? OTHER]
    search.left -= at.length
    for (const value of at) {
      if (search.left <= least) search.isCut = true
      if (search.left <= least) return false
      keys[key] = value
      if (from(key + 1)) return true
    }
    return false
  }
  return from(0)
}

/** Goes through the pairs of rows of two groups that agree in the exact keys that both name. */
function* searchPair(search: Search, one: Group, other: Group): Slices<void> {
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
  search.left -= one.rows.length + other.rows.length
  let pause = search.left - AT_ONCE
  for (const first of one.rows) {
    for (const second of alike.get(cells(first)) ?? []) {
      if (search.found.length >= ENOUGH || search.left <= 0) return
      if (areEqual(search, first, second)) search.found.push({ first, second })
      if (search.left > pause) continue
      pause = search.left - AT_ONCE
      yield
    }
  }
  yield
}

/**
 * In slices: the pairs of rows, at most a hundred, between which a lookup could not choose; undefined where the rows overlap in too many ways to tell.
 */
export function* ambiguous(table: TableDefinition): Slices<ReadonlyArray<Twins> | undefined> {
  const { groups, twins } = yield* groupedInSlices(table)
  if (twins.length > 0) return twins.slice(0, ENOUGH)
  const starts = table.keys.map(({ match }, key) =>
    match === "exact"
      ? []
      : [...new Set(table.rows.flatMap((row) => (typeof row[key] === "number" ? [row[key]] : [])))].toSorted(
          (a, b) => a - b
        )
  )
  const search: Search = { table, groups, starts, found: [], left: MOST + MORE_A_ROW * table.rows.length, isCut: false }
  for (const [index, one] of groups.entries()) {
    // Those that name most keys come first: behind one that names fewer there are no equals.
    for (let at = index + 1; groups[at]?.keys.length === one.keys.length; at += 1) {
      const other = groups[at]
      if (other === undefined || search.found.length >= ENOUGH) break
      if (search.left <= 0) search.isCut = true
      if (search.left <= 0) break
      yield* searchPair(search, one, other)
    }
  }
  return search.isCut && search.found.length === 0 ? undefined : search.found
}
