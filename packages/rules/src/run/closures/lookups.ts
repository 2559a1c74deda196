/** Lookups in tables as closures. */
import type { Cell } from "../../TableDefinition.ts"
import { keyOfUnits } from "../../tables/keyUnits.ts"
import type { Lookup } from "../../tree/Tree.ts"
import type { Compiler } from "./Compiler.ts"
import type { Run } from "./Frame.ts"

type Key = Run<string | number | boolean>

export const keyRun = (compiler: Compiler, { keys, table }: Lookup, index: number): Key => {
  const key = keys[index]
  const match = table.definition.keys[index]?.match ?? "exact"
  if (key === undefined) return () => null
  const { more, of } = key
  switch (of.kind) {
    case "text":
      return compiler.text(of)
    case "boolean":
      return compiler.boolean(of)
    case "number": {
      const run = compiler.number(of)
      return (frame) => {
        const units = run(frame)
        return units === null ? null : keyOfUnits(units, more, match)
      }
    }
    case "date":
      return compiler.days(of)
  }
}

/** The index of the row that a lookup finds; null where a key is missing or no row meets them. */
export const rowRun = (compiler: Compiler, lookup: Lookup): Run<number> => {
  const runs = lookup.keys.map((_, index) => keyRun(compiler, lookup, index))
  return (frame) => {
    const keys: Array<Cell> = []
    for (const run of runs) {
      const key = run(frame)
      if (key === null) return null
      keys.push(key)
    }
    const row = lookup.table.find(keys)
    return row < 0 ? null : row
  }
}

/** What a lookup gives. @param as makes a cell a value of the lookup's kind. */
export const lookupRun = <A>(compiler: Compiler, lookup: Lookup, as: (cell: Cell) => A | null): Run<A> => {
  const row = rowRun(compiler, lookup)
  const { cells } = lookup.table.values(lookup.column)
  return (frame) => {
    const found = row(frame)
    const cell = found === null ? null : (cells[found] ?? null)
    return cell === null ? null : as(cell)
  }
}

export const numberIn = (cell: Cell): bigint | null => (typeof cell === "number" ? BigInt(cell) : null)
export const daysIn = (cell: Cell): number | null => (typeof cell === "number" ? cell : null)
export const textIn = (cell: Cell): string | null => (typeof cell === "string" ? cell : null)
export const truthIn = (cell: Cell): boolean | null => (typeof cell === "boolean" ? cell : null)
