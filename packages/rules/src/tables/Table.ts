/** A table that is ready to be looked up in. */
import { type Column, columnOf } from "./columns.ts"
import { type FindRow, finderOf, type Group, grouped, onlyLevel, rowAndNextIn, rowIn } from "./groups.ts"
import type { Below } from "./levels.ts"
import type { Cell, TableDefinition, TableValue } from "../TableDefinition.ts"

/** Bytes of a cell and of its place in the levels, about. */
const BYTES_A_CELL = 40
const BYTES_A_PLACE = 8

/**
 * INVARIANT: what it holds is private. A checked tree has the table itself, and whoever walks through a tree by the members of its parts does
 * not walk through rows.
 */
export class Table {
  readonly #definition: TableDefinition
  readonly #groups: ReadonlyArray<Group>
  #identity: string | undefined

  private constructor(definition: TableDefinition) {
    this.#definition = definition
    this.#groups = grouped(definition).groups
  }

  static readonly #known = new WeakMap<TableDefinition, Table>()

  /** The table of a definition, made once. */
  static of(definition: TableDefinition): Table {
    const known = Table.#known.get(definition)
    if (known !== undefined) return known
    const made = new Table(definition)
    Table.#known.set(definition, made)
    return made
  }

  get definition(): TableDefinition {
    return this.#definition
  }

  /** Equal for tables that answer alike. */
  get identity(): string {
    return (this.#identity ??= JSON.stringify(this.#definition.origin ?? this.#definition))
  }

  /** About what it keeps. A table of the organisation is shared by its forms: of it the columns that a form reads, about. */
  get bytes(): number {
    const { keys, origin, rows, values } = this.#definition
    if (origin !== undefined) return BYTES_A_PLACE * rows.length * values.length
    return BYTES_A_CELL * rows.length * (keys.length + values.length)
  }

  /** Kinds of rows, by the keys that they name: a lookup goes through all of them at worst. */
  get kinds(): number {
    return this.#groups.length
  }

  /** The index of the value column of a name among `values`; -1 without one. */
  column(name: string): number {
    return this.#definition.values.findIndex((value) => value.name === name)
  }

  value(column: number): TableValue | undefined {
    return this.#definition.values[column]
  }

  /** A value's column. */
  values(column: number): Column {
    const { keys, rows } = this.#definition
    return columnOf(rows, keys.length + column)
  }

  /** The index of the row for these keys, one a column; -1 where there is none. Of the rows that meet the keys, the one that names most. */
  find(keys: ReadonlyArray<Cell | undefined>): number {
    for (const group of this.#groups) {
      const row = rowIn(group, keys)
      if (row !== undefined) return row
    }
    return -1
  }

  /** The level of its one key, which every row names; undefined of other tables. */
  get onlyLevel(): Below | undefined {
    return onlyLevel(this.#groups, this.#definition.keys.length)
  }

  /** As `find`, with the keys one by one: of a table with one key, or with two that every row names; undefined of others. */
  get finder(): FindRow | undefined {
    return finderOf(this.#groups, this.#definition.keys.length)
  }

  /** As `find`, with the row of the range after it; -1 where it is the last one, or names no range. For a table with one key of ranges. */
  findWithNext(keys: ReadonlyArray<Cell | undefined>): readonly [row: number, next: number] | undefined {
    for (const group of this.#groups) {
      const found = rowAndNextIn(group, keys)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The places of its keys whose cells begin ranges. */
  get rangeKeys(): ReadonlyArray<number> {
    return this.#definition.keys.flatMap(({ match }, index) => (match === "from" ? [index] : []))
  }

  /** Of a row the cell of a key; null where any value meets it. */
  keyCell(row: number, key: number): Cell {
    return this.#definition.rows[row]?.[key] ?? null
  }
}
