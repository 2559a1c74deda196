/** A JSON object of true and false, with any names. */
import { Effect, Schema, SchemaParser, SchemaTransformation } from "effect"

type Flags = Readonly<Record<string, boolean>>

const areFlags = (value: unknown): value is Flags =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((member) => typeof member === "boolean")

/**
 * Takes the object as it is, where `Schema.Record` copies it member by member. The document shows it as that record. A value with something else in it
 * is given to the record, which says what is wrong.
 */
export const flags = (description: string) => {
  const record = Schema.Record(Schema.String, Schema.Boolean)
  const decode = SchemaParser.decodeUnknownEffect(record)
  return Schema.declareConstructor<Flags, Flags>()(
    [],
    () => (value, _ast, options) => (areFlags(value) ? Effect.succeed(value) : decode(value, options)),
    {
      toCodecJson: () => Schema.link<Flags>()(record.annotate({ description }), SchemaTransformation.passthrough())
    }
  )
}
