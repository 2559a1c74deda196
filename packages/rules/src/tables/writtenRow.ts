/** A row as its author writes it. */
import type { Json } from "../Json.ts"
import { columnType } from "./columnTypes.ts"
import type { Cell, TableColumn, TableDefinition } from "../TableDefinition.ts"

/** As a definition has it, a number with all its decimals as a text. */
export const writtenCell = ({ decimals, type }: TableColumn, cell: Cell): Json =>
  cell === null ? null : columnType[type].written(cell, decimals)

/** The cells of a row as in a definition, numbers with all their decimals as texts: `["10115", 18, "1.2500"]`. */
export const writtenRow = ({ keys, values }: TableDefinition, row: ReadonlyArray<Cell>): ReadonlyArray<Json> =>
  row.map((cell, index) => {
    const key = keys[index]
    if (key !== undefined) return cell === null ? "*" : writtenCell(key, cell)
    const value = values[index - keys.length]
    return value === undefined ? cell : writtenCell(value, cell)
  })
