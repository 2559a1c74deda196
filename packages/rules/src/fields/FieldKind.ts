/** All that the package knows about one type of field: an entry of `fieldTypes` (fieldTypes.ts). */
import type { Change } from "../Comparison.ts"
import type { Field, FieldBase, FieldType, NumberField, RowField } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import type { Limits } from "../Limits.ts"
import type { Pattern } from "../patterns/knownPatterns.ts"
import type { Members, ObjectOf, ReadContext } from "../reading/Reader.ts"
import type { ScalarTree, ValueKind, ValueTree } from "../tree/Tree.ts"
import type { Place } from "../tree/leaves.ts"
import type { RunningKind, ValueOf } from "./running/RunningKind.ts"

/** What building a field starts from. A member at fault is missing in `given`; the builder uses a default for it. */
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

/** The part of an entry that every type has, lists too. */
export interface FieldKind<F extends Field> {
  /** The members that it has besides those of every field. */
  readonly members: (limits: Limits) => Members
  readonly build: (building: Building<Members>) => F
  /** What `unique` compares: values across rows, the value's own parts, or nothing, if the type has no such member. */
  readonly unique: "rows" | "parts" | "nothing"
  /** Other types whose every value this type takes too, with the same meaning for rules. */
  readonly takes: ReadonlyArray<FieldType>
  /** Whether a computed value may break the field's own constraints, besides the limits of every text and number. */
  readonly mayBreakConstraints: (field: F) => boolean
  /** The changes of a field's constraints, if `before` is of the same family; else none. */
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

/** What a JSON Schema says about a value, and what no standard keyword can express. */
export interface Described {
  readonly keywords: JsonObject
  /** For the keyword `x-formwork`. */
  readonly besides: JsonObject
}

/** What the schema describes: a caller may send `1.500` or leave a choice empty; a result is written in one way. */
export type Direction = "sent" | "computed"

/** The literals in a form's rules, by kind, as JSON. Near them a payload turns from valid to invalid. */
export type Literals = { readonly [K in Exclude<ScalarTree["kind"], "boolean">]: ReadonlySet<string> } & {
  readonly patterns: ReadonlySet<Pattern>
}

/** Work with patterns that describing a form needs. Its caller brings it: a page that only checks forms does not load it. */
export interface PatternWork {
  /** A pattern as one of ECMA-262; undefined where none means the same. */
  readonly ecmaPattern: (source: string) => string | undefined
  /** A text that a pattern matches, of `least` to `most` characters, the shortest for the variant 0; undefined where none was found. */
  readonly shortestMatch: (pattern: Pattern, least: number, most: number, variant: number) => string | undefined
}

/** How an expression reads a field. */
export interface FieldRead {
  readonly tree: ValueTree
  /** Decimals it is always shown with, if their number is fixed. */
  readonly decimals?: number
  /** ISO 4217, of an amount of money. */
  readonly currency?: string
}

/** The entry of a type whose values are in a payload; `K` is the kind of value that rules see. */
export interface RowKind<F extends RowField, K extends ValueKind> extends FieldKind<F>, RunningKind<F, K> {
  readonly kind: K
  /** What authors call it, with its article, if that differs from the word for its kind: “an amount of money”. */
  readonly word?: string
  /** The same for the result of its formula. */
  readonly formulaWord?: string
  readonly read: (field: F, place: Place) => FieldRead
  /** Steps of checking a computed value against the constraints; `most` bounds the characters of a text. */
  readonly constraintSteps: (field: F, most: number) => number
  /** As people read it in a document. */
  readonly show: (field: F, value: ValueOf<K>) => string
  readonly schema: (field: F, direction: Direction, work: Pick<PatternWork, "ecmaPattern">) => Described
  /** Values worth trying in an example, the most readable first. Dates are near `today`. */
  readonly candidates: (
    field: F,
    today: string,
    literals: Literals,
    work: Pick<PatternWork, "shortestMatch">
  ) => ReadonlyArray<Json>
}

/** Number fields have values of the kind `number`; no other field has. */
type KindsOf<F extends RowField> = F extends NumberField ? "number" : Exclude<ValueKind, "number">

/** An entry of a type, for any kind of value. */
export type RowKindOf<F extends RowField> = { readonly [K in KindsOf<F>]: RowKind<F, K> }[KindsOf<F>]
