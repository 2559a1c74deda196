/** A JSON object whose members are checked later, by the rules. */
import { Schema, SchemaTransformation } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"

/**
 * Decodes any parsed JSON object to itself: the same object, not a copy, and without a walk through it. The walk of
 * `Schema.JsonObject` would also refuse 1e400, which is valid JSON and left to the rules.
 */
export const openObject = (description: string) =>
  Schema.declare(isObject, {
    toCodecJson: () =>
      Schema.link<JsonObject>()(Schema.JsonObject.annotate({ description }), SchemaTransformation.passthrough())
  })
