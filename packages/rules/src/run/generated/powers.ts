/** Powers, roots and products of rows as code: calls of functions that count in BigInt, because few of them fit a double. */
import type { Each, NumberTree, Ratio } from "../../tree/Tree.ts"
import { divide, powerOfTen, type Rounding } from "../../values/decimal.ts"
import { power, squareRoot } from "../../values/powers.ts"
import { type Emitter, type Site, writeEach } from "./Emitter.ts"
import { guard } from "./OverflowGuard.ts"

type Power = Extract<Ratio, { readonly kind: "power" | "product" }>
type Root = Extract<NumberTree, { readonly node: "root" }>

interface Quotient {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Of a double that is missing or not exact there is nothing: in the latter case the guard was raised, and what is counted here is thrown away. */
const wholeIn = (value: number | undefined): bigint | undefined =>
  value !== undefined && Number.isSafeInteger(value) ? BigInt(value) : undefined

type Count = (values: ReadonlyArray<number>) => Quotient | null

const powerOf =
  (scale: number): Count =>
  ([base, exponent]) => {
    const [of, by] = [wholeIn(base), wholeIn(exponent)]
    return of === undefined || by === undefined ? null : power(of, scale, by)
  }

const productOf =
  (scale: number): Count =>
  (values) => {
    let numerator = 1n
    for (const value of values) {
      const factor = wholeIn(value)
      if (factor === undefined) return null
      numerator *= factor
    }
    return { numerator, denominator: powerOfTen(scale * values.length) }
  }

/** Writes a loop that collects the values of rows that have one. */
const valuesCode = (emitter: Emitter, site: Site, each: Each<NumberTree>): string => {
  const { writer } = site
  const [all, value] = [writer.temp(), writer.temp()]
  writer.line(`${all} = [];`)
  writeEach(emitter, site, each, (inside, tree) => {
    writer.line(`${value} = ${emitter.number(inside, tree)};`)
    writer.line(`if (${value} === ${value}) ${all}.push(${value});`)
  })
  return all
}

/** The code of the list of numbers that a power or a product is made of, and the function that makes it. */
const partsOf = (emitter: Emitter, site: Site, ratio: Power): { readonly code: string; readonly count: Count } =>
  ratio.kind === "power"
    ? {
        code: `[${emitter.number(site, ratio.base)}, ${emitter.number(site, ratio.exponent)}]`,
        count: powerOf(ratio.base.scale)
      }
    : { code: valuesCode(emitter, site, ratio.each), count: productOf(ratio.each.of.scale) }

const guarded = ({ writer }: Site, code: string): string => `${writer.constant(guard)}(${code})`

/** Rounded: in units of 10^-digits, which are tens or more where the digits are below 0. */
export const roundedPowerCode = (
  emitter: Emitter,
  site: Site,
  ratio: Power,
  digits: number,
  rounding: Rounding
): string => {
  const { code, count } = partsOf(emitter, site, ratio)
  const [up, down] = [powerOfTen(Math.max(0, digits)), powerOfTen(Math.max(0, -digits))]
  const rounded = (values: ReadonlyArray<number>): number => {
    const found = count(values)
    return found === null ? NaN : Number(divide(found.numerator * up, found.denominator * down, rounding))
  }
  return guarded(site, `${site.writer.constant(rounded)}(${code})`)
}

/** Numerator and denominator, which is positive, as expressions. */
export const powerCode = (emitter: Emitter, site: Site, ratio: Power): readonly [string, string] => {
  const { writer } = site
  const { code, count } = partsOf(emitter, site, ratio)
  const below = { denominator: 1 }
  const counted = (values: ReadonlyArray<number>): number => {
    const found = count(values)
    if (found === null) return NaN
    below.denominator = guard(Number(found.denominator))
    return guard(Number(found.numerator))
  }
  const [numerator, denominator] = [writer.temp(), writer.temp()]
  writer.line(`${numerator} = ${writer.constant(counted)}(${code});`)
  writer.line(`${denominator} = ${writer.constant(below)}.denominator;`)
  return [numerator, denominator]
}

/** A root in units of its scale. */
export const rootCode = (emitter: Emitter, site: Site, { digits, of }: Root): string => {
  const { scale } = of
  const root = (value: number): number => {
    const whole = wholeIn(value)
    const found = whole === undefined ? null : squareRoot(whole, scale, digits)
    return found === null ? NaN : Number(found)
  }
  return guarded(site, `${site.writer.constant(root)}(${emitter.number(site, of)})`)
}
