/** The two v1 endpoints over a socket (spec/service.md §4). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { JsonObject } from "@formwork/rules/Json"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { objectsOf, problemsOf } from "../support/reading.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u

const json = (answer: Wire.Answer): JsonObject => JSON.parse(answer.body)

layer(Harness.layer(), { excludeTestServices: true })("evaluate", (it) => {
  it.effect("evaluate answers 200 with exactly valid, calculatedData, hiddenFields, outcomes and problems", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const answer = yield* Harness.call(Harness.evaluatePath(form.id), key, { data: { name: "Ada", age: 70 } })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(
        answer.body,
        '{"valid":true,"calculatedData":{"premium":"175.00"},"hiddenFields":["guardian"],' +
          '"outcomes":[{"id":"senior","message":"Senior rate","severity":"info"}],"problems":[]}'
      )
    })
  )

  it.effect("the answer has an explanation only where the request asks for one", () =>
    Effect.gen(function* () {
      const { form, key, mint } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const plain = json(yield* Harness.call(path, key, { data: { name: "Ada", age: 70 } }))
      const reader = Redacted.value((yield* mint("submission:write", "form:read")).token.text)
      const { trace, ...rest } = json(
        yield* Harness.call(`${path}?explain=true`, reader, { data: { name: "Ada", age: 70 } })
      )
      assert.deepStrictEqual(rest, plain)
      const explained = [
        {
          pointer: "/fields/2/visibleWhen",
          expression: "age < 18",
          read: [{ name: "age", value: 70 }],
          gave: false,
          words: "guardian is hidden: age is 70."
        },
        {
          pointer: "/fields/3/formula",
          expression: "age * 2.5",
          read: [{ name: "age", value: 70 }],
          gave: "175.00",
          words: "premium is 175.00: age is 70."
        },
        {
          pointer: "/outcomes/0/when",
          expression: "age >= 65",
          read: [{ name: "age", value: 70 }],
          gave: true,
          words: "the outcome senior is raised: age is 70."
        }
      ]
      assert.deepStrictEqual(trace, explained)
      const refused = json(yield* Harness.call(`${path}?explain=true`, key, { data: { name: "Ada", age: 70 } }))
      assert.deepInclude(refused, { status: 422, code: "INVALID_REQUEST" })
      assert.deepStrictEqual(refused["problems"], [
        {
          field: "explain",
          message: '"explain" needs the privilege form:read, which the credential does not have.',
          code: "rule",
          pointer: "/explain"
        }
      ])
    })
  )

  it.effect("evaluate answers with the headers of every authenticated answer", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const { headers } = yield* Harness.call(Harness.evaluatePath(form.id), key)
      assert.match(headers["x-request-id"] ?? "", uuid)
      assert.deepStrictEqual(
        { ...headers, "x-request-id": "", date: "", "content-length": "" },
        {
          "cache-control": "no-store",
          "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
          "x-content-type-options": "nosniff",
          connection: "keep-alive",
          "content-length": "",
          "content-type": "application/json",
          date: "",
          "keep-alive": "timeout=65",
          ratelimit: '"default";r=99999;t=60',
          "ratelimit-policy": '"default";q=100000;w=60',
          "x-request-id": ""
        }
      )
    })
  )

  it.effect("evaluate answers 200 with problems where a required value is missing", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const answer = yield* Harness.call(Harness.evaluatePath(form.id), key, { data: { age: 3, zip: 1 } })
      const { problems, valid } = json(answer)
      assert.deepStrictEqual([answer.status, valid], [200, false])
      assert.deepStrictEqual(
        objectsOf(problems)
          .map(({ code, pointer }) => [code, pointer])
          .sort(),
        [
          ["required", "/data/name"],
          ["unknown_field", "/data/zip"]
        ]
      )
    })
  )

  it.effect("names that objects inherit are unknown slugs", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const answer = yield* Harness.call(
        Harness.evaluatePath(form.id),
        key,
        '{"data":{"name":"Ada","__proto__":{"age":1},"constructor":1}}'
      )
      assert.deepStrictEqual(
        problemsOf(answer)
          .map(({ code, field }) => [code, field])
          .sort(),
        [
          ["unknown_field", "__proto__"],
          ["unknown_field", "constructor"]
        ]
      )
    })
  )

  it.effect("evaluate leaves a number that no double can hold to the rules", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const answer = yield* Harness.call(Harness.evaluatePath(form.id), key, '{"data":{"name":"Ada","age":1e400}}')
      assert.deepStrictEqual([answer.status, json(answer)["valid"]], [200, false])
    })
  )
})

layer(Harness.layer(), { excludeTestServices: true })("create", (it) => {
  it.effect("create answers 201 with the stored submission and its location", () =>
    Effect.gen(function* () {
      const { form, key, operator } = yield* Harness.tenant
      const answer = yield* Harness.call(Harness.submissionsPath(form.id), key, {
        data: { name: "Ada", age: 70, guardian: "x" }
      })
      const submission = json(answer)
      assert.strictEqual(answer.status, 201)
      assert.deepStrictEqual(Object.keys(submission).sort(), [
        "calculatedData",
        "createdAt",
        "data",
        "formId",
        "formVersionId",
        "hiddenFields",
        "id",
        "outcomes",
        "referenceNumber",
        "workflowState"
      ])
      assert.strictEqual(answer.headers["location"], `/api/platform/submissions/${submission["id"]}`)
      assert.isUndefined(answer.headers["idempotent-replayed"])
      assert.deepStrictEqual(
        [submission["formId"], submission["referenceNumber"], submission["workflowState"], submission["data"]],
        [form.id, "QT-00000001", "submitted", { name: "Ada", age: 70 }]
      )
      assert.match(String(submission["createdAt"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
      const stored = yield* (yield* SubmissionStore).get(operator, SubmissionId.make(String(submission["id"])))
      assert.strictEqual(stored.referenceNumber, submission["referenceNumber"])
    })
  )

  it.effect("create saves a draft without its required values", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const answer = yield* Harness.call(Harness.submissionsPath(form.id), key, { data: { age: 1 }, draft: true })
      assert.deepStrictEqual([answer.status, json(answer)["workflowState"]], [201, "draft"])
    })
  )

  it.effect(
    "create refuses a payload with problems: 422 INVALID_SUBMISSION with everything that evaluate answers",
    () =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const answer = yield* Harness.call(Harness.submissionsPath(form.id), key, { data: { age: 70 } })
        const id = answer.headers["x-request-id"] ?? "none"
        const { problems, ...rest } = json(answer)
        assert.strictEqual(answer.status, 422)
        assert.strictEqual(
          JSON.stringify(rest),
          JSON.stringify({
            type: "urn:formwork:problem:invalid-submission",
            title: "The submission has problems",
            status: 422,
            error: "Nothing was stored: see problems.",
            code: "INVALID_SUBMISSION",
            requestId: id,
            outcomes: [{ id: "senior", message: "Senior rate", severity: "info" }],
            hiddenFields: ["guardian"],
            calculatedData: { premium: "175.00" }
          })
        )
        assert.deepStrictEqual(
          objectsOf(problems).map(({ code, field, pointer }) => [code, field, pointer]),
          [["required", "name", "/data/name"]]
        )
      })
  )

  it.effect(
    "create answers a repeat under one Idempotency-Key with the first answer, and another body under it with 422",
    () =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const path = Harness.submissionsPath(form.id)
        const file = (body: string) =>
          Harness.send(Wire.request({ path, token: key, headers: ["Idempotency-Key: order-17!"], body }))
        const first = yield* file('{"data":{"name":"Ada","age":36}}')
        const second = yield* file('{ "data" : {"age":36,"name":"Ada"} }')
        const other = yield* file('{"data":{"name":"Bob"}}')
        assert.deepStrictEqual([first.status, first.headers["idempotent-replayed"]], [201, undefined])
        assert.deepStrictEqual([second.status, second.headers["idempotent-replayed"]], [201, "true"])
        assert.deepStrictEqual([second.body, second.headers["location"]], [first.body, first.headers["location"]])
        assert.deepStrictEqual([other.status, json(other)["code"]], [422, "IDEMPOTENCY_MISMATCH"])
      })
  )

  it.effect(
    "create answers 400 to an Idempotency-Key that is not 1 to 255 visible ASCII characters, or is sent twice",
    () =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const status = (...headers: ReadonlyArray<string>) =>
          Effect.map(
            Harness.send(
              Wire.request({
                path: Harness.submissionsPath(form.id),
                token: key,
                headers,
                body: '{"data":{"name":"A"}}'
              })
            ),
            (answer) => answer.status
          )
        assert.strictEqual(yield* status("Idempotency-Key:"), 400)
        assert.strictEqual(yield* status("Idempotency-Key: a b"), 400)
        assert.strictEqual(yield* status("Idempotency-Key: é"), 400)
        assert.strictEqual(yield* status(`Idempotency-Key: ${"a".repeat(256)}`), 400)
        assert.strictEqual(yield* status("Idempotency-Key: a", "Idempotency-Key: a"), 400)
        assert.strictEqual(yield* status(`Idempotency-Key: ${"a".repeat(255)}`), 201)
      })
  )
})
