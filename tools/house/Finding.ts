/** Something to change: its place, and a sentence that says what to do. */
export interface Finding {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** A line of the table. */
export interface Row {
  readonly name: string
  readonly value: number
  /** What was counted, in a row that is only for reading. */
  readonly notes?: ReadonlyArray<string>
  /** What makes the measurement fail; each stands for one or more of `value`. Absent from rows that are only for reading. */
  readonly findings?: ReadonlyArray<Finding>
}
