/** Something to be changed: where it is, and a sentence what to do. */
export interface Finding {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** A line of the table. */
export interface Row {
  readonly name: string
  readonly value: number
  /** Which they are, where the row is for reading and finds nothing wrong. */
  readonly notes?: ReadonlyArray<string>
  /** What makes the measurement fail, one or more of `value` each; absent from rows that are for reading alone. */
  readonly findings?: ReadonlyArray<Finding>
}
