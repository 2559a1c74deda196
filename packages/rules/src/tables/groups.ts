/** The rows of a table in groups: those that leave the same keys open stand in one tree of levels. */
import { type Below, ExactLevel, FromLevel } from "./levels.ts"
import type { Cell, TableDefinition } from "../TableDefinition.ts"
import { finish, type Slices } from "../values/Slices.ts"

/** Rows that name the same keys. */
export interface Group {
  /** The keys that they name, by their places: exact ones first. */
  readonly keys: ReadonlyArray<number>
  readonly rows: ReadonlyArray<number>
  readonly root: Below
}

/** Two rows whose cells are alike in every key. */
export interface Twins {
  readonly first: number
  readonly second: number
}

export interface Grouped {
  /** Those that name most keys first. */
  readonly groups: ReadonlyArray<Group>
  readonly twins: ReadonlyArray<Twins>
}

type Rows = TableDefinition["rows"]

/** Rows whose levels are made between two pauses: a few milliseconds' work. */
const AT_ONCE = 2_000

/** Rows by their cell of a key. */
function* partsOf(
  table: TableDefinition,
  own: ReadonlyArray<number>,
  key: number
): Slices<ReadonlyMap<Cell, Array<number>>> {
  const parts = new Map<Cell, Array<number>>()
  for (const [index, row] of own.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield
    const cell = table.rows[row]?.[key] ?? null
    const part = parts.get(cell)
    if (part === undefined) parts.set(cell, [row])
    else part.push(row)
  }
  return parts
}

const level = ({ keys }: TableDefinition, key: number, below: ReadonlyMap<Cell, Below>): Below =>
  keys[key]?.match === "from"
    ? new FromLevel(new Map([...below].map(([cell, one]) => [Number(cell), one] as const)))
    : new ExactLevel(below)

/** The levels of the keys `named`, of the rows `own`. */
const levelOf = (
  table: TableDefinition,
  own: ReadonlyArray<number>,
  named: ReadonlyArray<number>,
  twins: Array<Twins>
): Below => {
  const [first = -1, ...others] = own
  const [key, ...rest] = named
  if (key === undefined) {
    for (const second of others) twins.push({ first, second })
    return first
  }
  const below = new Map<Cell, Below>()
  for (const [cell, part] of finish(partsOf(table, own, key))) below.set(cell, levelOf(table, part, rest, twins))
  return level(table, key, below)
}

/** The same in slices, where there are many rows. */
function* levelInSlices(
  table: TableDefinition,
  own: ReadonlyArray<number>,
  named: ReadonlyArray<number>,
  twins: Array<Twins>
): Slices<Below> {
  const [key, ...rest] = named
  if (key === undefined || own.length <= AT_ONCE) return levelOf(table, own, named, twins)
  const below = new Map<Cell, Below>()
  let done = 0
  for (const [cell, part] of yield* partsOf(table, own, key)) {
    below.set(cell, yield* levelInSlices(table, part, rest, twins))
    done += part.length
    if (done < AT_ONCE) continue
    done = 0
    yield
  }
  return level(table, key, below)
}

const namedIn = ({ keys }: TableDefinition, row: Rows[number]): ReadonlyArray<number> => {
  const named = keys.flatMap((_, key) => (row[key] === null ? [] : [key]))
  const isFrom = (key: number): boolean => keys[key]?.match === "from"
  return [...named.filter((key) => !isFrom(key)), ...named.filter(isFrom)]
}

/** By rows: forms that share a table of their organisation share its groups. */
const known = new WeakMap<Rows, Grouped>()

/** In slices; once for the same rows. */
export function* groupedInSlices(table: TableDefinition): Slices<Grouped> {
  const kept = known.get(table.rows)
  if (kept !== undefined) return kept
  const groups = new Map<string, { readonly keys: ReadonlyArray<number>; readonly rows: Array<number> }>()
  for (const [index, row] of table.rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield
    const keys = namedIn(table, row)
    const group = groups.get(keys.join())
    if (group === undefined) groups.set(keys.join(), { keys, rows: [index] })
    else group.rows.push(index)
  }
  const twins: Array<Twins> = []
  const made: Array<Group> = []
  for (const { keys, rows } of groups.values())
    made.push({ keys, rows, root: yield* levelInSlices(table, rows, keys, twins) })
  const grouped = { groups: made.toSorted((a, b) => b.keys.length - a.keys.length), twins }
  known.set(table.rows, grouped)
  return grouped
}

export const grouped = (table: TableDefinition): Grouped => finish(groupedInSlices(table))

/** The row of a group that has these keys, and where its last key is a range, the row of the next one; -1 without one. */
export const rowAndNextIn = (
  { keys, root }: Group,
  values: ReadonlyArray<Cell | undefined>
): readonly [row: number, next: number] | undefined => {
  let below: Below | undefined = root
  let next: Below | undefined
  for (const key of keys) {
    if (below === undefined || typeof below === "number") return undefined
    next = below instanceof FromLevel ? below.next(values[key]) : undefined
    below = below.below(values[key])
  }
  if (typeof below !== "number") return undefined
  return [below, typeof next === "number" ? next : -1]
}

/** The row of a group that has these keys; undefined where none has. */
export const rowIn = ({ keys, root }: Group, values: ReadonlyArray<Cell | undefined>): number | undefined => {
  let below: Below | undefined = root
  for (const key of keys) {
    if (below === undefined || typeof below === "number") return undefined
    below = below.below(values[key])
  }
  return typeof below === "number" ? below : undefined
}

/** The row for the keys of a table, -1 without one. Made for a table, so that what one lookup costs is what its levels cost. */
export type FindRow = (first: Cell | undefined, second?: Cell) => number

const rowOf = (below: Below | undefined): number => (typeof below === "number" ? below : -1)

/** Of a table with one key. */
const rowByOne = (groups: ReadonlyArray<Group>): FindRow => {
  const roots = groups.map(({ root }) => root)
  const open = rowOf(roots.find((root) => typeof root === "number"))
  const level = roots.find((root) => typeof root !== "number")
  return (cell) => {
    const row = level?.below(cell)
    return typeof row === "number" ? row : open
  }
}

/** Of a table with two keys, each of which every row names. */
const rowByTwo = ({ keys, root }: Group): FindRow | undefined => {
  if (keys.length < 2 || typeof root === "number") return undefined
  const isTurned = keys[0] === 1
  return (first, second) => {
    const below = root.below(isTurned ? second : first)
    return typeof below === "object" ? rowOf(below.below(isTurned ? first : second)) : -1
  }
}

/** The level of a table with one key, which every row names; undefined of others. */
export const onlyLevel = ([only, ...others]: ReadonlyArray<Group>, keys: number): Below | undefined =>
  keys === 1 && others.length === 0 ? only?.root : undefined

/** Without a loop over groups and keys, where a table has few of them; undefined of others. @param keys how many the table has. */
export const finderOf = (groups: ReadonlyArray<Group>, keys: number): FindRow | undefined => {
  const [only, ...others] = groups
  if (keys === 1) return rowByOne(groups)
  return keys === 2 && only !== undefined && others.length === 0 ? rowByTwo(only) : undefined
}
