/** A collector of traces, as OpenTelemetry's listens: OTLP over HTTP, in JSON. */
import { createServer } from "node:http"
import { Schema } from "effect"
import { portOf } from "./reading.ts"

const Attribute = Schema.Struct({ key: Schema.String, value: Schema.Json })

const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optionalKey(Schema.String),
  name: Schema.String,
  kind: Schema.Int,
  attributes: Schema.Array(Attribute),
  links: Schema.Array(Schema.Struct({ traceId: Schema.String, spanId: Schema.String }))
})
export type Span = typeof Span.Type

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      resourceSpans: Schema.Array(
        Schema.Struct({
          resource: Schema.Struct({ attributes: Schema.Array(Attribute) }),
          scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) }))
        })
      )
    })
  )
)

export interface Collected {
  readonly spans: Array<Span>
  /** What the exporter says of the service, by name. */
  readonly resource: Map<string, unknown>
  /** All bodies, as they came. */
  readonly texts: Array<string>
  readonly headers: Array<Readonly<Record<string, unknown>>>
}

/** Collects while `use` runs. */
export const collecting = async (use: (endpoint: string, collected: Collected) => Promise<void>): Promise<void> => {
  const collected: Collected = { spans: [], resource: new Map(), texts: [], headers: [] }
  const server = createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8").on("data", (more: string) => {
      text += more
    })
    request.on("end", () => {
      collected.headers.push({ ...request.headers, path: request.url })
      collected.texts.push(text)
      for (const { resource, scopeSpans } of decode(text).resourceSpans) {
        for (const { key, value } of resource.attributes) collected.resource.set(key, value)
        collected.spans.push(...scopeSpans.flatMap(({ spans }) => spans))
      }
      response.end("{}")
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  try {
    await use(`http://127.0.0.1:${portOf(server)}`, collected)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
