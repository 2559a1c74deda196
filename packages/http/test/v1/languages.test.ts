/** A form in several languages over HTTP: `Accept-Language` chooses, `Content-Language` tells, and what is stored does not depend on the reader. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import type { JsonObject } from "@formwork/rules/Json"
import * as Batches from "../support/batches.ts"
import * as Harness from "../support/Harness.ts"
import { objectOf, objectsOf, problemsOf } from "../support/reading.ts"
import * as Wire from "../support/wire.ts"

const permit: JsonObject = {
  languages: ["en", "de"],
  title: { en: "Permit", de: "Ausweis" },
  code: "PERMIT",
  fields: [
    {
      slug: "weeks",
      type: "integer",
      required: true,
      label: { en: "Weeks", de: "Wochen" },
      messages: { required: { en: "How long?", de: "Wie lange?" } }
    }
  ],
  checks: [{ id: "year", check: "weeks <= 52", message: { en: "{weeks} is too long", de: "{weeks} ist zu lang" } }],
  outcomes: [
    { id: "long", severity: "info", when: "weeks > 26", message: { en: "Long: {weeks}", de: "Lang: {weeks}" } }
  ]
}

const setting = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const forms = yield* Forms
  const form = yield* forms.create(tenant.operator, permit)
  yield* forms.publish(tenant.operator, form.id)
  const token = Redacted.value(
    (yield* tenant.mint("form:read", "form:write", "submission:write", "submission:read")).token.text
  )
  const call = (path: string, language: string | undefined, body?: unknown, key?: string) =>
    Harness.send(
      Wire.request({
        path: `/api/platform/${path}`,
        method: body === undefined ? "GET" : "POST",
        token,
        body: body === undefined ? "" : JSON.stringify(body),
        headers: [
          ...(language === undefined ? [] : [`Accept-Language: ${language}`]),
          ...(key === undefined ? [] : [`Idempotency-Key: ${key}`])
        ]
      })
    )
  return { ...tenant, forms, translated: form, token, call }
})

const said = (answer: Wire.Answer) => problemsOf(answer).map(({ message }) => message)
const language = ({ headers }: Wire.Answer) => [headers["content-language"], headers["vary"]]

layer(Harness.layer(), { excludeTestServices: true })("a form in several languages", (it) => {
  it.effect("evaluate answers in the first language of the reader that the form has, else in its own", () =>
    Effect.gen(function* () {
      const { call, translated } = yield* setting
      const evaluate = (accepts?: string) => call(`v1/forms/${translated.id}/evaluate`, accepts, { data: {} })
      for (const [accepts, tag, sentence] of [
        [undefined, "en", "How long?"],
        ["de-AT, en;q=0.5", "de", "Wie lange?"],
        ["en;q=0.1, de;q=0.2", "de", "Wie lange?"],
        ["fr", "en", "How long?"],
        ["de;q=0", "en", "How long?"],
        [";;;", "en", "How long?"]
      ] as const) {
        const answer = yield* evaluate(accepts)
        assert.strictEqual(answer.status, 200, answer.body)
        assert.deepStrictEqual(said(answer), [sentence], accepts)
        assert.deepStrictEqual(language(answer), [tag, "accept-language"], accepts)
      }
      const { outcomes } = Wire.json(yield* call(`v1/forms/${translated.id}/evaluate`, "de", { data: { weeks: 30 } }))
      assert.deepStrictEqual(
        objectsOf(outcomes).map(({ message }) => message),
        ["Lang: 30"]
      )
    })
  )

  it.effect("a form that names no languages answers every reader with the same bytes", () =>
    Effect.gen(function* () {
      const { call, form } = yield* setting
      const evaluate = (accepts?: string) => call(`v1/forms/${form.id}/evaluate`, accepts, { data: {} })
      const [plain, german] = [yield* evaluate(), yield* evaluate("de")]
      assert.strictEqual(german.body, plain.body)
      assert.deepStrictEqual(language(german), [undefined, undefined])
    })
  )

  it.effect(
    "a refusal is in the reader's language; what is stored is in the form's own, also where the caller reads another one",
    () =>
      Effect.gen(function* () {
        const { call, translated } = yield* setting
        const create = (accepts: string | undefined, data: JsonObject) =>
          call(`v1/forms/${translated.id}/submissions`, accepts, { data })
        const refused = yield* create("de", { weeks: 60 })
        assert.strictEqual(refused.status, 422, refused.body)
        assert.deepStrictEqual(said(refused), ["60 ist zu lang"])
        assert.deepStrictEqual(language(refused), ["de", "accept-language"])
        const outcomes: Array<unknown> = []
        for (const accepts of [undefined, "de", "en"]) {
          const filed = yield* create(accepts, { weeks: 30 })
          assert.strictEqual(filed.status, 201, filed.body)
          assert.deepStrictEqual(language(filed), ["en", "accept-language"])
          const stored = Wire.json(yield* call(`submissions/${String(Wire.json(filed)["id"])}`, "de"))
          assert.deepStrictEqual(stored["outcomes"], Wire.json(filed)["outcomes"])
          outcomes.push(stored["outcomes"])
        }
        const [first] = outcomes
        assert.deepStrictEqual(first, [{ id: "long", message: "Long: 30", severity: "info" }])
        for (const one of outcomes) assert.deepStrictEqual(one, first)
      })
  )

  it.effect(
    "an answer that is repeated says the language that it was in, also where the form has another one by now",
    () =>
      Effect.gen(function* () {
        const { call, forms, operator, translated } = yield* setting
        const create = call(`v1/forms/${translated.id}/submissions`, undefined, { data: { weeks: 30 } }, "k-1")
        const first = yield* create
        assert.strictEqual(first.status, 201, first.body)
        yield* forms.saveDraft(operator, translated.id, { ...permit, code: translated.code, languages: ["de", "en"] })
        yield* forms.publish(operator, translated.id)
        const [again, other] = [
          yield* create,
          yield* call(`v1/forms/${translated.id}/submissions`, undefined, { data: { weeks: 30 } })
        ]
        assert.strictEqual(again.body, first.body)
        assert.deepStrictEqual(
          [first, again, other].map((answer) => language(answer)[0]),
          ["en", "en", "de"]
        )
      })
  )

  it.effect(
    "descriptions and previews, of a version, the draft and an unsaved definition, are in the reader's language",
    () =>
      Effect.gen(function* () {
        const { call, translated } = yield* setting
        const labelIn = (answer: Wire.Answer) =>
          objectOf(objectOf(objectOf(Wire.json(answer)["schema"])["properties"])["weeks"])["title"]
        for (const [accepts, label] of [
          ["de", "Wochen"],
          ["en", "Weeks"],
          [undefined, "Weeks"],
          ["de", "Wochen"]
        ] as const)
          assert.strictEqual(labelIn(yield* call(`forms/${translated.id}/schema`, accepts)), label)
        for (const run of [{}, { version: "draft" }, { definition: permit }, { version: "draft", explain: true }]) {
          const body = { data: {}, complete: true, ...run }
          const [german, own] = [
            yield* call(`forms/${translated.id}/evaluate`, "de", body),
            yield* call(`forms/${translated.id}/evaluate`, undefined, body)
          ]
          assert.deepStrictEqual(said(german), ["Wie lange?"], german.body)
          assert.deepStrictEqual(said(own), ["How long?"])
          assert.deepStrictEqual([language(german)[0], language(own)[0]], ["de", "en"])
          assert.notProperty(Wire.json(german), "language")
        }
      })
  )

  it.effect(
    "built-in sentences, numbers and dates are in the reader's language, and in a batch and what is stored in the form's own",
    () =>
      Effect.gen(function* () {
        const { call, forms, operator, token } = yield* setting
        const rent: JsonObject = {
          languages: ["de", "en", "fr", "pt-BR", "it"],
          title: "Miete",
          code: "RENT",
          fields: [
            { slug: "sum", type: "money", currency: "EUR", required: true, label: "Summe", min: "1234.5" },
            { slug: "from", type: "date", label: "Beginn", max: "2026-12-31" }
          ],
          checks: [{ id: "most", check: "sum < 50000", message: { de: "{sum} ab {from} ist zu viel" } }],
          outcomes: [{ id: "told", severity: "info", when: "true", message: "{sum} ab {from}" }]
        }
        const form = yield* forms.create(operator, rent)
        yield* forms.publish(operator, form.id)
        const low = { sum: "1000", from: "2027-01-01" }
        const wrong = [
          [
            "de-AT",
            ["Der Wert von „Summe“ ist kleiner als 1.234,5.", "Der Wert von „Beginn“ liegt nach dem 31.12.2026."]
          ],
          ["en", ["Summe is less than 1234.5.", "Beginn is after 2026-12-31."]],
          [
            "fr",
            [
              "La valeur de «\u00a0Summe\u00a0» est inférieure à 1\u202f234,5.",
              "La valeur de «\u00a0Beginn\u00a0» est postérieure au 31/12/2026."
            ]
          ],
          ["pt", ["O valor de “Summe” é menor do que 1.234,5.", "O valor de “Beginn” é posterior a 31/12/2026."]],
          ["it", ["Summe is less than 1234.5.", "Beginn is after 2026-12-31."]]
        ] as const
        const seen: Array<unknown> = []
        for (const [accepts, sentences] of wrong) {
          const evaluated = yield* call(`v1/forms/${form.id}/evaluate`, accepts, { data: low })
          const refused = yield* call(`v1/forms/${form.id}/submissions`, accepts, { data: low })
          const preview = yield* call(`forms/${form.id}/evaluate`, accepts, {
            data: low,
            complete: true,
            explain: true
          })
          assert.deepStrictEqual([evaluated.status, refused.status, preview.status], [200, 422, 200])
          for (const answer of [evaluated, refused, preview])
            assert.deepStrictEqual([accepts, said(answer)], [accepts, [...sentences]])
          seen.push(problemsOf(evaluated).map(({ code, field, pointer }) => [code, field, pointer]))
        }
        for (const one of seen) assert.deepStrictEqual(one, seen[0])

        const much = { sum: "60000", from: "2026-11-30" }
        const tooMuch = yield* call(`v1/forms/${form.id}/evaluate`, "fr", { data: much })
        assert.deepStrictEqual(said(tooMuch), ["60\u202f000,00 ab 30/11/2026 ist zu viel"])
        const filed = yield* call(`v1/forms/${form.id}/submissions`, "en", { data: { sum: "12345.5" } })
        assert.strictEqual(filed.status, 201, filed.body)
        assert.deepStrictEqual(
          objectsOf(Wire.json(filed)["outcomes"]).map(({ message }) => message),
          ["12.345,50 ab —"]
        )
        const { lines } = yield* Batches.send(form.id, token, JSON.stringify({ data: low }))
        assert.include(lines[0], "Der Wert von „Summe“ ist kleiner als 1.234,5.")
      })
  )

  it.effect("the title of a form is that in its own language, and another title leaves the translations", () =>
    Effect.gen(function* () {
      const { forms, operator, translated } = yield* setting
      assert.strictEqual(translated.title, "Permit")
      yield* forms.change(operator, translated.id, { title: "Parking permit" })
      const { draft, title } = yield* forms.draft(operator, translated.id)
      assert.strictEqual(title, "Parking permit")
      assert.deepStrictEqual(objectOf(draft)["title"], { en: "Parking permit", de: "Ausweis" })
    })
  )
})
