/** The successful answer of an operation: its schema in the document, and the answer made from the handler's value. */
import { Clock, Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as Answers from "../connection/Answer.ts"
import type { Said } from "@formwork/domain/forms/Reader"
import { languageHeaders } from "../connection/languageHeaders.ts"
import { Answer } from "../connection/Answer.ts"
import { nextTurn } from "@formwork/domain/limits/nextTurn"

export interface Success<S extends Schema.Top, Value> {
  /** Used for the document and for typed clients. */
  readonly schemas: ReadonlyArray<S>
  /** Dies where the handler's value does not match the schema. */
  readonly respond: (value: Value) => Effect.Effect<Answer>
}

/** A schema that encodes to JSON and needs no services. */
type Encodable = Schema.Top & { readonly EncodingServices: never }

/**
 * @param write gives the JSON of values that need no encoding, at less cost than the schema; undefined for others. It must give the
 * same bytes.
 */
const body = <S extends Encodable>(
  schema: S,
  status: number,
  write: (value: S["Type"]) => string | undefined = () => undefined
) => {
  const encode = Schema.encodeEffect(Schema.toCodecJson(schema))
  const encoded = Effect.fnUntraced(function* (value: S["Type"], headers?: Answers.Headers): Effect.fn.Return<Answer> {
    const clock = yield* Clock.Clock
    const started = clock.monotonicTimeNanosUnsafe()
    const json = yield* Effect.orDie(encode(value))
    // A large answer takes milliseconds to encode and again to write: other requests have a turn between.
    if (clock.monotonicTimeNanosUnsafe() - started > largeNanos) yield* nextTurn
    return Answers.json(JSON.stringify(json), status, headers)
  })
  return (value: S["Type"], headers?: Answers.Headers): Effect.Effect<Answer> => {
    const text = write(value)
    return text === undefined ? encoded(value, headers) : Effect.succeed(Answers.json(text, status, headers))
  }
}

const largeNanos = 2_000_000n

/** JSON. @param write as of `body`. */
export const json = <S extends Encodable>(
  schema: S,
  status = 200,
  write?: (value: S["Type"]) => string | undefined
): Success<S["Rebuild"], S["Type"]> => ({
  schemas: [HttpApiSchema.status(status)(schema)],
  respond: body(schema, status, write)
})

/** JSON in the language that the value names. @param write as of `body`. */
export const readable = <S extends Encodable>(
  schema: S,
  write?: (value: S["Type"]) => string | undefined
): Success<S["Rebuild"], S["Type"] & Said> => {
  const respond = body(schema, 200, write)
  return {
    schemas: [HttpApiSchema.status(200)(schema)],
    respond: (given) => respond(given, given.language === undefined ? undefined : languageHeaders(given.language))
  }
}

export const noContent: Success<typeof HttpApiSchema.NoContent, void> = {
  schemas: [HttpApiSchema.NoContent],
  respond: () => Effect.succeed(Answers.empty(204))
}

/** No body; the handler makes an answer with additional headers itself. */
export const noContentWithHeaders: Success<typeof HttpApiSchema.NoContent, Answers.Headers> = {
  schemas: [HttpApiSchema.NoContent],
  respond: (headers) => Effect.succeed(new Answer(204, headers))
}

/** The value of a handler whose answer has additional headers. */
interface WithHeaders<Body> {
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
}

/** JSON with additional headers. @param write as of `body`. */
export const jsonWithHeaders = <S extends Encodable, H extends Schema.Struct.Fields>(
  status: number,
  schema: S,
  headers: H,
  write?: (value: S["Type"]) => string | undefined
): Success<HttpApiSchema.WithHeaders<S["Rebuild"], Schema.Struct<H>>, WithHeaders<S["Type"]>> => {
  const respond = body(schema, status, write)
  return {
    schemas: [HttpApiSchema.WithHeaders(HttpApiSchema.status(status)(schema), headers)],
    respond: (given) => respond(given.body, given.headers)
  }
}

/** JSON; the headers that the handler adds are in no document. */
export const jsonWithOtherHeaders = <S extends Encodable>(
  status: number,
  schema: S
): Success<S["Rebuild"], WithHeaders<S["Type"]>> => {
  const respond = body(schema, status)
  return {
    schemas: [HttpApiSchema.status(status)(schema)],
    respond: (given) => respond(given.body, given.headers)
  }
}

/** 201, with the location of the new record. */
export const created = <S extends Encodable>(schema: S) => jsonWithHeaders(201, schema, { location: Schema.String })

/** 202, with the location where the progress of the work can be read. */
export const accepted = <S extends Encodable>(schema: S) => jsonWithHeaders(202, schema, { location: Schema.String })

/** JSON with the ETag of the revision in the body. @param write as of `body`. */
export const tagged = <S extends Encodable>(schema: S, write?: (value: S["Type"]) => string | undefined) =>
  jsonWithHeaders(200, schema, { etag: Schema.String }, write)

/** A file; the handler makes the answer itself. @param schema gives its media type in the document. */
export const file = <S extends Schema.Top>(...schemas: ReadonlyArray<S>): Success<S, Answer> => ({
  schemas,
  respond: Effect.succeed
})

/** JSON, or another representation of the same content; the handler makes the answer itself. */
export const jsonOr = <S extends Encodable, F extends Schema.Top>(
  schema: S,
  other: F
): Success<S | F, S["Type"] | Answer> => {
  const respond = body(schema, 200)
  return {
    schemas: [schema, other],
    respond: (given) => (given instanceof Answer ? Effect.succeed(given) : respond(given))
  }
}

/** Lines of JSON with additional headers; the handler makes the answer itself. @param schema one line in the document. */
export const lines = <S extends Encodable, H extends Schema.Struct.Fields>(
  schema: S,
  headers: H
): Success<HttpApiSchema.WithHeaders<HttpApiSchema.StreamNdjson<S>, Schema.Struct<H>>, Answer> => ({
  schemas: [HttpApiSchema.WithHeaders(HttpApiSchema.StreamNdjson({ schema }), headers)],
  respond: Effect.succeed
})
