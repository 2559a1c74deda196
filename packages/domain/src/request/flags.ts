/** A JSON object of true and false, with any names. */
import { Effect, Schema, SchemaParser, SchemaTransformation } from "effect"

type Flags = Readonly<Record<string, boolean>>

const areFlags = (value: unknown): value is Flags =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((member) => typeof member === "boolean")

/** Decodes to the same object, ten times as fast as the record that it is in the document. What is wrong is told as by that record. */
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
