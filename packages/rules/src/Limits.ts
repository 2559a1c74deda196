/** What a form definition may cost: bounds checked at publish, each configurable (spec/rules.md §4.6). */
export interface Limits {
  /** Fields of a form, row fields included. */
  readonly fields: number
  /** Expressions of a form: formulas, conditions, checks, outcomes, effects. */
  readonly rules: number
  /** Rows of a list; `maxItems` may be lower, never higher. */
  readonly rows: number
  /** Characters (Unicode code points) of a text; `maxLength` may be lower, never higher. */
  readonly characters: number
  /** Characters of a whole payload: the caller has to refuse longer ones, because the cost of patterns counts on it. */
  readonly payload: number
  /** Nodes of one expression's tree. */
  readonly nodes: number
  /** Depth of one expression's tree. */
  readonly depth: number
  /** Steps of the worst evaluation of the whole form, list bounds multiplied in. */
  readonly steps: number
  /** Steps of making all patterns of a form ready, each pattern counted once; of one expression a twentieth of it. */
  readonly patterns: number
  /** Rows of all tables that stand in a form. */
  readonly tableRows: number
}

export const defaultLimits: Limits = {
  fields: 500,
  rules: 500,
  rows: 200,
  characters: 20_000,
  payload: 1_048_576,
  nodes: 500,
  depth: 50,
  steps: 150_000,
  patterns: 2_500_000,
  tableRows: 2_000
}
