/** Powers and roots, exactly, of whole numbers that count units of 10^-scale. */
import { powerOfTen } from "./decimal.ts"

/** The months of forty years. A power with a larger exponent is missing: its digits would be as many as its exponent says. */
export const MAX_EXPONENT = 480

/** INVARIANT: the denominator is positive. */
interface Quotient {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** `base` to the power of `exponent`; null where the exponent is too large, and for 0 to a negative power. */
export const power = (base: bigint, scale: number, exponent: bigint): Quotient | null => {
  const size = exponent < 0n ? -exponent : exponent
  if (size > BigInt(MAX_EXPONENT)) return null
  const [up, down] = [base ** size, powerOfTen(scale) ** size]
  if (exponent >= 0n) return { numerator: up, denominator: down }
  if (up === 0n) return null
  return up < 0n ? { numerator: -down, denominator: -up } : { numerator: down, denominator: up }
}

/** The greatest whole number whose square is not above; Newton's way, from above. */
const wholeRoot = (of: bigint): bigint => {
  if (of < 2n) return of
  let root = 1n << BigInt(Math.ceil(of.toString(2).length / 2))
  for (;;) {
    const next = (root + of / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** The square root in units of 10^-digits, the nearest there is; null of a negative number. A root is never half way between two. */
export const squareRoot = (of: bigint, scale: number, digits: number): bigint | null => {
  if (of < 0n) return null
  const more = 2 * digits - scale
  const [top, bottom] = more >= 0 ? [of * powerOfTen(more), 1n] : [of, powerOfTen(-more)]
  const below = wholeRoot(top / bottom)
  const middle = 2n * below + 1n
  return 4n * top >= middle * middle * bottom ? below + 1n : below
}
