/** A JSON object whose members are somebody else's to check. */
import { Schema, SchemaTransformation } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"

/**
 * Takes any object that a reader of JSON gave, as it is: the same object, not a copy, and without a walk through it.
 * The walk of `Schema.JsonObject` would also refuse 1e400, which is JSON and for the rules to judge.
 */
export const openObject = (description: string) =>
  Schema.declare(isObject, {
    toCodecJson: () =>
      Schema.link<JsonObject>()(Schema.JsonObject.annotate({ description }), SchemaTransformation.passthrough())
  })
