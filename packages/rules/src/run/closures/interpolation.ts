/** Interpolation in tables as closures. */
import { keyOfUnits } from "../../tables/keyUnits.ts"
import type { Cell } from "../../TableDefinition.ts"
import type { Lookup } from "../../tree/Tree.ts"
import { powerOfTen } from "../../values/decimal.ts"
import type { Compiler, Fraction } from "./Compiler.ts"
import { lift, missing, type Run } from "./Frame.ts"
import { keyRun, numberIn } from "./lookups.ts"

/** The key of ranges, exactly: in the units of its rule. */
const exactly = (compiler: Compiler, { keys }: Lookup, place: number): Run<bigint> => {
  const of = keys[place]?.of
  if (of?.kind === "number") return compiler.number(of)
  return of?.kind === "date" ? lift(compiler.days(of), BigInt) : missing
}

/** Exact on the line between two rows. From the last row on its value stays, as a lookup's does. */
export const interpolatedRun = (compiler: Compiler, lookup: Lookup): Run<Fraction> => {
  const { column, keys, table } = lookup
  const [place = -1] = table.rangeKeys
  const more = keys[place]?.more ?? 0
  const step = powerOfTen(more)
  const along = exactly(compiler, lookup, place)
  const others = keys.map((_, index) => (index === place ? undefined : keyRun(compiler, lookup, index)))
  const { cells } = table.values(column)
  const valueOf = (row: number): bigint | null => numberIn(cells[row] ?? null)
  const startOf = (row: number): bigint => numberIn(table.keyCell(row, place)) ?? 0n
  const unit = powerOfTen(table.value(column)?.decimals ?? 0)
  return (frame) => {
    const at = along(frame)
    if (at === null) return null
    const given: Array<Cell> = []
    for (const run of others) {
      const key = run === undefined ? keyOfUnits(at, more, "from") : run(frame)
      if (key === null) return null
      given.push(key)
    }
    const [row = -1, next = -1] = table.findWithNext(given) ?? []
    const low = valueOf(row)
    if (low === null) return null
    const [from, to] = [startOf(row) * step, startOf(next) * step]
    if (next < 0 || at === from) return { numerator: low, denominator: unit }
    const high = valueOf(next)
    return high === null ? null : { numerator: low * (to - at) + high * (at - from), denominator: (to - from) * unit }
  }
}
