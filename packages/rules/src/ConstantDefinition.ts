/** A constant: a named value of a form that its rules use (spec/rules.md §1.21). */

export const constantTypes = ["text", "integer", "number", "money", "date", "boolean"] as const
export type ConstantType = (typeof constantTypes)[number]

export interface ConstantDefinition {
  readonly name: string
  readonly type: ConstantType
  /** Decimals after the point: of a number and an amount of money; else 0. */
  readonly decimals: number
  /** ISO 4217, of `money`. */
  readonly currency?: string
  /** A number with all of its decimals, a date as `YYYY-MM-DD`, a text, true or false. */
  readonly value: string | boolean
  /** For the form's authors. */
  readonly description?: string
}
