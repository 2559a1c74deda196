/** Arbitrary JSON that the rules accept, and that a store must return unchanged. */
import { Schema } from "effect"
import type { Json } from "@formwork/rules/Json"

/** Text without U+0000 and lone surrogates, which no field accepts (problem code `storable`). */
export const StorableString = Schema.String.check(Schema.makeFilter((text) => !/[\0\p{Cs}]/u.test(text)))

/** A finite number; minus zero is zero. */
const StorableNumber = Schema.Finite.check(Schema.makeFilter((value) => !Object.is(value, -0)))

export const StorableJson: Schema.Codec<Json> = Schema.Union([
  Schema.Null,
  Schema.Boolean,
  StorableNumber,
  StorableString,
  Schema.Array(Schema.Union([StorableNumber, StorableString])),
  Schema.Record(StorableString, Schema.Union([StorableNumber, StorableString]))
])
