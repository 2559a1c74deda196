/** Exact decimals: a bigint counting units of 10^-scale, with the scale kept by the caller. */

/** A value of a field counts at most this many units of its last decimal: 15 digits, exact in a JSON number. */
export const LARGEST = 10n ** 15n - 1n

/** Decimals that a rule may need at most; the checker refuses more. */
export const MAX_DECIMALS = 18

/** Digits before the point that a text is read with. */
const MAX_DIGITS = 40

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

const powers: ReadonlyArray<bigint> = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))

export const powerOfTen = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

/**
 * `away`, `even` and `zero` go to the nearest neighbour and differ in where a half goes; `floor`, `ceiling` and `truncate` (toward
 * zero) always go the same way.
 */
export type Rounding = "away" | "even" | "zero" | "floor" | "ceiling" | "truncate"

/** Why a written number is no value: its form, its decimals or its size. */
export type Unreadable = "type" | "decimals" | "too_large"

/** A finite number's shortest decimal form, without an exponent: `1e-7` is `0.0000001`. */
export const plain = (value: number): string => {
  const shortest = String(value)
  const at = shortest.indexOf("e")
  if (at < 0) return shortest
  const sign = shortest.startsWith("-") ? "-" : ""
  const [whole = "", fraction = ""] = shortest.slice(sign.length, at).split(".")
  const exponent = Number(shortest.slice(at + 1))
  const point = whole.length + exponent
  const digits = whole + fraction
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits + "0".repeat(point - digits.length)
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Decimals that a decimal literal really needs: `1.50` needs one. */
export const decimalsOf = (literal: string): number => {
  const point = literal.indexOf(".")
  if (point < 0) return 0
  let end = literal.length
  while (literal.charAt(end - 1) === "0") end -= 1
  return end - point - 1
}

/**
 * The value of a decimal literal (`-12.30`) in units of 10^-decimals.
 * Trailing zeros after the point need no decimals. Takes time linear in the text.
 */
export const parse = (literal: string, decimals: number): bigint | Unreadable => {
  if (!DECIMAL.test(literal)) return "type"
  const needed = decimalsOf(literal)
  if (needed > decimals) return "decimals"
  const sign = literal.startsWith("-") ? 1 : 0
  const point = literal.indexOf(".")
  const whole = point < 0 ? literal : literal.slice(0, point)
  if (whole.length - sign > MAX_DIGITS) return "too_large"
  const fraction = point < 0 ? "" : literal.slice(point + 1, point + 1 + needed)
  return BigInt(whole + fraction.padEnd(decimals, "0"))
}

/** The value of a finite number, through its shortest decimal form, in units of 10^-decimals. */
export const ofNumber = (value: number, decimals: number): bigint | Unreadable =>
  Number.isSafeInteger(value)
    ? BigInt(value) * powerOfTen(decimals)
    : Number.isFinite(value)
      ? parse(plain(value), decimals)
      : "type"

/** With exactly `scale` decimals: `12340n` at 2 is `123.40`. */
export const toFixed = (value: bigint, scale: number): string => {
  const sign = value < 0n ? "-" : ""
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, "0")
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** With no more decimals than needed: `12340n` at 2 is `123.4`. */
export const toText = (value: bigint, scale: number): string => {
  const fixed = toFixed(value, scale)
  return scale === 0 ? fixed : fixed.replace(/\.?0+$/, "")
}

const isNegative = (value: bigint): boolean => value < 0n

/** What is left of a division whose quotient is rounded down: it has the sign of the divisor. INVARIANT: the divisor is not 0. */
export const modulo = (dividend: bigint, divisor: bigint): bigint => {
  const rest = dividend % divisor
  return rest !== 0n && isNegative(rest) !== isNegative(divisor) ? rest + divisor : rest
}

/** `dividend / divisor` as a whole number, rounded once. INVARIANT: the divisor is not 0. */
export const divide = (dividend: bigint, divisor: bigint, rounding: Rounding): bigint => {
  const quotient = dividend / divisor
  const rest = dividend % divisor
  if (rest === 0n || rounding === "truncate") return quotient
  const negative = isNegative(rest) !== isNegative(divisor)
  const away = negative ? quotient - 1n : quotient + 1n
  if (rounding === "floor") return negative ? away : quotient
  if (rounding === "ceiling") return negative ? quotient : away
  const twice = 2n * (rest < 0n ? -rest : rest)
  const size = divisor < 0n ? -divisor : divisor
  if (twice !== size) return twice > size ? away : quotient
  return rounding === "away" || (rounding === "even" && quotient % 2n !== 0n) ? away : quotient
}
