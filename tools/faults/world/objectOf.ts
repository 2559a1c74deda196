import { Schema } from "effect"
import type { JsonObject } from "@formwork/rules/Json"

const isObject = Schema.is(Schema.JsonObject)

/** A JSON object as it is; an empty one for any other value, which the checker then finds to be wrong. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
