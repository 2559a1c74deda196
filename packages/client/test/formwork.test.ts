/** The plain client against the real server, over real sockets, on the in-memory adapter. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createFormwork } from "../src/Formwork.ts"
import type { FormworkOptions } from "../src/Formwork.ts"
import { FormworkError, FormworkUnreachable, isRefusal } from "../src/FormworkError.ts"
import * as Sent from "../../http/test/support/fileFixture.ts"
import * as Harness from "../../http/test/support/Harness.ts"

const data = { name: "Ada", age: 36 }

const clientOf = (token: string | undefined, options: Partial<FormworkOptions> = {}) =>
  Effect.map(Harness.port, (port) =>
    createFormwork({ baseUrl: `http://127.0.0.1:${port}/`, ...(token === undefined ? {} : { token }), ...options })
  )

/** What a call rejects with. */
const failure = (call: () => Promise<unknown>): Effect.Effect<unknown> =>
  Effect.flip(Effect.tryPromise(call)).pipe(
    Effect.map((error) => error.cause),
    Effect.orDie
  )

layer(Harness.layer(), { excludeTestServices: true })("the client", (it) => {
  it.effect("the client evaluates, files, reads back and moves a submission as the contract says", () =>
    Effect.gen(function* () {
      const { form, mint } = yield* Harness.tenant
      const { token } = yield* mint("submission:read", "submission:write")
      const formwork = yield* clientOf(Redacted.value(token.text))
      const evaluated = yield* Effect.promise(() => formwork.v1.evaluate({ formId: form.id, body: { data } }))
      assert.strictEqual(evaluated.body.valid, true)
      assert.deepStrictEqual(evaluated.body.calculatedData, { premium: "90.00" })
      const created = yield* Effect.promise(() => formwork.v1.createSubmission({ formId: form.id, body: { data } }))
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.location, `/api/platform/submissions/${created.body.id}`)
      const submissionId = created.body.id
      const read = yield* Effect.promise(() => formwork.submissions.get({ submissionId }))
      assert.strictEqual(read.body.referenceNumber, created.body.referenceNumber)
      const moved = yield* Effect.promise(() =>
        formwork.submissions.transition({ submissionId, ifMatch: read.etag ?? "", body: { name: "review" } })
      )
      assert.strictEqual(moved.body.workflowState, "in_review")
    })
  )

  it.effect("a file is sent as it is, of the type that it says, and read back", () =>
    Effect.gen(function* () {
      const tenant = yield* Harness.tenant
      const formId = yield* Sent.form(tenant)
      const { token } = yield* tenant.mint("submission:read", "submission:write")
      const formwork = yield* clientOf(Redacted.value(token.text))
      const given = { formId, field: "pass", name: "Ädel – 1.txt" }
      const text = new Blob(["grün"], { type: "text/plain" })
      const { body: sent } = yield* Effect.promise(() => formwork.files.add({ ...given, file: text }))
      assert.deepInclude(sent, { name: "Ädel – 1.txt", mediaType: "text/plain", size: 5 })
      const { body: filed } = yield* Effect.promise(() =>
        formwork.v1.createSubmission({ formId, body: { data: { pass: sent.id } } })
      )
      const ids = { submissionId: filed.id, fileId: sent.id }
      const read = yield* Effect.promise(() => formwork.files.get(ids))
      assert.strictEqual(yield* Effect.promise(() => new Response(read.body).text()), "grün")
      const untold = yield* Effect.promise(() =>
        formwork.files.add({
          ...given,
          file: new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)])
        })
      )
      assert.strictEqual(untold.body.mediaType, "image/png")
    })
  )

  it.effect("an evaluation has an explanation only where the call asks for one", () =>
    Effect.gen(function* () {
      const { form, mint } = yield* Harness.tenant
      const { token } = yield* mint("submission:write", "form:read")
      const formwork = yield* clientOf(Redacted.value(token.text))
      const explained = yield* Effect.promise(() =>
        formwork.v1.evaluate({ formId: form.id, explain: "true", body: { data } })
      )
      assert.isNotEmpty(explained.body.trace)
    })
  )

  it.effect("a refusal is an error with the problem, typed by its code", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const formwork = yield* clientOf(key)
      const invalid = yield* failure(() =>
        formwork.v1.createSubmission({ formId: form.id, body: { data: { age: -1 } } })
      )
      if (!isRefusal(invalid, "INVALID_SUBMISSION")) return assert.fail(String(invalid))
      assert.deepStrictEqual(
        invalid.problem.problems.map(({ code, field }) => [field, code]),
        [
          ["name", "required"],
          ["age", "min"]
        ]
      )
      const missing = yield* failure(() => formwork.v1.evaluate({ formId: "nowhere/else?x", body: { data } }))
      assert.isTrue(isRefusal(missing, "NOT_FOUND"))
      const lacking = yield* failure(() => formwork.keys.list())
      if (!isRefusal(lacking, "PRIVILEGE_REQUIRED")) return assert.fail(String(lacking))
      assert.strictEqual(lacking.problem.privilege, "apikey:read")
      const anonymous = yield* clientOf(undefined)
      const unknown = yield* failure(() => anonymous.me.get())
      assert.isTrue(isRefusal(unknown, "UNAUTHENTICATED"))
      assert.strictEqual(unknown instanceof FormworkError && unknown.requestId.length > 0, true)
    })
  )

  it.effect("a filing whose answer is lost is repeated under its key, and filed once", () =>
    Effect.gen(function* () {
      const { form, mint } = yield* Harness.tenant
      const { token } = yield* mint("submission:read", "submission:write")
      let lost = 0
      const losing: typeof fetch = async (url, init) => {
        const response = await fetch(url, init)
        if (lost++ > 0) return response
        await response.arrayBuffer()
        throw new TypeError("the connection was cut")
      }
      const formwork = yield* clientOf(Redacted.value(token.text), { fetch: losing })
      const again = yield* Effect.promise(() => formwork.v1.createSubmission({ formId: form.id, body: { data } }))
      assert.strictEqual(lost, 2)
      assert.isTrue(again.replayed)
      assert.match(again.body.referenceNumber, /0*1$/u)
    })
  )

  it.effect("a change whose answer is lost fails, because a repeat could change twice", () =>
    Effect.gen(function* () {
      const { mint } = yield* Harness.tenant
      const { token } = yield* mint("apikey:write", "submission:read")
      let sent = 0
      const cut: typeof fetch = () => {
        sent += 1
        return Promise.reject(new TypeError("the connection was cut"))
      }
      const formwork = yield* clientOf(Redacted.value(token.text), { fetch: cut })
      const failed = yield* failure(() =>
        formwork.keys.create({ body: { name: "Reader", privileges: ["submission:read"] } })
      )
      assert.instanceOf(failed, FormworkUnreachable)
      assert.strictEqual(sent, 1)
    })
  )

  it.effect("a call ends when its caller aborts it, also while it waits", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const busy: typeof fetch = () =>
        Promise.resolve(
          Response.json(
            { code: "RATE_LIMITED", error: "Wait 30 seconds.", status: 429, requestId: "r" },
            { status: 429, headers: { "retry-after": "30" } }
          )
        )
      const formwork = yield* clientOf(key, { fetch: busy })
      const ending = new AbortController()
      const reason = new Error("the user left")
      const called = failure(() => formwork.v1.evaluate({ formId: form.id, body: { data } }, { signal: ending.signal }))
      setTimeout(() => ending.abort(reason), 20)
      assert.strictEqual(yield* called, reason)
    })
  )

  it.effect("an answer of another program is FormworkUnreachable, which quotes it", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const proxy: typeof fetch = () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 }))
      const formwork = yield* clientOf(key, { fetch: proxy, retries: { attempts: 1 } })
      const failed = yield* failure(() => formwork.v1.evaluate({ formId: form.id, body: { data } }))
      assert.instanceOf(failed, FormworkUnreachable)
      assert.match(String(failed), /502.*Bad gateway/u)
    })
  )
})

layer(Harness.layer({ quota: { limit: 2, windowMillis: 1_000 } }), { excludeTestServices: true })(
  "the client over its budget",
  (it) => {
    it.effect("the client waits as long as Retry-After says, and repeats the call", () =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        let sent = 0
        const counted: typeof fetch = (url, init) => {
          sent += 1
          return fetch(url, init)
        }
        const formwork = yield* clientOf(key, { fetch: counted })
        for (let call = 0; call < 4; call += 1) {
          const { body } = yield* Effect.promise(() => formwork.v1.evaluate({ formId: form.id, body: { data } }))
          assert.isTrue(body.valid)
        }
        assert.isAtLeast(sent, 5)
      })
    )
  }
)
