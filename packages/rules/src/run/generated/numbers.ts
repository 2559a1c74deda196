/** Numbers as code: doubles that count units of their tree's scale, NaN where missing, guarded where they might not be exact. */
import { businessDaysOf } from "../../tables/holidays.ts"
import type { BusinessDays } from "../../values/businessDays.ts"
import type { Each, NumberTree, Ratio } from "../../tree/Tree.ts"
import { partOfDate, partOfTime } from "../../values/civil.ts"
import { powerOfTen } from "../../values/decimal.ts"
import { codePoints } from "../../values/text.ts"
import { intervalOf, magnitude, needsGuard, SAFE } from "./intervals.ts"
import { type Emitter, type Site, writeEach, writeLoop } from "./Emitter.ts"
import { commonFactor, unitOf } from "./factors.ts"
import { interpolatedCode } from "./interpolation.ts"
import { lookupCode } from "./lookups.ts"
import { guard, guardHalf } from "./OverflowGuard.ts"
import { powerCode, rootCode, roundedPowerCode } from "./powers.ts"
import { distinctCode } from "./rows.ts"
import { sharedCode } from "./shared.ts"
import * as runtime from "./runtime.ts"
import { after, atom, numberLiteral } from "./Writer.ts"

type Of<Node extends NumberTree["node"]> = Extract<NumberTree, { readonly node: Node }>

const call = ({ writer }: Site, f: unknown, ...operands: ReadonlyArray<string>): string =>
  `${writer.constant(f)}(${operands.join(", ")})`

/** `factor` times a number; for a literal, the product as a literal. */
const times = (code: string, factor: bigint): string => {
  if (factor === 1n) return code
  const literal = /^\(?(-?\d+)\)?$/.exec(code)
  return literal === null ? `(${code} * ${numberLiteral(factor)})` : numberLiteral(BigInt(literal[1] ?? "0") * factor)
}

const scaled = (code: string, exponent: number): string => times(code, powerOfTen(exponent))

/** A number counted in `unit`, which divides its own. */
const inUnit = (emitter: Emitter, site: Site, tree: NumberTree, unit: bigint): string => {
  const factor = unitOf(tree) / unit
  const code = counted(emitter, site, tree)
  if (factor <= 1n) return code
  const wide = times(code, factor)
  return magnitude(intervalOf(site.within, tree)) / unit > SAFE ? call(site, guard, wide) : wide
}

/** Writes a sum over rows, counted in its rows' unit; gives the variables of the sum and of how many rows had a value. */
const writeSum = (emitter: Emitter, site: Site, each: Each<NumberTree>) => {
  const { writer } = site
  const [sum, count, value] = [writer.temp(), writer.temp(), writer.temp()]
  const total = `${sum} + ${value}`
  // Each step of a sum that may grow too large, not its end alone: it might come back.
  const grows = needsGuard(site.within, { kind: "number", scale: each.of.scale, node: "sum", each })
  writer.line(`${sum} = 0; ${count} = 0;`)
  writeEach(emitter, site, each, (inside, tree) => {
    writer.line(`${value} = ${counted(emitter, inside, tree)};`)
    writer.line(`if (${value} === ${value}) { ${sum} = ${grows ? call(site, guard, total) : total}; ${count}++; }`)
  })
  return { sum, count }
}

/** Numerator and denominator, which may be 0 or negative, as expressions. */
export const fraction = (emitter: Emitter, site: Site, tree: NumberTree | Ratio): readonly [string, string] => {
  if (tree.kind === "number") return [emitter.number(site, tree), numberLiteral(powerOfTen(tree.scale))]
  if (tree.kind === "average") {
    const { count, sum } = writeSum(emitter, site, tree.each)
    return [guarded(site, sum, unitOf(tree.each.of)), scaled(count, tree.each.of.scale)]
  }
  if (tree.kind === "interpolated") return interpolatedCode(emitter, site, tree.lookup)
  if (tree.kind === "power" || tree.kind === "product") return powerCode(emitter, site, tree)
  const { dividend, divisor } = tree
  const common = Math.min(dividend.scale, divisor.scale)
  return [
    guarded(site, emitter.number(site, dividend), powerOfTen(divisor.scale - common)),
    guarded(site, emitter.number(site, divisor), powerOfTen(dividend.scale - common))
  ]
}

const guarded = (site: Site, code: string, factor: bigint): string =>
  factor === 1n ? code : call(site, guard, times(code, factor))

/** Counted in its unit, which is a power of ten where it is rounded to tens or more. */
const roundCode = (emitter: Emitter, site: Site, { digits, of, rounding }: Of<"round">): string => {
  if (of.kind === "number") {
    const step = powerOfTen(of.scale - digits)
    const unit = commonFactor(unitOf(of), step)
    const code = inUnit(emitter, site, of, unit)
    const isLarge = magnitude(intervalOf(site.within, of)) / unit > SAFE / 2n
    const safe = isLarge ? call(site, guardHalf, code) : code
    return step === unit ? safe : call(site, runtime.rounders[rounding], safe, numberLiteral(step / unit))
  }
  if (of.kind === "power" || of.kind === "product") return roundedPowerCode(emitter, site, of, digits, rounding)
  const [numerator, denominator] = fraction(emitter, site, of)
  const up = guarded(site, numerator, powerOfTen(Math.max(0, digits)))
  const down = guarded(site, denominator, powerOfTen(Math.max(0, -digits)))
  return call(site, runtime.dividers[rounding], up, down)
}

