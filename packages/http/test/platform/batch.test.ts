/** Many payloads in one request (spec/http.md §5.9): what a line is answered, and that lines are alone. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Batches from "../support/batches.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const ada = '{"data":{"name":"Ada","age":36}}'

/** Texts that are JSON, and texts that are nearly so. */
const Line = Schema.Union([
  Schema.Struct({ data: Schema.Json }).pipe(Schema.fromJsonString),
  Schema.Struct({
    data: Schema.Struct({
      name: Schema.optionalKey(Schema.Json),
      age: Schema.optionalKey(Schema.Json),
      guardian: Schema.optionalKey(Schema.Json),
      premium: Schema.optionalKey(Schema.Json)
    })
  }).pipe(Schema.fromJsonString),
  Schema.fromJsonString(Schema.Json)
])

const texts = Schema.Array(Schema.toEncoded(Line))

const broken = [
  "{",
  "[]",
  "null",
  '"x"',
  '{"data":1}',
  '{"data":{},"data":{}}',
  '{"data":{"name":"a","name":"b"}}',
  '{"data":{},"more":1}',
  "\u{feff}{}",
  '{"data":{"age":1e400}}',
  '{"data":{"age":123456789012345678901234567890.5}}',
  `{"data":${"[".repeat(40)}${"]".repeat(40)}}`,
  '{"data":{"__proto__":{"a":1},"name":"Ada"}}',
  '{"data":{"name":"\\ud800"}}'
]

