/** MCP answers what v1 answers, under the same key, budget, privileges and isolation (spec/service.md §1.9). */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted, Schema } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import { AccessLog } from "@formwork/http/request/AccessLog"
import { Tables } from "@formwork/memory/Tables"
import * as Http from "../../../../packages/http/test/support/Harness.ts"
import * as Wire from "../../../../packages/http/test/support/wire.ts"
import * as Harness from "./Harness.ts"

const ping = Harness.request("ping")

type Toolbox = { readonly evaluate_form: "evaluate"; readonly create_submission: "submissions" }

/** The same body to v1 and, as the arguments of a tool, to MCP. */
const both = (key: string, tool: keyof Toolbox, formId: string, body: string) =>
  Effect.gen(function* () {
    const path = tool === "evaluate_form" ? Http.evaluatePath(formId) : Http.submissionsPath(formId)
    const given = `{"formId":${JSON.stringify(formId)}${body === "{}" ? "" : `,${body.slice(1, -1)}`}}`
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`
    return { v1: yield* Http.call(path, key, body), mcp: yield* Harness.post(key, message) }
  })

const textOf = ({ body }: Wire.Answer): string => JSON.parse(body).result.content[0].text

/** Problem details without the request's id; a submission without what is new each time. */
const timeless = (text: string): string =>
  text
    .replace(/"requestId":"[^"]*"/u, "")
    .replace(/"id":"[^"]*"/u, "")
    .replace(/"createdAt":"[^"]*"/u, "")
    .replace(/"referenceNumber":"[^"]*"/u, "")

const Value = Schema.Union([Schema.Int, Schema.Finite, Schema.String, Schema.Null, Schema.Boolean, Schema.JsonObject])
const Data = Schema.Struct({
  name: Schema.optionalKey(Value),
  age: Schema.optionalKey(Schema.Union([Schema.Int.check(Schema.isBetween({ minimum: -9, maximum: 99 })), Value])),
  guardian: Schema.optionalKey(Value),
  premium: Schema.optionalKey(Value)
})
const numerals = ["1e400", "-0", "12345678901234567890", "0.1000000000000000055", "1e-320", "36"]

layer(Harness.layer(), { excludeTestServices: true })("the law", (it) => {
  it.effect.prop(
    "for any payload, evaluate_form's structured content is v1's body, to the byte",
    [Data, Schema.JsonObject, Schema.Literals(numerals)],
    ([data, others, numeral]) =>
      Effect.gen(function* () {
        const { form, key } = yield* Http.tenant
        for (const sent of [
          JSON.stringify(data),
          JSON.stringify({ ...others, ...data }),
          `{"name":"Ada","age":${numeral}}`
        ]) {
          const { mcp, v1 } = yield* both(key, "evaluate_form", form.id, `{"data":${sent}}`)
          assert.strictEqual(v1.status, 200)
          assert.strictEqual(textOf(mcp), v1.body)
          assert.isTrue(mcp.body.endsWith(`"structuredContent":${v1.body}}}`), mcp.body)
        }
      }),
    { arbitrary: { runs: 150 } }
  )

  it.effect("a tool with a language answers what v1 answers to who accepts that language", () =>
    Effect.gen(function* () {
      const tenant = yield* Http.tenant
      const forms = yield* Forms
      const form = yield* forms.create(tenant.operator, {
        languages: ["en", "es"],
        title: "Rent",
        code: "RENT",
        fields: [{ slug: "sum", type: "money", currency: "EUR", min: 12345, label: { en: "Sum", es: "Suma" } }]
      })
      yield* forms.publish(tenant.operator, form.id)
      for (const [language, sentence] of [
        ["en", "Sum is less than 12345."],
        ["es", "El valor de «Suma» es menor que 12.345."]
      ] as const) {
        const path = Http.evaluatePath(form.id)
        const body = '{"data":{"sum":"1"}}'
        const v1 = yield* Http.send(
          Wire.request({ path, token: tenant.key, body, headers: [`Accept-Language: ${language}`] })
        )
        const given = JSON.stringify({ formId: form.id, language, data: { sum: "1" } })
        const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evaluate_form","arguments":${given}}}`
        const mcp = yield* Harness.post(tenant.key, message)
        assert.strictEqual(textOf(mcp), v1.body)
        assert.include(v1.body, sentence)
      }
    })
  )

  it.effect.prop(
    "for any payload, draft or not, create_submission stores or refuses with the same answer as v1",
    [Data, Schema.Boolean],
    ([data, draft]) =>
      Effect.gen(function* () {
        const { form, key } = yield* Http.tenant
        const { mcp, v1 } = yield* both(key, "create_submission", form.id, JSON.stringify({ data, draft }))
        assert.strictEqual(JSON.parse(mcp.body).result.isError === true, v1.status === 422)
        assert.strictEqual(timeless(textOf(mcp)), timeless(v1.body))
      }),
    { arbitrary: { runs: 100 } }
  )

  it.effect("a refusal has v1's problem details, to the byte, except for the request's id", () =>
    Effect.gen(function* () {
      const { form, key, mint } = yield* Http.tenant
      const foreign = yield* Http.tenant
      const reader = Redacted.value((yield* mint("submission:read")).token.text)
      const refused: ReadonlyArray<readonly [key: string, tool: keyof Toolbox, formId: string, body: string]> = [
        [key, "evaluate_form", foreign.form.id, '{"data":{}}'],
        [reader, "evaluate_form", form.id, '{"data":{}}'],
        [reader, "create_submission", foreign.form.id, "{}"],
        [key, "create_submission", form.id, '{"data":{"age":1}}'],
        [key, "create_submission", form.id, '{"data":{},"drafts":true}'],
        [key, "evaluate_form", form.id, '{"data":1}']
      ]
      for (const [token, tool, formId, body] of refused) {
        const { mcp, v1 } = yield* both(token, tool, formId, body)
        assert.isAtLeast(v1.status, 403)
        assert.strictEqual(timeless(textOf(mcp)), timeless(v1.body))
        assert.include(textOf(mcp), `"requestId":"${mcp.headers["x-request-id"]}"`)
      }
    })
  )

  it.effect("MCP and v1 share idempotency keys", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Http.tenant
      const data = { name: "Ada" }
      const v1 = yield* Http.send(
        Wire.request({
          path: Http.submissionsPath(form.id),
          token: key,
          headers: ["Idempotency-Key: one"],
          body: JSON.stringify({ data })
        })
      )
      const given = { formId: form.id, data, idempotencyKey: "one" }
      const { result } = yield* Harness.call(key, "create_submission", given)
      assert.strictEqual(result.content[0].text, v1.body)
      assert.deepStrictEqual(result._meta, { idempotentReplayed: true })
    })
  )
})

