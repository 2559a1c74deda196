/** What one type of field is, for every part of the package: an entry of `fieldTypes` (fieldTypes.ts). */
import type { Change } from "../Comparison.ts"
import type { Field, FieldBase, FieldType, NumberField, RowField } from "../Definition.ts"
import type { Problem } from "../Evaluation.ts"
import type { Json, JsonObject } from "../Json.ts"
import type { Limits } from "../Limits.ts"
import type { Pattern } from "../patterns/pattern.ts"
import type { Members, ObjectOf, ReadContext } from "../reading/Reader.ts"
import type { Place, ScalarTree, ValueKind, ValueTree } from "../tree/Tree.ts"
import type { Datetime } from "../values/civil.ts"
import type { CountedKind } from "../values/counted.ts"

/** What building a field starts from. A member at fault is left out of `given`, and a default stands in for it. */
export interface Building<M extends Members> {
  readonly reading: ReadContext
  /** The field's pointer. */
  readonly at: string
  readonly base: FieldBase
  /** The type's own members, as far as they could be read. */
  readonly given: ObjectOf<M>
  /** Of a list: the fields of its rows. */
  readonly rows: ReadonlyArray<RowField>
}

/** What every type has, lists too. */
export interface FieldKind<F extends Field> {
  /** The members that it has besides those of every field. */
  readonly members: (limits: Limits) => Members
  readonly build: (building: Building<Members>) => F
  /** What `unique` compares: the rows that it stands in, the value's own parts, or nothing, where it has no such member. */
  readonly unique: "rows" | "parts" | "nothing"
  /** Other types of which it takes every value, and rules see the same of it. */
  readonly takes: ReadonlyArray<FieldType>
  /** Whether a computed value may break the field's own constraints, other than by being too long or too large for any. */
  readonly mayRefuse: (field: F) => boolean
  /** What changed in the constraints of a field, where `before` is of the same family; else nothing. */
  readonly compare: (name: string, before: Field, after: F) => ReadonlyArray<Change>
}

/** The members of a type and what builds a field from them. */
export const authored = <F extends Field, M extends Members>(
  members: (limits: Limits) => M,
  build: (building: Building<M>) => F
): Pick<FieldKind<F>, "build" | "members"> => ({
  members,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is given was read by these members
  build: build as FieldKind<F>["build"]
})

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

/** What is wrong with one value, before it is known where the value stands. */
export type UnplacedProblem = Pick<Problem, "code" | "message">

export type Decoded<V> = { readonly value: V } | UnplacedProblem

/** A field's own constraints, held against its value, whether sent or computed. */
export type Constraint<V> = (value: V) => ReadonlyArray<UnplacedProblem>

/** What a JSON Schema says of a value, and what no keyword of JSON Schema can say. */
export interface Described {
  readonly keywords: JsonObject
  /** For the keyword `x-formwork`. */
  readonly besides: JsonObject
}

/** Who sends it or who gets it: a caller may write `1.500` and choose nothing, a result is written in one way. */
export type Direction = "sent" | "computed"

/** What a form's rules compare with, as it is written in JSON, by kind: near those a payload turns from valid to invalid. */
export type Literals = { readonly [K in Exclude<ScalarTree["kind"], "boolean">]: ReadonlySet<string> } & {
  readonly patterns: ReadonlySet<Pattern>
}

/** What an expression sees of a field. */
export interface FieldRead {
  readonly tree: ValueTree
  /** Decimals it is shown with, where it always has so many. */
  readonly decimals?: number
}

/** What a type has whose values stand in a payload; `K` is what rules see of them. */
export interface RowKind<F extends RowField, K extends ValueKind> extends FieldKind<F> {
  readonly kind: K
  /** In an author's words, with its article, where that is not the word for its kind: “an amount of money”. */
  readonly word?: string
  /** The same of what its formula has to give. */
  readonly formulaWord?: string
  readonly read: (field: F, place: Place) => FieldRead
  /** From JSON, never null. Constraints come after. */
  readonly decoder: (field: F) => (value: Exclude<Json, null>) => Decoded<ValueOf<K>>
  readonly constraint: (field: F) => Constraint<ValueOf<K>>
  /** Steps of holding a computed value to its constraints; `most` bounds the characters of a text. */
  readonly constraintSteps: (field: F, most: number) => number
  readonly encode: (field: F, value: ValueOf<K>) => Json
  /** Something that two values of one field share exactly if they are equal. */
  readonly identity: (field: F, value: ValueOf<K>) => string
  /** As people read it in a document. */
  readonly show: (field: F, value: ValueOf<K>) => string
  readonly schema: (field: F, direction: Direction) => Described
  /** Values worth trying in an example, the one that reads best first. `today` is what dates are near. */
  readonly candidates: (field: F, today: string, literals: Literals) => ReadonlyArray<Json>
}

/** Numbers have decimals: their fields are number fields, and no others are. */
type KindsOf<F extends RowField> = F extends NumberField ? "number" : Exclude<ValueKind, "number">

/** An entry of a type, whatever the kind of its values. */
export type RowKindOf<F extends RowField> = { readonly [K in KindsOf<F>]: RowKind<F, K> }[KindsOf<F>]
