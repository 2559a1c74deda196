/** How an operation answers where it refuses nothing: its schema in the document, and the response that a handler's value makes. */
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"

type Response = HttpServerResponse.HttpServerResponse

export interface Success<S extends Schema.Top, Value> {
  /** For the document and for typed clients. */
  readonly schemas: ReadonlyArray<S>
  /** Dies where a handler gave what the schema does not have. */
  readonly respond: (value: Value) => Effect.Effect<Response>
}

/** A schema that JSON is made from, without services. */
type Encodable = Schema.Top & { readonly EncodingServices: never }

const body = <S extends Encodable>(schema: S, status: number) => {
  const encode = Schema.encodeEffect(Schema.toCodecJson(schema))
  return (value: S["Type"]): Effect.Effect<Response> =>
    Effect.map(Effect.orDie(encode(value)), (json) =>
      HttpServerResponse.text(JSON.stringify(json), { status, contentType: "application/json" })
    )
}

/** JSON. */
export const json = <S extends Encodable>(schema: S, status = 200): Success<S["Rebuild"], S["Type"]> => ({
  schemas: [HttpApiSchema.status(status)(schema)],
  respond: body(schema, status)
})

export const noContent: Success<typeof HttpApiSchema.NoContent, void> = {
  schemas: [HttpApiSchema.NoContent],
  respond: () => Effect.succeed(HttpServerResponse.empty({ status: 204 }))
}

/** What a handler gives where its answer has headers of its own. */
interface WithHeaders<Body> {
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
}

/** JSON with headers of its own. */
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

/** 201, with where the new record is. */
export const created = <S extends Encodable>(schema: S) => jsonWithHeaders(201, schema, { location: Schema.String })

/** 202, with where one can ask how far the work is. */
export const accepted = <S extends Encodable>(schema: S) => jsonWithHeaders(202, schema, { location: Schema.String })

/** With the ETag of the revision that the body is of. */
export const tagged = <S extends Encodable>(schema: S) => jsonWithHeaders(200, schema, { etag: Schema.String })

/** A file, whose response the handler makes itself. @param schema says its type in the document. */
export const file = <S extends Schema.Top>(schema: S): Success<S, Response> => ({
  schemas: [schema],
  respond: Effect.succeed
})

/** JSON, or another representation of the same, whose response the handler makes itself. */
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