layer(Harness.layer(), { excludeTestServices: true })("isolation", (it) => {
  it.effect("two organisations see nothing of each other over MCP", () =>
    Effect.gen(function* () {
      const [a, b] = [yield* Http.tenant, yield* Http.tenant]
      const data = { name: "Ada", age: 70 }
      for (const [mine, theirs] of [
        [a, b],
        [b, a]
      ] as const) {
        const filed = yield* Harness.call(mine.key, "create_submission", {
          formId: mine.form.id,
          data,
          idempotencyKey: "k"
        })
        // Reference numbers and idempotency keys of the other organisation have no effect.
        assert.strictEqual(filed.result.structuredContent.referenceNumber, "QT-00000001")
        assert.isUndefined(filed.result._meta)
        for (const tool of ["evaluate_form", "create_submission"]) {
          const { result } = yield* Harness.call(mine.key, tool, { formId: theirs.form.id, data })
          assert.include(result.content[0].text, '"code":"NOT_FOUND"')
        }
      }
      const { tenants } = yield* Tables
      for (const { operator } of [a, b]) assert.strictEqual(tenants.get(operator.organisationId)?.submissions.size, 1)
    })
  )
})

layer(Harness.layer({ quota: { limit: 3, windowMillis: 60_000 } }), { excludeTestServices: true })(
  "the budget",
  (it) => {
    it.effect("one message takes one request of the budget that MCP and v1 share, and the next is 429", () =>
      Effect.gen(function* () {
        const { form, key } = yield* Http.tenant
        const left = [
          yield* Harness.post(key, ping),
          yield* Http.call(Http.evaluatePath(form.id), key),
          yield* Harness.post(key, Harness.request("nothing"))
        ].map(({ headers }) => headers["ratelimit"]?.match(/r=(\d+)/u)?.[1])
        assert.deepStrictEqual(left, ["2", "1", "0"])
        const over = yield* Harness.post(key, ping)
        assert.deepInclude(Wire.json(over), { status: 429, code: "RATE_LIMITED" })
        assert.match(over.headers["retry-after"] ?? "", /^\d+$/u)
        const other = yield* Http.tenant
        assert.strictEqual((yield* Harness.post(other.key, ping)).status, 200)
        assert.strictEqual((yield* Harness.post(Redacted.value((yield* other.mint()).token.text), ping)).status, 200)
      })
    )
  }
)

const recorded: Array<string> = []
const recorder = Layer.merge(
  Logger.layer([Logger.make(({ cause, message }) => void recorded.push(JSON.stringify([message, cause])))]),
  Layer.succeed(AccessLog, (line) => void recorded.push(JSON.stringify(line)))
)

it.effect("the log has nothing that was sent, and the audit log has a missing privilege", () =>
  Effect.gen(function* () {
    const { form, key, mint, operator } = yield* Http.tenant
    const reader = Redacted.value((yield* mint("submission:read")).token.text)
    const given = { formId: form.id, data: { name: "canary", age: "canary" }, idempotencyKey: "canary" }
    for (const token of [key, reader, "canary"])
      yield* Harness.post(token, Harness.request("tools/call", { name: "create_submission", arguments: given }), [
        "X-Request-Id: lacks"
      ])
    yield* Harness.post(key, Harness.request("canary", { canary: "canary" }), ["Mcp-Method: canary"])
    assert.isAtLeast(recorded.length, 4)
    for (const secret of ["canary", key, reader]) assert.notInclude(recorded.join("\n"), secret)

    const { tenants } = yield* Tables
    for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
    const refusals = [...(tenants.get(operator.organisationId)?.audit ?? [])].filter(
      ({ action }) => action === "privilege.refused"
    )
    assert.deepStrictEqual(
      refusals.map(({ detail, requestId }) => [detail, requestId]),
      [["submission:write", "lacks"]]
    )
  }).pipe(Effect.provide(Harness.layer({ logs: "Info" })), Effect.provide(recorder))
)
