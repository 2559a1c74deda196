/** Values and rows as generated code holds them, and their conversion from and to those of the closures. */
import type { Field } from "../../Definition.ts"
import { rowKindOf } from "../../fields/fieldTypes.ts"
import type { JsonObject } from "../../Json.ts"
import type { ValueKind } from "../../tree/Tree.ts"
import { type Moment, parseMoment, toDatetime } from "../../values/civil.ts"
import { forEachCounted } from "../../values/counted.ts"
import type { Value } from "../../values/Value.ts"

/** A value as generated code holds it: NaN and undefined are missing. */
export type FastValue = number | string | boolean | Moment | ReadonlyArray<string> | undefined

/** A row as generated code holds it, besides its values `f0`, `f1` … and its hidden flags `h0`, `h1` …. */
export interface FastRow {
  readonly s: JsonObject
  /** Whether what was sent is an object. */
  readonly o: boolean
  /** Whether a value of it has a problem of its own. */
  b: boolean
  /** Its number in its list, the first being 1. */
  readonly n: number
  readonly [name: string]: unknown
}

/** What stands for a missing value. */
export type Nothing = "NaN" | "undefined"

/** What a variable holds for a missing value. NaN makes every comparison of numbers false without another test. */
const nothing: { readonly [K in ValueKind]: Nothing } = {
  number: "NaN",
  ...forEachCounted((): Nothing => "NaN"),
  text: "undefined",
  boolean: "undefined",
  datetime: "undefined",
  choices: "undefined"
}

const kindOf = (field: Field): ValueKind | undefined => (field.type === "list" ? undefined : rowKindOf(field).kind)

export const nothingOf = (field: Field): Nothing => {
  const kind = kindOf(field)
  return kind === undefined ? "undefined" : nothing[kind]
}

export const toFast = (field: Field, value: Value): FastValue => {
  if (value === null) return nothingOf(field) === "NaN" ? NaN : undefined
  if (typeof value === "bigint") return Number(value)
  if (typeof value === "object" && "written" in value) return parseMoment(value.written) ?? undefined
  return value
}

/** The value as the closures hold it. */
export const toValue = (field: Field, value: FastValue): Value => {
  if (value === undefined || Number.isNaN(value)) return null
  if (typeof value === "number") return kindOf(field) === "number" ? BigInt(value) : value
  return typeof value === "object" && "seconds" in value ? toDatetime(value) : value
}
