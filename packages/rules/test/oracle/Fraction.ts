/** Exact rationals: what the oracle calculates with, instead of scaled integers. */

/** INVARIANT: `bottom` is positive. Not reduced. */
export interface Fraction {
  readonly is: "number"
  readonly top: bigint
  readonly bottom: bigint
}

export const fraction = (top: bigint, bottom = 1n): Fraction =>
  bottom < 0n ? { is: "number", top: -top, bottom: -bottom } : { is: "number", top, bottom }

export const whole = (value: number): Fraction => fraction(BigInt(value))

/** A decimal or what JavaScript makes of a number: `-12.30`, `1e-7`; undefined for anything else. */
export const written = (text: string): Fraction | undefined => {
  const match = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text)
  if (match === null) return undefined
  const [, sign = "", before = "", after = "", power = "0"] = match
  const digits = BigInt(sign + before + after)
  const exponent = Number(power) - after.length
  return exponent < 0 ? fraction(digits, 10n ** BigInt(-exponent)) : fraction(digits * 10n ** BigInt(exponent))
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  a.bottom === b.bottom
    ? fraction(a.top + b.top, a.bottom)
    : fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)

export const negate = (a: Fraction): Fraction => fraction(-a.top, a.bottom)

export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.top, a.bottom * b.bottom)

export const divide = (a: Fraction, b: Fraction): Fraction | null =>
  b.top === 0n ? null : fraction(a.top * b.bottom, a.bottom * b.top)

/** Below zero, zero or above zero as `a` is to `b`. */
export const order = (a: Fraction, b: Fraction): number => {
  const difference = a.top * b.bottom - b.top * a.bottom
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The greatest whole number that is not above. */
export const floor = ({ bottom, top }: Fraction): bigint => {
  const quotient = top / bottom
  return quotient * bottom > top ? quotient - 1n : quotient
}

const unitOf = (digits: number): Fraction =>
  digits < 0 ? fraction(10n ** BigInt(-digits)) : fraction(1n, 10n ** BigInt(digits))

/** A value in units of 10^-digits. */
const inUnits = (value: Fraction, unit: Fraction): Fraction =>
  fraction(value.top * unit.bottom, value.bottom * unit.top)

/** To the nearest multiple of 10^-digits; of two equally near ones the even one, or the one farther from zero or nearer to it. */
export const round = (value: Fraction, digits: number, half: "away" | "even" | "zero"): Fraction => {
  const unit = unitOf(digits)
  const units = inUnits(value, unit)
  const below = floor(units)
  const above = below + 1n
  const fromBelow = units.top - below * units.bottom
  const fromAbove = above * units.bottom - units.top
  const even = below % 2n === 0n ? below : above
  const [nearer, farther] = units.top < 0n ? [above, below] : [below, above]
  const chosen = { away: farther, even, zero: nearer }[half]
  return multiply(fraction(fromBelow < fromAbove ? below : fromAbove < fromBelow ? above : chosen), unit)
}

/** The greatest multiple of 10^-digits that is not above. */
export const floorTo = (value: Fraction, digits: number): Fraction => {
  const unit = unitOf(digits)
  return multiply(fraction(floor(inUnits(value, unit))), unit)
}

export const ceilTo = (value: Fraction, digits: number): Fraction => negate(floorTo(negate(value), digits))

/** What is left of `a` when the greatest number of times `b` that is not above is taken away. */
export const modulo = (a: Fraction, b: Fraction): Fraction | null => {
  const quotient = divide(a, b)
  return quotient && add(a, negate(multiply(b, fraction(floor(quotient)))))
}

/** Multiplied out, one factor after the other; null beyond an exponent of 480, and where 0 would be divided by. */
export const power = (base: Fraction, exponent: bigint): Fraction | null => {
  if (exponent > 480n || exponent < -480n) return null
  let result = fraction(1n)
  for (let times = exponent < 0n ? -exponent : exponent; times > 0n; times -= 1n)
    result = reduced(multiply(result, base))
  return exponent < 0n ? divide(fraction(1n), result) : result
}

/** The nearest multiple of 10^-digits to the square root, searched for by halves; null of a negative number. */
export const squareRoot = (value: Fraction, digits: number): Fraction | null => {
  if (value.top < 0n) return null
  const unit = 10n ** BigInt(digits)
  /** Whether so many units, less a half, are at most the root. */
  const reaches = (units: bigint): boolean => (2n * units - 1n) ** 2n * value.bottom <= 4n * value.top * unit * unit
  let [low, high] = [0n, 1n]
  while (reaches(high)) [low, high] = [high, high * 2n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (reaches(middle)) low = middle
    else high = middle
  }
  return fraction(low, unit)
}

/** Whether it has at most so many decimals. */
export const fits = ({ bottom, top }: Fraction, decimals: number): boolean =>
  (top * 10n ** BigInt(decimals)) % bottom === 0n

/** As a decimal by long division, with at least so many decimals. */
export const decimal = (value: Fraction, least = 0): string => {
  const size = value.top < 0n ? -value.top : value.top
  let rest = size % value.bottom
  let after = ""
  while (rest !== 0n || after.length < least) {
    if (after.length > 100) throw new Error("a number of the oracle has endless decimals")
    rest *= 10n
    after += String(rest / value.bottom)
    rest %= value.bottom
  }
  const sign = value.top < 0n ? "-" : ""
  return sign + String(size / value.bottom) + (after === "" ? "" : `.${after}`)
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

/** In lowest terms: in a long chain of fields, the terms would grow without end. */
export const reduced = ({ bottom, top }: Fraction): Fraction => {
  const common = divisor(top < 0n ? -top : top, bottom)
  return common === 1n ? fraction(top, bottom) : fraction(top / common, bottom / common)
}
