/**
 * What an evaluation needs of a type of field: reading what was sent, its constraints, and writing it. A page that runs a written form
 * loads this of each type and nothing else (runningTypes.ts); the rest of a type builds on it (FieldKind.ts).
 */
import type { RowField } from "../../Definition.ts"
import type { Json } from "../../Json.ts"
import type { ValueKind } from "../../tree/Tree.ts"
import type { Datetime } from "../../values/civil.ts"
import type { CountedKind } from "../../values/counted.ts"
import type { UnplacedProblem } from "../../words/UnplacedProblem.ts"

interface OwnValues {
  /** Units of the field's last decimal. */
  readonly number: bigint
  readonly text: string
  readonly boolean: boolean
  readonly datetime: Datetime
  readonly choices: ReadonlyArray<string>
}

/** A value of a kind, as the closures hold it. */
export type ValueOf<K extends ValueKind> = K extends keyof OwnValues
  ? OwnValues[K]
  : K extends CountedKind
    ? number
    : never

/** A value that is not missing. */
export type KnownValue = ValueOf<ValueKind>

export type Decoded<V> = { readonly value: V } | UnplacedProblem

/** Checks a value, sent or computed, against its field's own constraints. */
export type Constraint<V> = (value: V) => ReadonlyArray<UnplacedProblem>

export interface RunningKind<F extends RowField, K extends ValueKind> {
  /** What `unique` compares: values across rows, the value's own parts, or nothing, if the type has no such member. */
  readonly unique: "rows" | "parts" | "nothing"
  /** From JSON, never null. Constraints come after. */
  readonly decoder: (field: F) => (value: Exclude<Json, null>) => Decoded<ValueOf<K>>
  readonly constraint: (field: F) => Constraint<ValueOf<K>>
  readonly encode: (field: F, value: ValueOf<K>) => Json
  /** A text that is the same for two values of one field exactly if they are equal. */
  readonly identity: (field: F, value: ValueOf<K>) => string
}
