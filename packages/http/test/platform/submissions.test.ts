/**
 * Submissions over the app API: drafts, filing, transitions, their privileges, and the history (spec/http.md §4.10 and
 * spec/http.md §6).
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Forms as FormsService } from "@formwork/domain/forms/Forms"
import { Forms } from "@formwork/domain/forms/Forms"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import { Tables } from "@formwork/memory/Tables"
import type { JsonObject } from "@formwork/rules/Json"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { objectOf, objectsOf, problemsOf } from "../support/reading.ts"

const definition = (change: JsonObject = {}): JsonObject => ({
  title: "Roof enquiry",
  code: "ROOF",
  timeZone: "UTC",
  fields: [
    { slug: "area", type: "integer", required: true },
    { slug: "price", type: "money", currency: "NZD", formula: "area * 2" }
  ],
  workflow: {
    initial: "new",
    states: ["new", "priced", "closed"],
    transitions: [
      { name: "price", from: "new", to: "priced" },
      { name: "close", from: "new", to: "closed", privilege: "report:read" },
      { name: "close", from: "priced", to: "closed" }
    ]
  },
  effects: [{ id: "thank", kind: "notification", to: "desk@ashworth.example", subject: "New", text: "{$reference}" }],
  ...change
})

const ifMatch = (revision: number) => [`If-Match: "${revision}"`]

/** A live form, a draft of a submission by a key that may read and write it, and functions that call the API. */
const setting = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const forms = yield* Forms
  const form = yield* forms.create(tenant.operator, definition())
  const version = yield* forms.publish(tenant.operator, form.id)
  const key = (...privileges: ReadonlyArray<Privilege>) =>
    Effect.map(tenant.mint(...privileges), ({ token }) => Redacted.value(token.text))
  const token = yield* key("submission:read", "submission:write", "form:read")
  const first = yield* Harness.draft(token, form.id, { area: 3 })
  const id = String(Wire.json(first)["id"])
  const change = (method: string, path: string, revision: number, body: unknown, as = token) =>
    Harness.platform(method, `submissions/${id}${path}`, as, body, ifMatch(revision))
  const read = Harness.platform("GET", `submissions/${id}`, token)
  return { ...tenant, forms, form, version, key, token, first, id, change, read }
})

const problemOf = (answer: Wire.Answer) => {
  const { code, revision, transitions, workflowState } = Wire.json(answer)
  return [answer.status, code, workflowState, revision, transitions]
}

/** Publishes the form anew, with another field. */
const publishAnew = Effect.fnUntraced(function* (
  forms: FormsService["Service"],
  operator: Parameters<FormsService["Service"]["publish"]>[0],
  form: Parameters<FormsService["Service"]["publish"]>[1]
) {
  const fields = [
    { slug: "area", type: "integer", required: true },
    { slug: "price", type: "money", currency: "NZD", formula: "area * 5" }
  ]
  const workflow = { initial: "open", states: ["open"], transitions: [] }
  yield* forms.saveDraft(operator, form, definition({ fields, workflow }))
  return yield* forms.publish(operator, form)
})

