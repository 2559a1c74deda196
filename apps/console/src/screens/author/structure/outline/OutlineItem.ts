/** The parts of a form as rows of the outline. */

/** `form`, `fields`, `checks`, `outcomes`, `effects` and `workflow` are there in every form; the others can be moved, copied and deleted. */
export type OutlineKind =
  | "form"
  | "fields"
  | "field"
  | "checks"
  | "check"
  | "outcomes"
  | "outcome"
  | "effects"
  | "effect"
  | "workflow"

export interface OutlineItem {
  /** Stays the same when the part moves within its list: made of names, not of places. */
  readonly key: string
  readonly pointer: string
  readonly kind: OutlineKind
  /** A slug or an id; of a part that every form has nothing. */
  readonly name: string
  /** What people see of a field; the kind of an effect. */
  readonly label: string
  /** Faults in it and in what is below it. */
  readonly faults: number
  /** Of a list of fields, checks and so on: how many there are. */
  readonly count: number | undefined
  /** Whether it has rows, so that fields can move into it. */
  readonly isList: boolean
  /** Whether callers without the right do not get it. */
  readonly isInternal: boolean
  readonly children: ReadonlyArray<OutlineItem>
}