layer(Harness.layer(), { excludeTestServices: true })("a batch", (it) => {
  /** What v1's evaluate answers for a line, as a line. */
  const single = Effect.fnUntraced(function* (formId: string, key: string, text: string, line: number, id: string) {
    const answer = yield* Harness.call(Harness.evaluatePath(formId), key, text)
    const { "x-request-id": own = "" } = answer.headers
    const body = answer.body.replaceAll(own, id)
    return answer.status === 200 ? `{"line":${line},${body.slice(1)}` : `{"line":${line},"problem":${body}}`
  })

  const equalsSingles = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
    const { form, key } = yield* Harness.tenant
    const answered = yield* Batches.send(form.id, key, given.join("\n"))
    assert.strictEqual(answered.status, 200)
    const singles = yield* Effect.forEach(given, (text, index) =>
      single(form.id, key, text, index + 1, answered.requestId)
    )
    assert.deepStrictEqual(answered.lines, singles)
  })

  it.effect("a line that v1 refuses is answered as v1 refuses it, and the lines after it are evaluated", () =>
    equalsSingles([...broken, ada])
  )

  it.effect.prop(
    "each line is answered with the bytes that v1's evaluate has for it",
    [texts],
    ([given]) =>
      equalsSingles(given.map((text) => text.replaceAll(/[\r\n]/gu, " ")).filter((text) => text.trim() !== "")),
    { arbitrary: { runs: 30 } }
  )

  it.effect("an answer begins with the id of its line, also where the line has problems", () =>
    Effect.gen(function* () {
      const { form, key, version } = yield* Harness.tenant
      const given = [
        '{"id":"a","data":{"name":"Ada","age":70}}',
        '{"data":{},"id":"b"}',
        '{"id":"c"}',
        '{"id":7,"data":{}}',
        `{"id":"${"x".repeat(201)}","data":{}}`
      ]
      const { lines, version: named } = yield* Batches.send(form.id, key, given.join("\n"))
      assert.strictEqual(named, version.id)
      assert.strictEqual(
        lines[0],
        '{"id":"a","line":1,"valid":true,"calculatedData":{"premium":"175.00"},"hiddenFields":["guardian"],' +
          '"outcomes":[{"id":"senior","message":"Senior rate","severity":"info"}],"problems":[]}'
      )
      assert.match(lines[1] ?? "", /^\{"id":"b","line":2,"valid":false,/u)
      assert.match(lines[2] ?? "", /^\{"id":"c","line":3,"problem":\{/u)
      assert.match(lines[3] ?? "", /^\{"line":4,"problem":\{.*\\"id\\" must be a text/u)
      assert.match(lines[4] ?? "", /^\{"line":5,"problem":\{.*at most 200 characters/u)
    })
  )

  it.effect("empty lines have numbers and no answers; the last line needs no line feed; CRLF ends lines too", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const numbers = (body: string) =>
        Effect.map(Batches.send(form.id, key, body), ({ lines }) => lines.map((line) => Batches.json(line)["line"]))
      assert.deepStrictEqual(yield* numbers(""), [])
      assert.deepStrictEqual(yield* numbers("\n\n  \r\n\t"), [])
      assert.deepStrictEqual(yield* numbers(`\n${ada}\n\n \r\n${ada}`), [2, 5])
      assert.deepStrictEqual(yield* numbers(`${ada}\r\n${ada}\r\n`), [1, 2])
    })
  )

  it.effect("a line that is too long is a problem of that line alone, however it is cut", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const fits = `{"data":{"name":"${"x".repeat(1_048_576 - 20)}"}}`
      const { lines } = yield* Batches.send(form.id, key, [ada, `${fits} `, fits, ada].join("\n"))
      assert.deepStrictEqual(
        lines.map((line) => Object(Batches.json(line)["problem"])["code"]),
        [undefined, "PAYLOAD_TOO_LARGE", undefined, undefined]
      )
    })
  )

  it.effect("any cut of the body into pieces gives the same answer", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const body = Buffer.from(`${ada}\n\n{"data":{"name":"Ünïcødé"}}\r\n{"id":"x","data":{}}`)
      const whole = yield* Batches.send(form.id, key, body)
      for (const size of [1, 2, 7]) {
        const opened = yield* Batches.open(form.id, key)
        for (let at = 0; at < body.length; at += size) {
          opened.request.write(body.subarray(at, at + size))
          yield* Effect.promise(() => new Promise(setImmediate))
        }
        opened.request.end()
        const { lines } = yield* Batches.read(yield* Effect.promise(() => opened.response))
        assert.deepStrictEqual(lines, whole.lines)
      }
    })
  )

  it.effect("refuses another media type, any coding, a query, and a longer body than a batch may have", () =>
    Effect.gen(function* () {
      const { form, key, unpublished } = yield* Harness.tenant
      const path = Harness.batchPath(form.id)
      const contentType = "application/x-ndjson"
      const status = (request: Partial<Wire.Request>) =>
        Effect.map(Harness.send(Wire.request({ path, token: key, contentType, body: ada, ...request })), (answer) => [
          answer.status,
          Wire.json(answer)["code"]
        ])
      assert.deepStrictEqual(yield* status({ contentType: "application/json" }), [415, "UNSUPPORTED_MEDIA_TYPE"])
      assert.deepStrictEqual(yield* status({ headers: ["Content-Type: text/plain"] }), [415, "UNSUPPORTED_MEDIA_TYPE"])
      assert.deepStrictEqual(yield* status({ headers: ["Content-Encoding: gzip"] }), [415, "UNSUPPORTED_MEDIA_TYPE"])
      assert.deepStrictEqual(yield* status({ path: `${path}?explain=true` }), [422, "INVALID_REQUEST"])
      assert.deepStrictEqual(yield* status({ path: Harness.batchPath(unpublished.id) }), [404, "NOT_FOUND"])
      const head = Buffer.from(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${contentType}\r\nContent-Length: 268435457\r\n\r\n`
      )
      assert.strictEqual((yield* Harness.send(head)).status, 413)
    })
  )

  it.effect("the head of the answer is there before the first line was sent", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const opened = yield* Batches.open(form.id, key)
      opened.request.flushHeaders()
      const response = yield* Effect.promise(() => opened.response)
      opened.request.end(ada)
      assert.lengthOf((yield* Batches.read(response)).lines, 1)
    })
  )

  it.effect("a client that asks first gets 100 Continue, and then its answers", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const opened = yield* Batches.open(form.id, key, { expect: "100-continue" })
      opened.request.flushHeaders()
      yield* Effect.promise(() => new Promise((resolve) => opened.request.once("continue", resolve)))
      opened.request.end(ada)
      const { lines } = yield* Batches.read(yield* Effect.promise(() => opened.response))
      assert.lengthOf(lines, 1)
    })
  )
})
