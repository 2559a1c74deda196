/** Interpolation in tables as code: a call of a function made for the lookup. */
import { keyOfDouble } from "../../tables/keyUnits.ts"
import type { Cell } from "../../TableDefinition.ts"
import type { Lookup } from "../../tree/Tree.ts"
import { powerOfTen } from "../../values/decimal.ts"
import type { Emitter, Site } from "./Emitter.ts"
import { commonFactor } from "./factors.ts"
import type { Key } from "./lookups.ts"
import { guard } from "./OverflowGuard.ts"

/** Where a function leaves what the numerator that it gives is divided by. */
interface Below {
  denominator: number
}

const countedIn = (unit: number, cell: Cell | undefined): number => (typeof cell === "number" ? cell / unit : NaN)

/** Gives the numerator; NaN where a key or a value is missing, or no row meets the keys. */
const interpolator = ({ column, keys, table }: Lookup, below: Below) => {
  const [place = -1] = table.rangeKeys
  const columns = keys.map(({ more }, index) => ({ more, match: table.definition.keys[index]?.match ?? "exact" }))
  const step = 10 ** (columns[place]?.more ?? 0)
  const one = powerOfTen(table.value(column)?.decimals ?? 0)
  const factor = commonFactor(BigInt(table.values(column).factor), one)
  const unit = Number(one / factor)
  const { cells } = table.values(column)
  const valueOf = (row: number): number => countedIn(Number(factor), cells[row])
  const startOf = (row: number): number => countedIn(1, table.keyCell(row, place)) || 0
  return (...given: Array<Key>): number => {
    const at = Number(given[place])
    for (const [index, { match, more }] of columns.entries()) {
      const key = given[index]
      if (key === undefined || Number.isNaN(key)) return NaN
      if (typeof key === "number") given[index] = keyOfDouble(key, more, match)
    }
    const found = table.findWithNext(given)
    if (found === undefined) return NaN
    const [row, next] = found
    const low = valueOf(row)
    const [from, to] = [guard(startOf(row) * step), guard(startOf(next) * step)]
    if (next < 0 || at === from) {
      below.denominator = unit
      return low
    }
    const [gone, left] = [guard(at - from), guard(to - at)]
    below.denominator = guard(guard(to - from) * unit)
    return guard(guard(low * left) + guard(valueOf(next) * gone))
  }
}

/** Numerator and denominator, which is positive, as expressions. */
export const interpolatedCode = (emitter: Emitter, site: Site, lookup: Lookup): readonly [string, string] => {
  const { writer } = site
  const below: Below = { denominator: 1 }
  const codes = lookup.keys.map(({ of }) => emitter.value(site, of))
  const [numerator, denominator] = [writer.temp(), writer.temp()]
  writer.line(`${numerator} = ${writer.constant(interpolator(lookup, below))}(${codes.join(", ")});`)
  writer.line(`${denominator} = ${writer.constant(below)}.denominator;`)
  return [numerator, denominator]
}
