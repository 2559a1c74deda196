/** The query of the versioned surface: `explain=true` on evaluate, and nothing else (spec/http.md §1.16). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { Submissions } from "@formwork/domain/filing/Submissions"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { objectsOf } from "../support/reading.ts"

const Text = Schema.String.check(Schema.isPattern(/^[^\0\p{Cs}]{0,12}$/u))
const known = ["explain", "draft", "dryRun", "data", "__proto__", "constructor", "formId"]
const Pair = Schema.Tuple([
  Schema.Union([Schema.Literals(["explain", "draft", "dryRun", "__proto__"]), Text]),
  Schema.Union([Schema.Literals(["true", "false", ""]), Text])
])

const codes = (answer: Wire.Answer): unknown => [answer.status, answer.status < 400 ? "" : Wire.json(answer)["code"]]

const problems = (answer: Wire.Answer) =>
  objectsOf(Wire.json(answer)["problems"]).map(({ code, field }) => [field, code])

layer(Harness.layer(), { excludeTestServices: true })("the query of v1", (it) => {
  it.effect("a create with any query stores nothing and uses no number; only a query without parameters is none", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.submissionsPath(form.id)
      for (const name of [...known, "explain=true", "x&x", "%ff", "=", "a=b&"]) {
        const answer = yield* Harness.call(`${path}?${name}`, key)
        assert.deepStrictEqual(codes(answer), [422, "INVALID_REQUEST"], name)
      }
      for (const query of ["", "?", "?&", "?&&"]) {
        assert.strictEqual((yield* Harness.call(path + query, key)).status, 201, query)
      }
      const last = yield* Harness.call(path, key)
      assert.strictEqual(Wire.json(last)["referenceNumber"], "QT-00000005")
    })
  )

  it.effect.prop(
    "a random query is refused by both operations, with each name in problems, before anything is stored or numbered",
    [Schema.NonEmptyArray(Pair)],
    ([pairs]) =>
      Effect.gen(function* () {
        const { form, mint, operator } = yield* Harness.tenant
        const key = Redacted.value((yield* mint("submission:write", "form:read")).token.text)
        const query = pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")
        const names = new Set(pairs.map(([name]) => name))
        const only = pairs.length === 1 && pairs[0][0] === "explain" && pairs[0][1] === "true"
        const evaluated = yield* Harness.call(`${Harness.evaluatePath(form.id)}?${query}`, key)
        assert.deepStrictEqual(codes(evaluated), only ? [200, ""] : [422, "INVALID_REQUEST"], query)
        const filed = yield* Harness.call(`${Harness.submissionsPath(form.id)}?${query}`, key)
        assert.deepStrictEqual(codes(filed), [422, "INVALID_REQUEST"], query)
        for (const [name] of problems(filed)) assert.isTrue(names.has(String(name)), query)
        const submissions = yield* Submissions
        const { items } = yield* Effect.orDie(submissions.list(operator, {}, { limit: 1, after: undefined }))
        assert.deepStrictEqual(items, [])
        const first = yield* Harness.call(Harness.submissionsPath(form.id), key)
        assert.strictEqual(Wire.json(first)["referenceNumber"], "QT-00000001")
      }),
    { arbitrary: { runs: 100 } }
  )

  it.effect("each parameter that is wrong is named", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const said = (query: string) => Effect.map(Harness.call(`${path}?${query}`, key), problems)
      assert.deepStrictEqual(yield* said("dryRun=true&x=1"), [
        ["dryRun", "unknown_field"],
        ["x", "unknown_field"]
      ])
      assert.deepStrictEqual(yield* said("explain=true&explain=true"), [["explain", "unique"]])
      assert.deepStrictEqual(yield* said("explain=yes"), [["explain", "type"]])
      assert.deepStrictEqual(yield* said("explain=%ff"), [["explain", "type"]])
    })
  )

  it.effect("is looked at after the credential, the body and the form, and before the shape of the body", () =>
    Effect.gen(function* () {
      const { form, key, mint, unpublished } = yield* Harness.tenant
      const { token } = yield* mint("form:read")
      for (const path of [Harness.evaluatePath, Harness.submissionsPath]) {
        const asked = `${path(form.id)}?dryRun=true`
        assert.deepStrictEqual(codes(yield* Harness.call(asked, undefined)), [401, "UNAUTHENTICATED"])
        assert.deepStrictEqual(codes(yield* Harness.call(asked, Redacted.value(token.text))), [
          403,
          "PRIVILEGE_REQUIRED"
        ])
        assert.deepStrictEqual(codes(yield* Harness.call(asked, key, "{")), [400, "MALFORMED_REQUEST"])
        const hidden = yield* Harness.call(`${path(unpublished.id)}?dryRun=true`, key)
        assert.deepStrictEqual(codes(hidden), [404, "NOT_FOUND"])
        assert.deepStrictEqual(problems(yield* Harness.call(asked, key, {})), [["dryRun", "unknown_field"]])
      }
    })
  )
})
