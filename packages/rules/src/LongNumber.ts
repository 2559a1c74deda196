/** Numbers that a reader of JSON must not round: docs/decisions/0035. */
import type { JsonObject } from "./Json.ts"

/**
 * A JSON number that a double may not hold: more than 15 significant digits, 10^15 or more, or below 10^-300.
 * In a payload it stands where JSON.parse would put a number. For every number field it is a problem that names what was written;
 * for every other field it is a number where something else is expected.
 */
export class LongNumber {
  /** As it was sent. */
  readonly literal: string
  /** Digits after the point that its value needs; 0 where it is whole. */
  readonly decimals: number

  private constructor(literal: string, decimals: number) {
    this.literal = literal
    this.decimals = decimals
  }

  /**
   * @param literal anything made of the characters of a JSON number.
   * @returns undefined for what JSON.parse may read: a number that a double holds, or no JSON number at all.
   */
  static of(literal: string): LongNumber | undefined {
    const [, whole, fraction = "", exponent = "0"] = JSON_NUMBER.exec(literal) ?? []
    if (whole === undefined) return undefined
    const digits = whole + fraction
    const first = digits.search(/[1-9]/)
    if (first < 0) return undefined
    let end = digits.length
    while (digits.charCodeAt(end - 1) === zero) end -= 1
    const scale = end - whole.length - Number(exponent)
    const isHeld = end - first <= 15 && end - first - scale <= 15 && scale <= 300
    return isHeld ? undefined : new LongNumber(literal, Math.max(0, scale))
  }

  /** What JSON.parse would have made of it. */
  toJSON(): number {
    return Number(this.literal)
  }
}

const zero = "0".charCodeAt(0)

const JSON_NUMBER = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Whether a value of a payload is a JSON object. A `LongNumber` stands for a number, so it is not. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LongNumber)