const rowsWhere = (emitter: Emitter, site: Site, { each }: Of<"count">): string => {
  const { writer } = site
  const count = writer.temp()
  writer.line(`${count} = 0;`)
  writeEach(emitter, site, each, (inside, tree) => {
    writer.line(`if (${emitter.isTrue(inside, tree)}) ${count}++;`)
  })
  return count
}

const rowCount = (emitter: Emitter, site: Site, { rows }: Of<"rows">): string => {
  if (rows.node === "list") return `l${rows.slot}.length`
  const { writer } = site
  const count = writer.temp()
  writer.line(`${count} = 0;`)
  writeLoop(emitter, site, rows, () => writer.line(`${count}++;`))
  return count
}

const measured = (site: Site, code: string, measure: (atom: string) => string): string => {
  const before: Array<string> = []
  const value = atom(site.writer, code, before)
  return after(before, `(${value} === undefined ? NaN : ${measure(value)})`)
}

const between = {
  months: runtime.monthsBetween,
  years: runtime.yearsBetween
}

const businessDaysBetween =
  ({ between: count }: BusinessDays) =>
  (from: number, to: number): number =>
    from === from && to === to ? count(from, to) : NaN

const elapsed = ({ days, moment }: Emitter, site: Site, { from, to }: Of<"elapsed">): string =>
  from.kind === "datetime" && to.kind === "datetime"
    ? call(site, runtime.nanosBetween, moment(site, from), moment(site, to))
    : from.kind === "time" && to.kind === "time"
      ? `(${days(site, to)} - ${days(site, from)})`
      : "NaN"

const symbols = { add: "+", subtract: "-", multiply: "*" }

const bare = (emitter: Emitter, site: Site, tree: NumberTree): string => {
  const unit = unitOf(tree)
  const part = (of: NumberTree) => inUnit(emitter, site, of, unit)
  switch (tree.node) {
    case "lookup":
      return lookupCode(emitter, site, tree, NaN, Number(unit))
    case "literal":
      return numberLiteral(tree.value / unit)
    case "widen":
      return counted(emitter, site, tree.of)
    case "add":
    case "subtract":
      return `(${part(tree.left)} ${symbols[tree.node]} ${part(tree.right)})`
    case "multiply":
      return `(${counted(emitter, site, tree.left)} * ${counted(emitter, site, tree.right)})`
    case "modulo":
      return call(site, runtime.modulo, part(tree.left), part(tree.right))
    case "negate":
      return `(-${counted(emitter, site, tree.of)})`
    case "abs":
      return `Math.abs(${counted(emitter, site, tree.of)})`
    case "round":
      return roundCode(emitter, site, tree)
    case "root":
      return rootCode(emitter, site, tree)
    case "extreme":
      return `Math.${tree.which === "least" ? "min" : "max"}(${tree.operands.map(part).join(", ")})`
    case "distinct":
      return distinctCode(emitter, site, tree.each)
    case "rowNumber":
      return `${site[tree.at]}.n`
    case "sum":
      return writeSum(emitter, site, tree.each).sum
    case "count":
      return rowsWhere(emitter, site, tree)
    case "rows":
      return rowCount(emitter, site, tree)
    case "items":
      return measured(site, emitter.choices(site, tree.of), (value) => `${value}.length`)
    case "length":
      return measured(site, emitter.text(site, tree.of), (value) => call(site, codePoints, value))
    case "numberOfText":
      return call(site, runtime.numberOfText, emitter.text(site, tree.of), String(tree.scale))
    case "between": {
      const [from, to] = [emitter.days(site, tree.from), emitter.days(site, tree.to)]
      return tree.unit === "days" ? `(${to} - ${from})` : call(site, between[tree.unit], from, to)
    }
    case "businessDays":
      return call(
        site,
        businessDaysBetween(businessDaysOf(tree.table)),
        emitter.days(site, tree.from),
        emitter.days(site, tree.to)
      )
    case "elapsed":
      return elapsed(emitter, site, tree)
    case "partOfTime":
      return tree.of.kind === "datetime"
        ? call(site, runtime.partOfMoment[tree.part], emitter.moment(site, tree.of))
        : call(site, partOfTime[tree.part], emitter.days(site, tree.of))
    case "partOfDate":
      return call(site, partOfDate[tree.part], emitter.days(site, tree.of))
    default:
      return sharedCode<NumberTree>(emitter, site, tree, "NaN", (inside, of) => inUnit(emitter, inside, of, unit))
  }
}

/** A number counted in its unit (factors.ts), guarded where a double might not hold it. */
const counted = (emitter: Emitter, site: Site, tree: NumberTree): string => {
  const code = bare(emitter, site, tree)
  return tree.node !== "field" && needsGuard(site.within, tree) ? call(site, guard, code) : code
}

/** A number as code, in units of its scale. */
export const numberCode = (emitter: Emitter, site: Site, tree: NumberTree): string => inUnit(emitter, site, tree, 1n)
