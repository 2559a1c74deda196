/** What a report is made of: things that were counted, and numbers that were added up, exactly. */

/** A field whose values are counted. */
export interface TalliedField {
  readonly slug: string
  /** `number` stands for every kind of number; `boolean` is counted by `true` and `false`. */
  readonly kind: "number" | "choice" | "choices" | "boolean"
  /** Of a computed field the values are among what was calculated, else among what was sent. */
  readonly computed: boolean
  /** What a choice can be; empty for the others. */
  readonly options: ReadonlyArray<string>
}

/**
 * Submissions, or values of them, that have something in common.
 * - `day`: those in the state `name` that were created on the civil date `key`.
 * - `outcome`: those with the outcome `name`; `key` is empty.
 * - `choice`: those that chose `key` in the field `name`; null: something that is no option (any more).
 * - `number`: those whose value of the field `name` is in the bucket `key` (`bucketOf`).
 */
export interface Tally {
  readonly what: "day" | "outcome" | "choice" | "number"
  readonly name: string
  readonly key: string | null
  readonly count: number
  /** Of the values of a number, decimals; null of everything else. */
  readonly sum: string | null
  readonly min: string | null
  readonly max: string | null
}

/**
 * The bucket that a number is in: its first two digits that count, the rest zero, towards zero. `1234.5` is in `1200`, `-0.0567`
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
