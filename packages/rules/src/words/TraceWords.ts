/** What a trace says, in templates: `{name}` is a field, a check, an outcome or an effect as the form's author wrote it. */

/** Of a condition that is true, false, or not known. */
export interface TraceFacts {
  readonly true: string
  readonly false: string
  readonly null: string
}

export interface TraceWords {
  /** Those of `offered` show `{option}` too. */
  readonly shown: TraceFacts
  readonly required: TraceFacts
  readonly offered: TraceFacts
  readonly check: TraceFacts
  readonly outcome: TraceFacts
  readonly effect: TraceFacts
  /** In the place of a name: a section; how many rows a list has; which row of a table was found. */
  readonly section: string
  readonly rows: string
  readonly row: string
  /** `{name}` and its `{value}`; without one; of a list that is empty. */
  readonly value: string
  readonly missing: string
  readonly empty: string
  /** A value that is missing, and an empty list, in a list of values. */
  readonly noValue: string
  readonly nothing: string
  /** `{shown}` of a list of values, and how many more there are: `{count}`. */
  readonly moreItems: string
  /** A `{fact}` and what was `{read}` for it, as a whole sentence. */
  readonly from: string
  readonly separator: string
  /** What was read: `{all}` but the `{last}`, or `{count}` more. */
  readonly last: string
  readonly more: string
}