layer(Harness.layer(), { excludeTestServices: true })("a submission", (it) => {
  it.effect(
    "a submission goes from draft to filed to the end of its workflow, with an ETag each time and a whole history",
    () =>
      Effect.gen(function* () {
        const { change, first, id, read, token } = yield* setting
        const stored = Wire.json(first)
        const got = yield* read
        assert.strictEqual(got.headers["etag"], '"1"')
        assert.deepStrictEqual(Wire.json(got), { ...stored, revision: 1 })
        const saved = yield* change("PUT", "", 1, { data: {} })
        assert.deepStrictEqual([saved.status, saved.headers["etag"]], [200, '"2"'])
        assert.deepStrictEqual(Wire.json(saved), { ...stored, data: {}, calculatedData: { price: null }, revision: 2 })
        const filed = yield* change("POST", "/file", 2, { data: { area: 4 } })
        assert.deepStrictEqual([filed.status, filed.headers["etag"]], [200, '"3"'])
        const now = {
          ...stored,
          workflowState: "new",
          data: { area: 4 },
          calculatedData: { price: "8.00" },
          revision: 3
        }
        assert.deepStrictEqual(Wire.json(filed), now)
        const moved = yield* change("POST", "/transitions", 3, { name: "price", comment: "Twice two" })
        assert.deepStrictEqual([moved.status, moved.headers["etag"]], [200, '"4"'])
        const { referenceNumber } = stored
        assert.deepStrictEqual(Wire.json(moved), { id, referenceNumber, workflowState: "priced", revision: 4 })
        assert.deepStrictEqual(Wire.json(yield* read), { ...now, workflowState: "priced", revision: 4 })
        const { items } = Wire.json(yield* Harness.platform("GET", `submissions/${id}/history`, token))
        assert.deepStrictEqual(
          objectsOf(items).map(({ comment, revision, transition, workflowState }) => [
            revision,
            workflowState,
            transition,
            comment
          ]),
          [
            [1, "draft", null, null],
            [2, "draft", null, null],
            [3, "new", null, null],
            [4, "priced", "price", "Twice two"]
          ]
        )
        for (const item of objectsOf(items)) {
          assert.match(String(item["at"]), /^\d{4}-\d\d-\d\dT.*Z$/u)
          assert.strictEqual(objectOf(item["credential"])["kind"], "api_key")
        }
      })
  )

  it.effect("a draft filed without values is filed as stored; the caller needs submission:read too", () =>
    Effect.gen(function* () {
      const { change, key } = yield* setting
      const blind = yield* key("submission:write")
      const refused = yield* change("POST", "/file", 1, {}, blind)
      assert.deepStrictEqual([refused.status, Wire.json(refused)["privilege"]], [403, "submission:read"])
      const filed = Wire.json(yield* change("POST", "/file", 1, {}))
      assert.deepStrictEqual([filed["workflowState"], filed["data"]], ["new", { area: 3 }])
    })
  )

  it.effect("a submission whose values have problems keeps its state, and the answer lists the problems", () =>
    Effect.gen(function* () {
      const { change, read } = yield* setting
      const before = Wire.json(yield* read)
      for (const [method, path, body] of [
        ["PUT", "", { data: { area: "wide" } }],
        ["POST", "/file", { data: {} }]
      ] as const) {
        const answer = yield* change(method, path, 1, body)
        assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [422, "INVALID_SUBMISSION"])
        assert.lengthOf(problemsOf(answer), 1)
      }
      assert.deepStrictEqual(Wire.json(yield* read), before)
    })
  )

  it.effect("a refused change answers with the state and revision of the submission, and changes nothing", () =>
    Effect.gen(function* () {
      const { change, read } = yield* setting
      assert.strictEqual((yield* change("POST", "/file", 1, { data: { area: 4 } })).status, 200)
      const before = Wire.json(yield* read)
      const answers: ReadonlyArray<readonly [Wire.Answer, transitions: unknown]> = [
        [yield* change("PUT", "", 1, { data: {} }), undefined],
        [yield* change("POST", "/file", 999_999_999, {}), undefined],
        [yield* change("POST", "/transitions", 1, { name: "price" }), undefined],
        [yield* change("PUT", "", 2, { data: {} }), undefined],
        [yield* change("POST", "/file", 2, {}), undefined],
        [yield* change("POST", "/transitions", 2, { name: "draft" }), ["price", "close"]]
      ]
      for (const [answer, transitions] of answers)
        assert.deepStrictEqual(problemOf(answer), [409, "CONFLICT", "new", 2, transitions])
      assert.deepStrictEqual(Wire.json(yield* read), before)
    })
  )

  it.effect("every change needs the revision that it is based on, as one strong entity tag", () =>
    Effect.gen(function* () {
      const { id, read, token } = yield* setting
      const changes = [
        ["PUT", `submissions/${id}`, { data: {} }],
        ["POST", `submissions/${id}/file`, {}],
        ["POST", `submissions/${id}/transitions`, { name: "price" }]
      ] as const
      for (const [method, path, body] of changes) {
        const without = yield* Harness.platform(method, path, token, body)
        assert.deepStrictEqual([without.status, Wire.json(without)["code"]], [422, "INVALID_REQUEST"])
        assert.include(without.body, '"field":"If-Match"')
        for (const odd of ["*", "1", 'W/"1"', '"1", "2"', '"0"', '"01"', '"x"', '""', '"9999999999"']) {
          const answer = yield* Harness.platform(method, path, token, body, [`If-Match: ${odd}`])
          assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [400, "MALFORMED_REQUEST"], odd)
        }
        const twice = yield* Harness.platform(method, path, token, body, [...ifMatch(1), ...ifMatch(1)])
        assert.strictEqual(twice.status, 400)
      }
      assert.strictEqual((yield* read).headers["etag"], '"1"')
    })
  )

  it.effect("a transition needs the privilege that the workflow names for it", () =>
    Effect.gen(function* () {
      const { change, key, read } = yield* setting
      yield* change("POST", "/file", 1, {})
      const refused = yield* change("POST", "/transitions", 2, { name: "close" })
      assert.deepStrictEqual([refused.status, Wire.json(refused)["privilege"]], [403, "report:read"])
      assert.strictEqual(
        (yield* change("POST", "/transitions", 1, { name: "close" })).status,
        403,
        "before the revision"
      )
      assert.strictEqual((yield* read).headers["etag"], '"2"')
      const closer = yield* key("submission:write", "report:read")
      assert.strictEqual((yield* change("POST", "/transitions", 2, { name: "close" }, closer)).status, 200)
    })
  )

  it.effect(
    "a filed submission keeps its version, which stays readable; a draft is filed against the live version",
    () =>
      Effect.gen(function* () {
        const { change, form, forms, id, operator, token, version } = yield* setting
        const other = String(Wire.json(yield* Harness.draft(token, form.id, { area: 3 }))["id"])
        yield* change("POST", "/file", 1, {})
        const next = yield* publishAnew(forms, operator, form.id)
        const priced = yield* change("POST", "/transitions", 2, { name: "price" })
        assert.strictEqual(Wire.json(priced)["workflowState"], "priced", "by its own workflow")
        const path = `submissions/${other}/file`
        const filed = Wire.json(yield* Harness.platform("POST", path, token, {}, ifMatch(1)))
        assert.deepStrictEqual(
          [filed["formVersionId"], filed["workflowState"], filed["calculatedData"]],
          [next.id, "open", { price: "15.00" }]
        )
        const old = yield* Harness.platform("GET", `forms/${form.id}/versions/${version.id}`, token)
        assert.deepStrictEqual(Wire.json(old), { id: version.id, formId: form.id, number: 1, definition: definition() })
        const { items } = Wire.json(yield* Harness.platform("GET", `submissions/${id}/history`, token))
        assert.isTrue(objectsOf(items).every((item) => item["formVersionId"] === version.id))
      })
  )

  it.effect("a repeat under an idempotency key gets the same bytes, also after the submission has changed", () =>
    Effect.gen(function* () {
      const { form, token } = yield* setting
      const request = Wire.request({
        path: Harness.submissionsPath(form.id),
        token,
        headers: ["Idempotency-Key: order-7"],
        body: JSON.stringify({ data: { area: 3 }, draft: true })
      })
      const first = yield* Harness.send(request)
      const path = `submissions/${String(Wire.json(first)["id"])}`
      yield* Harness.platform("PUT", path, token, { data: { area: 9 } }, ifMatch(1))
      yield* Harness.platform("POST", `${path}/file`, token, {}, ifMatch(2))
      yield* Harness.platform("POST", `${path}/transitions`, token, { name: "price" }, ifMatch(3))
      const again = yield* Harness.send(request)
      assert.deepStrictEqual([again.status, again.headers["idempotent-replayed"]], [201, "true"])
      assert.strictEqual(again.body, first.body)
      assert.notInclude(first.body, "revision")
    })
  )

  it.effect(
    "of 64 equal requests at once one submission is stored; every answer is that one, or says that it is being made",
    () =>
      Effect.gen(function* () {
        const { form, operator, token } = yield* setting
        const { firings, references, submissions } =
          (yield* Tables).tenants.get(operator.organisationId) ?? assert.fail("no tenant")
        const before = [firings.length, references.size, submissions.size]
        const request = Wire.request({
          path: Harness.submissionsPath(form.id),
          token,
          headers: ["Idempotency-Key: once"],
          body: JSON.stringify({ data: { area: 3 } })
        })
        const all = Array.from({ length: 64 }, () => request)
        const answers = yield* Effect.forEach(all, Harness.send, { concurrency: "unbounded" })
        const stored = answers.filter(({ status }) => status === 201)
        assert.strictEqual(new Set(stored.map(({ body }) => body)).size, 1)
        assert.lengthOf(
          stored.filter(({ headers }) => headers["idempotent-replayed"] === undefined),
          1
        )
        for (const { status } of answers) assert.include([201, 409], status)
        assert.deepStrictEqual(
          [firings.length, references.size, submissions.size],
          [(before[0] ?? 0) + 1, (before[1] ?? 0) + 1, (before[2] ?? 0) + 1]
        )
      })
  )

  it.effect("a comment has 1 to 2,000 characters that a database can store", () =>
    Effect.gen(function* () {
      const { change } = yield* setting
      yield* change("POST", "/file", 1, {})
      for (const comment of ["", "x".repeat(2001), "a\u0000b", "\ud800", 7, null]) {
        const answer = yield* change("POST", "/transitions", 2, { name: "price", comment })
        assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [422, "INVALID_REQUEST"])
      }
      assert.strictEqual(
        (yield* change("POST", "/transitions", 2, { name: "price", comment: "x".repeat(2000) })).status,
        200
      )
    })
  )
})
