/** The parts of a report: counts, and exact sums of numbers. */

/** A field whose values are counted. */
export interface TalliedField {
  readonly slug: string
  /** `number` stands for every kind of number; `boolean` is counted by `true` and `false`. */
  readonly kind: "number" | "choice" | "choices" | "boolean"
  /** Whether the values are in `calculatedData` instead of `data`. */
  readonly computed: boolean
  /** The options of a choice; empty for the other kinds. */
  readonly options: ReadonlyArray<string>
}

/**
 * Submissions, or values of them, that have something in common.
 * - `day`: those in the state `name` that were created on the civil date `key`.
 * - `outcome`: those with the outcome `name`; `key` is empty.
 * - `choice`: those that chose `key` in the field `name`; null: a value that is not an option now.
 * - `number`: those whose value of the field `name` is in the bucket `key` (`bucketOf`).
 */
export interface Tally {
  readonly what: "day" | "outcome" | "choice" | "number"
  readonly name: string
  readonly key: string | null
  readonly count: number
  /** `sum`, `min` and `max` of a number's values, as decimals; null for everything else. */
  readonly sum: string | null
  readonly min: string | null
  readonly max: string | null
}

/**
 * The bucket that a number is in: its first two significant digits, the rest zero, rounded towards zero. `1234.5` is in `1200`, `-0.0567`
 * in `-0.056`, `7` in `7`.
 * @param value a decimal without an exponent.
 */
export const bucketOf = (value: string): string => {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)0*(\d*?)(?:\.(\d*))?$/u.exec(value) ?? []
  const digits = whole + fraction
  const first = digits.search(/[1-9]/u)
  if (first === -1) return "0"
  const kept = digits.slice(0, first + 2)
  const shown =
    kept.length <= whole.length
      ? kept.padEnd(whole.length, "0")
      : `${whole === "" ? "0" : whole}.${kept.slice(whole.length)}`.replace(/\.?0+$/u, "")
  return sign + shown
}
