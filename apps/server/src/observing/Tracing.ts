/**
 * Traces, exported by OTLP over HTTP where OTEL_EXPORTER_OTLP_ENDPOINT is set (docs/decisions/0185). A request's `traceparent` is the
 * parent of its spans, down to the SQL statements, and of the spans of the effects that it files. Spans are made inside requests and
 * sends that are sampled; everything else runs without a tracer.
 */
import { Clock, ConfigProvider, Context, Effect, Exit, Layer, Option, Redacted, References, Tracer } from "effect"
import { FetchHttpClient, HttpTraceContext, Headers } from "effect/http"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import { RequestTracing } from "@formwork/http/request/RequestTracing"
import type { TraceRequest } from "@formwork/http/request/RequestTracing"
import { SendTracing } from "@formwork/domain/sending/SendTracing"
import type { SendTrace } from "@formwork/domain/sending/SendTracing"
import type { Claim } from "@formwork/domain/sending/Outbox"
import type { Settings } from "../settings/Settings.ts"
import { version } from "../version.ts"
import { discreet } from "./discreet.ts"
import { sampling } from "./sampler.ts"

/** What makes the spans of requests and sends. */
interface Making {
  readonly tracer: Tracer.Tracer
  readonly nowNanos: () => bigint
  readonly isSampled: (parent: Option.Option<Tracer.ExternalSpan>) => boolean
}

/** A malformed header is ignored (W3C Trace Context, section 3.2). Node has joined one that comes twice, which makes it malformed. */
const parentOf = (traceparent: string | undefined): Option.Option<Tracer.ExternalSpan> =>
  traceparent === undefined
    ? Option.none()
    : HttpTraceContext.w3c(Headers.fromRecordUnsafe({ traceparent: traceparent.trim() }))

const textOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId.padStart(32, "0")}-${spanId}-${sampled ? "01" : "00"}`

const withinSpan =
  (tracer: Tracer.Tracer, span: Tracer.Span) =>
  <R>(context: Context.Context<R>): Context.Context<R> =>
    context.pipe(
      Context.add(References.TracerEnabled, true),
      Context.add(Tracer.Tracer, tracer),
      Context.add(Tracer.ParentSpan, span)
    )

const unchanged = <A>(self: A): A => self

const ofRequests =
  ({ isSampled, nowNanos, tracer }: Making): TraceRequest =>
  (request, startedMillis, template) => {
    const { traceparent } = request.headers
    const parent = parentOf(typeof traceparent === "string" ? traceparent : undefined)
    if (!isSampled(parent)) {
      // The trace goes on elsewhere, and this process takes no part in it.
      return Option.isNone(parent)
        ? undefined
        : { traceparent: textOf(parent.value), within: unchanged, end: () => undefined }
    }
    const method = request.method ?? ""
    const span = tracer.span({
      name: template === undefined ? method : `${method} ${template}`,
      parent,
      annotations: Context.empty(),
      links: [],
      startTime: nowNanos() - BigInt(Math.round((performance.now() - startedMillis) * 1e6)),
      kind: "server",
      root: Option.isNone(parent),
      sampled: true
    })
    return {
      traceparent: textOf(span),
      within: withinSpan(tracer, span),
      end: ({ credential, organisation, requestId, route, status }) => {
        span.attribute("http.request.method", method)
        span.attribute("http.response.status_code", status)
        if (route !== "-") span.attribute("http.route", route)
        span.attribute("formwork.request_id", requestId)
        if (organisation !== undefined) span.attribute("formwork.organisation", organisation)
        if (credential !== undefined) span.attribute("formwork.credential", credential)
        span.end(nowNanos(), status >= 500 ? Exit.fail(new Error(String(status))) : Exit.void)
      }
    }
  }

/** An attempt is part of the trace that filed the effect, and links to it: there may be many, for a day. */
const ofSends =
  ({ isSampled, nowNanos, tracer }: Making) =>
  (claim: Claim): SendTrace => {
    const parent = parentOf(claim.traceparent)
    if (!isSampled(parent)) return { traceparent: claim.traceparent, around: unchanged }
    const span = tracer.span({
      name: `send ${claim.kind}`,
      parent,
      annotations: Context.empty(),
      links: Option.isSome(parent) ? [{ span: parent.value, attributes: {} }] : [],
      startTime: nowNanos(),
      kind: "client",
      root: Option.isNone(parent),
      sampled: true
    })
    span.attribute("server.address", claim.destination)
    span.attribute("formwork.organisation", claim.organisationId)
    span.attribute("formwork.submission", claim.submissionId)
    span.attribute("formwork.firing", claim.id)
    span.attribute("formwork.effect", claim.effectId)
    span.attribute("formwork.attempt", claim.attempt)
    return {
      traceparent: textOf(span),
      around: (attempt) =>
        attempt.pipe(
          Effect.updateContext((given: Context.Context<never>) => withinSpan(tracer, span)(given)),
          Effect.onExit((exit) => Effect.sync(() => span.end(nowNanos(), exit)))
        )
    }
  }

const exporting = Effect.fnUntraced(function* (settings: Settings, endpoint: string) {
  const { otelAttributes, otelHeaders, otelSampler, otelSamplerArg, otelServiceName } = settings
  const tracer = yield* OtlpTracer.make({
    url: `${endpoint.replace(/\/+$/u, "")}/v1/traces`,
    ...(Option.isSome(otelHeaders) ? { headers: Redacted.value(otelHeaders.value) } : {}),
    resource: { serviceName: otelServiceName, serviceVersion: version, attributes: otelAttributes }
  }).pipe(
    // The settings were read: what is left of the environment does not count.
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({}))
  )
  const clock = yield* Clock.Clock
  const making: Making = {
    tracer: discreet(tracer),
    nowNanos: () => clock.currentTimeNanosUnsafe(),
    isSampled: sampling(otelSampler, otelSamplerArg)
  }
  return Context.make(RequestTracing, ofRequests(making)).pipe(Context.add(SendTracing, ofSends(making)))
})

/** Spans that nothing reads would take as long as evaluating a form. */
const untraced = Layer.succeed(References.TracerEnabled, false)

/** What a process runs under. */
export const layer = (settings: Settings): Layer.Layer<never> =>
  Option.match(settings.otelEndpoint, {
    onNone: () => untraced,
    onSome: (endpoint) =>
      Layer.effectContext(exporting(settings, endpoint)).pipe(
        Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, FetchHttpClient.layer]),
        Layer.merge(untraced)
      )
  })
