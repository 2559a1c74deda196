/** The rows of a table in groups: those that leave the same keys open stand in one tree of levels. */
import { type Below, ExactLevel, FromLevel } from "./levels.ts"
import type { Cell, TableDefinition } from "../TableDefinition.ts"

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

/** The levels of the keys `named`, of the rows `own`. */
const levelOf = (
  table: TableDefinition,
  own: ReadonlyArray<number>,
  named: ReadonlyArray<number>,
  twins: Array<Twins>
): Below => {
  const [first = -1, ...others] = own
  const [key, ...below] = named
  if (key === undefined) {
    for (const second of others) twins.push({ first, second })
    return first
  }
  const parts = new Map<Cell, Array<number>>()
  for (const row of own) {
    const cell = table.rows[row]?.[key] ?? null
    const part = parts.get(cell)
    if (part === undefined) parts.set(cell, [row])
    else part.push(row)
  }
  const down = (part: ReadonlyArray<number>) => levelOf(table, part, below, twins)
  if (table.keys[key]?.match !== "from")
    return new ExactLevel(new Map([...parts].map(([cell, part]) => [cell, down(part)] as const)))
  return new FromLevel(new Map([...parts].map(([cell, part]) => [Number(cell), down(part)] as const)))
}

const namedIn = ({ keys }: TableDefinition, row: Rows[number]): ReadonlyArray<number> => {
  const named = keys.flatMap((_, key) => (row[key] === null ? [] : [key]))
  const isFrom = (key: number): boolean => keys[key]?.match === "from"
  return [...named.filter((key) => !isFrom(key)), ...named.filter(isFrom)]
}

export const grouped = (table: TableDefinition): Grouped => {
  const groups = new Map<string, { readonly keys: ReadonlyArray<number>; readonly rows: Array<number> }>()
  table.rows.forEach((row, index) => {
    const keys = namedIn(table, row)
    const known = groups.get(keys.join())
    if (known === undefined) groups.set(keys.join(), { keys, rows: [index] })
    else known.rows.push(index)
  })
  const twins: Array<Twins> = []
  return {
    groups: [...groups.values()]
      .map(({ keys, rows }) => ({ keys, rows, root: levelOf(table, rows, keys, twins) }))
      .toSorted((a, b) => b.keys.length - a.keys.length),
    twins
  }
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
