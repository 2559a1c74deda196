/** The successful answer of an operation: its schema in the document, and the response made from the handler's value. */
import { Clock, Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"

type Response = HttpServerResponse.HttpServerResponse

export interface Success<S extends Schema.Top, Value> {
  /** Used for the document and for typed clients. */
  readonly schemas: ReadonlyArray<S>
  /** Dies where the handler's value does not match the schema. */
  readonly respond: (value: Value) => Effect.Effect<Response>
}

/** A schema that encodes to JSON and needs no services. */
type Encodable = Schema.Top & { readonly EncodingServices: never }

const body = <S extends Encodable>(schema: S, status: number) => {
  const encode = Schema.encodeEffect(Schema.toCodecJson(schema))
  return Effect.fnUntraced(function* (value: S["Type"]): Effect.fn.Return<Response> {
    const clock = yield* Clock.Clock
    const started = clock.monotonicTimeNanosUnsafe()
    const json = yield* Effect.orDie(encode(value))
    // A large answer takes milliseconds to encode and again to write: other requests have a turn between.
    if (clock.monotonicTimeNanosUnsafe() - started > largeNanos) yield* Effect.yieldNow
    return HttpServerResponse.text(JSON.stringify(json), { status, contentType: "application/json" })
  })
}

const largeNanos = 2_000_000n

/** JSON. */
export const json = <S extends Encodable>(schema: S, status = 200): Success<S["Rebuild"], S["Type"]> => ({
  schemas: [HttpApiSchema.status(status)(schema)],
  respond: body(schema, status)
})

export const noContent: Success<typeof HttpApiSchema.NoContent, void> = {
  schemas: [HttpApiSchema.NoContent],
  respond: () => Effect.succeed(HttpServerResponse.empty({ status: 204 }))
}

/** The value of a handler whose answer has additional headers. */
interface WithHeaders<Body> {
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
}

/** JSON with additional headers. */
export const jsonWithHeaders = <S extends Encodable, H extends Schema.Struct.Fields>(
  status: number,
  schema: S,
  headers: H
): Success<HttpApiSchema.WithHeaders<S["Rebuild"], Schema.Struct<H>>, WithHeaders<S["Type"]>> => {
  const respond = body(schema, status)
  return {
    schemas: [HttpApiSchema.WithHeaders(HttpApiSchema.status(status)(schema), headers)],
    respond: (given) => Effect.map(respond(given.body), HttpServerResponse.setHeaders(given.headers))
  }
}

/** 201, with the location of the new record. */
export const created = <S extends Encodable>(schema: S) => jsonWithHeaders(201, schema, { location: Schema.String })

/** 202, with the location where the progress of the work can be read. */
export const accepted = <S extends Encodable>(schema: S) => jsonWithHeaders(202, schema, { location: Schema.String })

/** JSON with the ETag of the revision in the body. */
export const tagged = <S extends Encodable>(schema: S) => jsonWithHeaders(200, schema, { etag: Schema.String })

/** A file; the handler makes the response itself. @param schema gives its media type in the document. */
export const file = <S extends Schema.Top>(schema: S): Success<S, Response> => ({
  schemas: [schema],
  respond: Effect.succeed
})

/** JSON, or another representation of the same content; the handler makes the response itself. */
export const jsonOr = <S extends Encodable, F extends Schema.Top>(
  schema: S,
  other: F
): Success<S | F, S["Type"] | Response> => {
  const respond = body(schema, 200)
  return {
    schemas: [schema, other],
    respond: (given) => (HttpServerResponse.isHttpServerResponse(given) ? Effect.succeed(given) : respond(given))
  }
}

/** Lines of JSON with additional headers; the handler makes the response itself. @param schema one line in the document. */
export const lines = <S extends Encodable, H extends Schema.Struct.Fields>(
  schema: S,
  headers: H
): Success<HttpApiSchema.WithHeaders<HttpApiSchema.StreamNdjson<S>, Schema.Struct<H>>, Response> => ({
  schemas: [HttpApiSchema.WithHeaders(HttpApiSchema.StreamNdjson({ schema }), headers)],
  respond: Effect.succeed
})
