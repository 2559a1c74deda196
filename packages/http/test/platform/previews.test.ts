/** A form tried by its author over HTTP: spec/http.md §5.13 to §5.18. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { values } from "../hostile/values.ts"
import { dearer, definition, faulty, pointers, problemOf, setting } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import { objectOf, objectsOf, problemsOf } from "../support/reading.ts"
import * as Wire from "../support/wire.ts"

const missing = "01890000-0000-7000-8000-000000000000"

const author = Effect.gen(function* () {
  const base = yield* setting
  const evaluate = (id: string, body: unknown) => base.call("forms.evaluate", "POST", `forms/${id}/evaluate`, body)
  return { ...base, evaluate }
})

const priceOf = (answer: Wire.Answer) => objectOf(Wire.json(answer)["calculatedData"])["price"]
const codes = (of: unknown) => objectsOf(of).map(({ code, field }) => `${String(code)} ${String(field)}`)

layer(Harness.layer(), { excludeTestServices: true })("a form tried by its author", (it) => {
  it.effect("a draft is tried before it was ever published, and each time as it was saved last", () =>
    Effect.gen(function* () {
      const { evaluate, made } = yield* author
      const form = yield* made
      const draft = { data: { area: 2 }, version: "draft" }
      const first = yield* evaluate(form.id, draft)
      assert.deepInclude(Wire.json(first), {
        valid: true,
        calculatedData: { price: "4.00" },
        missing: [],
        formVersionId: null,
        definitionRevision: 1
      })
      assert.deepStrictEqual(problemOf(yield* evaluate(form.id, { data: {} })), [404, "NOT_FOUND"], "none is live")
      yield* form.save(1, dearer)
      assert.deepInclude(Wire.json(yield* evaluate(form.id, draft)), {
        calculatedData: { price: "6.00" },
        definitionRevision: 2
      })
    })
  )

  it.effect("the live version is the default; any version is tried by its number or its id", () =>
    Effect.gen(function* () {
      const { evaluate, made, tenant } = yield* author
      const form = yield* made
      const { id } = Wire.json(yield* form.publish(1))
      yield* form.save(1, dearer)
      const { id: newer } = Wire.json(yield* form.publish(2))
      const tried = Effect.fnUntraced(function* (version?: unknown) {
        const answer = yield* evaluate(form.id, { data: { area: 2 }, ...(version === undefined ? {} : { version }) })
        if (answer.status !== 200) return problemOf(answer)
        const { definitionRevision, formVersionId } = Wire.json(answer)
        assert.isNull(definitionRevision)
        return [priceOf(answer), formVersionId]
      })
      for (const version of [undefined, "live", 2, newer])
        assert.deepStrictEqual(yield* tried(version), ["6.00", newer], String(version))
      for (const version of [1, id]) assert.deepStrictEqual(yield* tried(version), ["4.00", id], String(version))
      const others = [3, 999_999_999, missing, tenant.version.id]
      for (const version of others)
        assert.deepStrictEqual(yield* tried(version), [404, "NOT_FOUND"], JSON.stringify(version))
      for (const version of [0, -1, 1.5, 1e9, null, true, [], "Live", "", "1", String(id).toUpperCase()])
        assert.deepStrictEqual(yield* tried(version), [422, "INVALID_REQUEST"], JSON.stringify(version))
    })
  )

  it.effect("while a form is filled, what is missing is apart; a complete evaluation counts it as a problem", () =>
    Effect.gen(function* () {
      const { evaluate, made } = yield* author
      const form = yield* made
      const ask = (data: unknown, complete?: boolean) =>
        Effect.map(
          evaluate(form.id, { data, version: "draft", ...(complete === undefined ? {} : { complete }) }),
          (answer) => {
            const { missing, problems, valid } = Wire.json(answer)
            return [valid, codes(problems), codes(missing)]
          }
        )
      assert.deepStrictEqual(yield* ask({}), [true, [], ["required area"]])
      assert.deepStrictEqual(yield* ask({}, false), [true, [], ["required area"]])
      assert.deepStrictEqual(yield* ask({}, true), [false, ["required area"], ["required area"]])
      assert.deepStrictEqual(yield* ask({ aera: 1 }), [false, ["unknown_field aera"], ["required area"]])
      assert.deepStrictEqual(yield* ask({ area: "" }), [false, ["type area"], []])
      assert.deepStrictEqual(yield* ask({ area: 1 }), [true, [], []])
      assert.deepStrictEqual(yield* ask({ area: 1 }, true), [true, [], []])
    })
  )

  it.effect("a definition that is stored nowhere is tried, and nothing of it is kept", () =>
    Effect.gen(function* () {
      const { evaluate, made } = yield* author
      const form = yield* made
      const before = (yield* form.draft).body
      const unsaved = yield* evaluate(form.id, { data: { area: 2 }, definition: { ...dearer, code: "OTHER" } })
      assert.deepInclude(Wire.json(unsaved), { formVersionId: null, definitionRevision: null })
      assert.strictEqual(priceOf(unsaved), "6.00")
      assert.strictEqual((yield* form.draft).body, before)
      assert.deepStrictEqual(Wire.json(yield* form.versions())["items"], [])
    })
  )

  it.effect("a definition or a draft with faults is refused with the faults that keep it from being published", () =>
    Effect.gen(function* () {
      const { evaluate, made } = yield* author
      const form = yield* made
      const refused = yield* evaluate(form.id, { data: {}, definition: faulty })
      assert.deepStrictEqual(problemOf(refused), [422, "INVALID_DEFINITION"])
      assert.deepStrictEqual(pointers(refused), pointers(yield* form.check({ definition: faulty })))
      yield* form.save(1, faulty)
      const draft = yield* evaluate(form.id, { data: {}, version: "draft" })
      assert.deepStrictEqual([draft.status, pointers(draft)], [422, pointers(refused)])
      assert.deepStrictEqual(problemOf(yield* evaluate(form.id, { data: {}, definition: {} })), [
        422,
        "INVALID_DEFINITION"
      ])
    })
  )

  it.effect("a definition whose effect names a secret that is not set can be tried, though not published", () =>
    Effect.gen(function* () {
      const { evaluate, made } = yield* author
      const form = yield* made
      const sending = definition({
        effects: [
          {
            id: "crm",
            kind: "integration",
            method: "POST",
            url: "https://crm.example/leads",
            headers: { authorization: { secret: "none" } },
            body: {}
          }
        ]
      })
      assert.deepStrictEqual(pointers(yield* form.check({ definition: sending })), ["/effects/0/headers/authorization"])
      assert.strictEqual((yield* evaluate(form.id, { data: { area: 1 }, definition: sending })).status, 200)
    })
  )

  it.effect("rules see the date that is asked for, else today in the time zone of the definition", () =>
    Effect.gen(function* () {
      const { evaluate, made } = yield* author
      const form = yield* made
      const dated = definition({
        timeZone: "Pacific/Kiritimati",
        fields: [{ slug: "day", type: "date", formula: "today" }]
      })
      const day = Effect.fnUntraced(function* (today?: unknown) {
        const body = { data: {}, definition: dated, ...(today === undefined ? {} : { today }) }
        const answer = yield* evaluate(form.id, body)
        if (answer.status !== 200) return codes(problemsOf(answer))
        assert.deepStrictEqual(Wire.json(answer)["calculatedData"], { day: Wire.json(answer)["today"] })
        return Wire.json(answer)["today"]
      })
      assert.strictEqual(yield* day("2024-02-29"), "2024-02-29")
      assert.match(String(yield* day()), /^\d{4}-\d{2}-\d{2}$/u)
      for (const wrong of ["2026-02-29", "0000-01-01", "2026-1-1", "today", "", 20_260_101, null])
        assert.match(String(yield* day(wrong)), /^(?:rule|type) today$/u, JSON.stringify(wrong))
    })
  )

  it.effect("a trace shows the rules, of the draft too", () =>
    Effect.gen(function* () {
      const { evaluate, made } = yield* author
      const form = yield* made
      const { trace } = Wire.json(yield* evaluate(form.id, { data: { area: 2 }, version: "draft", explain: true }))
      assert.deepInclude(objectsOf(trace)[0], { pointer: "/fields/1/formula", expression: "area * 2", gave: "4.00" })
      assert.notProperty(Wire.json(yield* evaluate(form.id, { data: {}, version: "draft", explain: false })), "trace")
    })
  )

  it.effect("an archived form has no live version, and its draft and versions are still tried", () =>
    Effect.gen(function* () {
      const { evaluate, made } = yield* author
      const form = yield* made
      yield* form.publish(1)
      yield* form.archive
      assert.deepStrictEqual(problemOf(yield* evaluate(form.id, { data: {} })), [404, "NOT_FOUND"])
      for (const version of ["draft", 1])
        assert.strictEqual((yield* evaluate(form.id, { data: {}, version })).status, 200, String(version))
    })
  )

  it.effect("refusals come in the order that the specification gives", () =>
    Effect.gen(function* () {
      const { made, tenant } = yield* author
      const form = yield* made
      const ask = Effect.fnUntraced(function* (
        privileges: ReadonlyArray<"form:read" | "submission:write">,
        id: string,
        body: unknown
      ) {
        const { token } = yield* tenant.mint(...privileges)
        const answer = yield* Harness.platform("POST", `forms/${id}/evaluate`, Redacted.value(token.text), body)
        const { code, privilege, problems } = Wire.json(answer)
        return [
          answer.status,
          code,
          ...(privilege === undefined ? [] : [privilege]),
          ...(problems === undefined ? [] : codes(problems))
        ]
      })
      const both = ["form:read", "submission:write"] as const
      const wrong = { data: [], definition: faulty, version: "draft", today: "never", more: 1 }
      const lacks = (privilege: string) => [403, "PRIVILEGE_REQUIRED", privilege]
      assert.deepStrictEqual(yield* ask(["submission:write"], missing, wrong), lacks("form:read"))
      assert.deepStrictEqual(yield* ask(["submission:write"], form.id, wrong), lacks("form:read"))
      assert.deepStrictEqual(yield* ask(["form:read"], missing, wrong), [404, "NOT_FOUND"])
      assert.deepStrictEqual(yield* ask(["form:read"], form.id, wrong), lacks("submission:write"))
      assert.deepStrictEqual(yield* ask(both, form.id, wrong), [
        422,
        "INVALID_REQUEST",
        "unknown_field more",
        "type data",
        "rule today"
      ])
      const chosen = { data: {}, definition: faulty, version: missing }
      assert.deepStrictEqual(yield* ask(both, form.id, chosen), [422, "INVALID_REQUEST", "rule version"])
      assert.deepStrictEqual(yield* ask(both, form.id, { data: {}, version: missing }), [404, "NOT_FOUND"])
      assert.deepStrictEqual(yield* ask(both, form.id, { data: {}, definition: faulty }), [422, "INVALID_DEFINITION"])
    })
  )

  it.effect(`hostile values: ${values.length} payloads, each with the problems that v1's evaluate finds`, () =>
    Effect.gen(function* () {
      const { form, mint } = yield* Harness.tenant
      const token = Redacted.value((yield* mint("form:read", "submission:write")).token.text)
      const path = `/api/platform/forms/${form.id}/evaluate`
      for (const [what, data, problems] of values) {
        const ways = ['"version":"live"', '"version":"draft"', `"definition":${JSON.stringify(form.draft)}`]
        for (const way of ways) {
          const answer = yield* Harness.call(path, token, `{"data":{"name":"Ada",${data}},${way}}`)
          assert.strictEqual(answer.status, 200, `${what} ${answer.body}`)
          assert.deepStrictEqual(codes(problemsOf(answer)).sort(), problems, `${what}, ${way}`)
        }
      }
    })
  )
})
