/** Traces by OTLP: from a client's `traceparent` to the SQL statement and on to the receiver of an effect. */
import { createServer } from "node:http"
import { Option, Tracer } from "effect"
import { expect, it } from "vitest"
import { sampling } from "../src/observing/sampler.ts"
import { collecting } from "./support/collector.ts"
import type { Span } from "./support/collector.ts"
import { demoOf } from "./support/demo.ts"
import { inDemo } from "./support/demoFolder.ts"
import { serving } from "./support/formwork.ts"
import { bodyOf, objectOf, portOf } from "./support/reading.ts"

/** A receiver of requests while `use` runs; it keeps the `traceparent` of each. */
const receiving = async (use: (url: string, heard: ReadonlyArray<unknown>) => Promise<void>): Promise<void> => {
  const heard: Array<unknown> = []
  const server = createServer((request, response) => {
    heard.push(request.headers["traceparent"])
    request.resume().on("end", () => response.end())
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  try {
    await use(`http://127.0.0.1:${portOf(server)}`, heard)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Waits until it holds; the test's time limit ends it. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50))
}

const textOf = (span: Span | undefined, name: string): unknown =>
  objectOf(span?.attributes.find(({ key }) => key === name)?.value ?? {})["stringValue"]

/** The names of a span's ancestors in the same trace, from the nearest on. */
const above = (span: Span | undefined, spans: ReadonlyArray<Span>): ReadonlyArray<string> => {
  const parent = spans.find(({ spanId, traceId }) => spanId === span?.parentSpanId && traceId === span.traceId)
  return parent === undefined ? [] : [parent.name, ...above(parent, spans)]
}

const definition = (url: string) => ({
  title: "Roof",
  code: "TRACED",
  fields: [{ slug: "owner", type: "text" }],
  effects: [{ id: "tell", kind: "integration", method: "POST", url: `${url}/hook`, body: { owner: "{owner}" } }]
})

/** Calls the API as the demo's owner. */
const asOwner = async (address: string, signIn: string) => {
  const call = async (path: string, body: string, headers: Readonly<Record<string, string>> = {}) => {
    const sent = { method: "POST", body, headers: { "content-type": "application/json", ...headers } }
    return bodyOf(await fetch(`${address}/api/platform/${path}`, sent))
  }
  const authorization = `Bearer ${String((await call("sessions", signIn))["token"])}`
  return (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    call(path, JSON.stringify(body), { authorization, ...headers })
}

const ids = (digit: string) => ({ trace: digit.repeat(32), span: digit.repeat(16) })

it("a trace leads from the client's traceparent to the SQL statement and to the receiver, and holds no values", () =>
  inDemo((data) =>
    receiving((url, heard) =>
      collecting((endpoint, collected) =>
        serving(
          {
            FORMWORK_DATA_DIR: data,
            OUTBOUND_ALLOW_HTTP: "true",
            OUTBOUND_ALLOW_PRIVATE: "true",
            OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
            OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a%20b",
            OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test"
          },
          async (address, running) => {
            await running.says(/Ctrl-C/)
            const call = await asOwner(address, demoOf(running).signIn)
            const form = await call("forms", { definition: definition(url) })
            const formId = String(form["id"])
            await call(`forms/${formId}/publish`, {}, { "if-match": '"1"' })
            const file = (traceparent: string) =>
              call(`v1/forms/${formId}/submissions`, { data: { owner: "canary" } }, { traceparent })
            const [kept, left] = [ids("a"), ids("b")]
            expect((await file(`00-${kept.trace}-${kept.span}-01`))["referenceNumber"]).toMatch(/^TRACED-/)
            await until(() => heard.length === 1)
            // Not sampled: no spans, and the header goes on as it came.
            await file(`00-${left.trace}-${left.span}-00`)
            await until(() => heard.length === 2)
            expect(heard[1]).toBe(`00-${left.trace}-${left.span}-00`)
            await file("00-not-a-trace")
            await until(() => heard.length === 3)

            const { spans } = collected
            const inTrace = (name: RegExp) =>
              spans.find(({ traceId, ...span }) => traceId === kept.trace && name.test(span.name))
            await until(() => inTrace(/^send integration$/) !== undefined)
            const filing = inTrace(/^POST \/api\/platform\/v1\/forms\/:formId\/submissions$/)
            expect(filing?.parentSpanId).toBe(kept.span)
            expect(filing?.kind).toBe(2)
            const statement = spans.find(
              (span) => span.traceId === kept.trace && String(textOf(span, "db.query.text")).includes("formwork.file(")
            )
            expect(above(statement, spans).at(-1)).toBe(filing?.name)
            const send = inTrace(/^send integration$/)
            expect(send?.parentSpanId).toBe(filing?.spanId)
            expect(send?.links).toMatchObject([{ traceId: kept.trace, spanId: filing?.spanId }])
            expect(heard[0]).toBe(`00-${kept.trace}-${send?.spanId}-01`)

            await until(() => spans.filter(({ name }) => name === filing?.name).length === 2)
            expect(spans.some(({ traceId }) => traceId === left.trace)).toBe(false)
            const malformed = spans.find(({ name, traceId }) => name === filing?.name && traceId !== kept.trace)
            expect(malformed?.parentSpanId).toBeUndefined()
            expect(collected.resource.get("service.name")).toEqual({ stringValue: "formwork" })
            expect(collected.resource.get("service.version")).toEqual({ stringValue: "0.1.0" })
            expect(collected.resource.get("deployment.environment.name")).toEqual({ stringValue: "test" })
            expect(collected.headers[0]).toMatchObject({ path: "/v1/traces", "x-tenant": "a b" })
            // What is polled is in no trace.
            const roots = new Set(
              spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)
            )
            for (const name of roots) expect(name).toMatch(/^(GET|POST|send )/)
            expect(collected.texts.join()).not.toContain("canary")
          }
        )
      )
    )
  ))

it("a sampler based on the parent keeps what its parent keeps; a ratio keeps that share of traces", () => {
  const parent = (sampled: boolean, traceId = "f".repeat(32)) =>
    Option.some(Tracer.externalSpan({ traceId, spanId: "1".repeat(16), sampled }))
  for (const sampler of ["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const)
    for (const sampled of [true, false]) expect(sampling(sampler, 0.5)(parent(sampled))).toBe(sampled)
  expect(sampling("always_on", 0)(parent(false))).toBe(true)
  expect(sampling("always_off", 1)(parent(true))).toBe(false)
  expect(sampling("parentbased_always_on", 0)(Option.none())).toBe(true)
  expect(sampling("parentbased_always_off", 1)(Option.none())).toBe(false)
  expect(sampling("traceidratio", 0)(Option.none())).toBe(false)
  expect(sampling("traceidratio", 1)(Option.none())).toBe(true)
  // Every service decides alike for one trace.
  expect(sampling("traceidratio", 0.5)(parent(false, `${"0".repeat(31)}1`))).toBe(true)
  expect(sampling("traceidratio", 0.5)(parent(true, "f".repeat(32)))).toBe(false)
})
