/** Reports of forms and of credentials over the app API, as JSON and as CSV. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import { CallCounter } from "@formwork/domain/usage/CallCounter"
import type { JsonObject } from "@formwork/rules/Json"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { objectsOf, textOf } from "../support/reading.ts"

const definition: JsonObject = {
  title: "Claim",
  code: "CL",
  timeZone: "Pacific/Kiritimati",
  fields: [
    { slug: "age", type: "integer" },
    { slug: "rate", type: "number" },
    { slug: "amount", type: "money", currency: "EUR" },
    { slug: "twice", type: "money", currency: "EUR", formula: "amount * 2" },
    { slug: "cover", type: "choice", options: [{ value: "comp" }, { value: "tpo" }, { value: "=none" }] },
    { slug: "ok", type: "boolean" }
  ],
  outcomes: [{ id: "old", severity: "info", when: "age >= 65", message: "Old" }]
}

const setting = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const forms = yield* Forms
  const submissions = yield* Submissions
  const form = yield* forms.create(tenant.operator, definition)
  yield* forms.publish(tenant.operator, form.id)
  const { key, token } = yield* tenant.mint("report:read")
  const get = (path: string) => Harness.platform("GET", `reports/${path}`, Redacted.value(token.text))
  const file = (data: JsonObject, draft = false) =>
    submissions.create(tenant.operator, form.id, { data, draft, idempotencyKey: undefined })
  const today = DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(yield* DateTime.now, "Pacific/Kiritimati"))
  return { ...tenant, form, key, get, file, today }
})

layer(Harness.layer(), { excludeTestServices: true })("reports", (it) => {
  it.effect("a form's report counts states, days, outcomes and choices, and adds up numbers exactly", () =>
    Effect.gen(function* () {
      const { file, form, get, today } = yield* setting
      yield* file({ age: 70, rate: 0.1, amount: "0.10", cover: "comp", ok: true })
      yield* file({ age: 18, rate: 0.2, amount: "0.20", cover: "comp", ok: false })
      yield* file({ age: 18, amount: "-1234.56", cover: "=none" })
      yield* file({ age: 99, amount: "5.00" }, true)
      const answer = yield* get(`submissions?form=${form.id}`)
      assert.strictEqual(answer.status, 200, answer.body)
      const bucket = (from: string, to: string, count: number) => ({ from, to, count })
      const values = (counts: Record<string, number>) =>
        Object.entries(counts).map(([value, count]) => ({ value, count }))
      assert.deepStrictEqual(Wire.json(answer), {
        formId: form.id,
        timeZone: "Pacific/Kiritimati",
        from: null,
        to: null,
        total: 4,
        states: [
          { state: "draft", count: 1 },
          { state: "submitted", count: 3 }
        ],
        days: [
          { day: today, state: "draft", count: 1 },
          { day: today, state: "submitted", count: 3 }
        ],
        outcomes: [{ id: "old", count: 1 }],
        numbers: [
          {
            slug: "age",
            count: 3,
            sum: "106",
            mean: "35.33",
            min: "18",
            max: "70",
            distribution: [bucket("18", "19", 2), bucket("70", "71", 1)]
          },
          {
            slug: "rate",
            count: 2,
            sum: "0.3",
            mean: "0.15",
            min: "0.1",
            max: "0.2",
            distribution: [bucket("0.1", "0.11", 1), bucket("0.2", "0.21", 1)]
          },
          {
            slug: "amount",
            count: 3,
            sum: "-1234.26",
            mean: "-411.4200",
            min: "-1234.56",
            max: "0.20",
            distribution: [bucket("-1200.00", "-1300.00", 1), bucket("0.10", "0.11", 1), bucket("0.20", "0.21", 1)]
          },
          {
            slug: "twice",
            count: 3,
            sum: "-2468.52",
            mean: "-822.8400",
            min: "-2469.12",
            max: "0.40",
            distribution: [bucket("-2400.00", "-2500.00", 1), bucket("0.20", "0.21", 1), bucket("0.40", "0.41", 1)]
          }
        ],
        choices: [
          { slug: "cover", values: values({ comp: 2, tpo: 0, "=none": 1 }), others: 0 },
          { slug: "ok", values: values({ true: 1, false: 1 }), others: 0 }
        ]
      })
      const csv = yield* get(`submissions?form=${form.id}&format=csv`)
      assert.strictEqual(csv.headers["content-type"], "text/csv; charset=utf-8; header=present")
      const lines = csv.body.split("\r\n")
      assert.deepStrictEqual(lines.slice(0, 4), [
        "section,name,value,to,count,sum,mean,min,max",
        "state,draft,,,1,,,,",
        "state,submitted,,,3,,,,",
        `day,draft,${today},,1,,,,`
      ])
      assert.includeMembers(lines, [
        "number,amount,,,3,-1234.26,-411.4200,-1234.56,0.20",
        "bucket,amount,-1200.00,-1300.00,1,,,,",
        "choice,cover,'=none,,1,,,,"
      ])
    })
  )

  it.effect("a period is in days of the form's time zone, including its first and last day", () =>
    Effect.gen(function* () {
      const { file, form, get, today } = yield* setting
      yield* file({ age: 1 })
      const total = (query: string) =>
        Effect.map(get(`submissions?form=${form.id}&${query}`), (answer) => Wire.json(answer)["total"])
      assert.strictEqual(yield* total(`from=${today}&to=${today}`), 1)
      assert.strictEqual(yield* total("to=2020-02-29"), 0)
      assert.strictEqual(yield* total("from=9999-12-31"), 0)
    })
  )

  it.effect("many different numbers are counted in few buckets, which hold all of them", () =>
    Effect.gen(function* () {
      const { file, form, get } = yield* setting
      for (let number = 0; number < 60; number++) yield* file({ age: number * number * 7 - 50, amount: String(number) })
      const numbers = objectsOf(Wire.json(yield* get(`submissions?form=${form.id}`))["numbers"]).map((number) => ({
        slug: textOf(number["slug"]),
        distribution: objectsOf(number["distribution"])
      }))
      for (const { distribution, slug } of numbers) {
        assert.isAtMost(distribution.length, 30, slug)
        assert.strictEqual(
          distribution.reduce((sum, { count }) => sum + Number(count), 0),
          60
        )
      }
      const amounts = numbers.find(({ slug }) => slug === "amount")?.distribution ?? []
      assert.deepEqual(
        amounts.find(({ from }) => from === "10.00"),
        { from: "10.00", to: "20.00", count: 10 }
      )
    })
  )

  it.effect("usage shows the calls of each credential, by day and operation", () =>
    Effect.gen(function* () {
      const { form, get, mint } = yield* Harness.tenant.pipe(
        Effect.flatMap((tenant) =>
          Effect.map(tenant.mint("report:read"), ({ token }) => ({
            ...tenant,
            get: (path: string) => Harness.platform("GET", `reports/${path}`, Redacted.value(token.text))
          }))
        )
      )
      const caller = yield* mint("submission:write")
      const call = (path: string) => Harness.call(path, Redacted.value(caller.token.text))
      yield* call(Harness.evaluatePath(form.id))
      yield* call(Harness.evaluatePath(form.id))
      yield* call(Harness.submissionsPath(form.id))
      yield* (yield* CallCounter).flush
      const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
      const by = { kind: "key", id: caller.key.id, name: "Test" }
      const common = { day, credential: { kind: "api_key", id: caller.key.id }, name: "Test", by }
      assert.deepStrictEqual(Wire.json(yield* get("usage"))["items"], [
        { ...common, operation: "create", calls: 1 },
        { ...common, operation: "evaluate", calls: 2 }
      ])
      const csv = yield* get(`usage?format=csv&from=${day}&to=${day}`)
      assert.deepStrictEqual(csv.body.split("\r\n"), [
        "day,credentialKind,credentialId,name,operation,calls",
        `${day},api_key,${caller.key.id},Test,create,1`,
        `${day},api_key,${caller.key.id},Test,evaluate,2`,
        ""
      ])
      assert.deepStrictEqual(Wire.json(yield* get("usage?to=2020-01-01"))["items"], [])

      // The usage of one key, for a caller who may read keys.
      const other = yield* mint("submission:write", "apikey:read")
      const reader = Redacted.value(other.token.text)
      yield* Harness.call(Harness.evaluatePath(form.id), reader)
      yield* (yield* CallCounter).flush
      const ofKey = (path: string) => Harness.platform("GET", `api-keys/${path}`, reader)
      assert.deepStrictEqual(Wire.json(yield* ofKey(`${caller.key.id}/usage`))["items"], [
        { ...common, operation: "create", calls: 1 },
        { ...common, operation: "evaluate", calls: 2 }
      ])
      assert.strictEqual((yield* ofKey(`${form.id}/usage`)).status, 404)
      assert.strictEqual((yield* ofKey(`${caller.key.id}/usage?to=never`)).status, 422)
    })
  )

  it.effect("an overview shows each form with its calls and submissions of a period, in pages", () =>
    Effect.gen(function* () {
      const { form, mint, unpublished } = yield* Harness.tenant
      const get = Effect.fnUntraced(function* (query: string) {
        const { token } = yield* mint("report:read")
        return yield* Harness.platform("GET", `reports/overview${query}`, Redacted.value(token.text))
      })
      const caller = yield* mint("submission:write")
      const key = Redacted.value(caller.token.text)
      yield* Harness.call(Harness.evaluatePath(form.id), key)
      yield* Harness.call(Harness.submissionsPath(form.id), key)
      yield* Harness.call(Harness.submissionsPath(form.id), key, { data: { age: -1 } })
      yield* Harness.draft(key, form.id)
      yield* (yield* CallCounter).flush
      const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
      const counts = {
        evaluate: 1,
        create: 3,
        states: [
          { state: "draft", count: 1 },
          { state: "submitted", count: 1 }
        ]
      }
      const busy = { formId: form.id, ...counts, deadEffects: 0, days: [{ day, ...counts }] }
      const none = { evaluate: 0, create: 0, states: [], deadEffects: 0, days: [] }
      const idle = { formId: unpublished.id, ...none }
      const period = { from: day, to: day }
      assert.deepStrictEqual(Wire.json(yield* get(`?from=${day}&to=${day}`)), {
        ...period,
        items: [idle, busy],
        next: null,
        hasMoreDeadEffects: false
      })
      const first = Wire.json(yield* get(`?from=${day}&to=${day}&limit=1`))
      assert.deepStrictEqual([first["items"], first["next"]], [[idle], unpublished.id])
      const second = Wire.json(yield* get(`?from=${day}&to=${day}&limit=1&cursor=${String(first["next"])}`))
      assert.deepStrictEqual([second["items"], second["next"]], [[busy], null])
      assert.deepStrictEqual(Wire.json(yield* get("?from=2020-01-01&to=2020-01-31"))["items"], [
        idle,
        { formId: form.id, ...none }
      ])
      for (const query of ["?from=2020-01-01&to=2021-01-01", "?from=x", "?limit=101", "?cursor=x", "?form=x"])
        assert.strictEqual((yield* get(query)).status, 422, query)
      assert.strictEqual((yield* Harness.platform("GET", "reports/overview", key)).status, 403)
    })
  )

  it.effect("an invalid query answers 422, and a form that is not live answers 404", () =>
    Effect.gen(function* () {
      const { form, get, unpublished } = yield* setting
      const wrong = [
        "submissions",
        "submissions?form=x",
        `submissions?form=${form.id}&from=2026-13-01`,
        `submissions?form=${form.id}&from=2026-02-01&to=2026-01-31`,
        `submissions?form=${form.id}&format=xml`,
        `submissions?form=${form.id}&state=draft`,
        "usage?from=0000-01-01",
        "usage?from=2026-01-01&to=2026-06-01",
        "usage?from=2026-02-01&to=2026-01-01",
        "usage?to=2026-01-01&to=2026-01-01"
      ]
      for (const query of wrong) assert.strictEqual((yield* get(query)).status, 422, query)
      assert.strictEqual((yield* get("usage?from=2026-01-01&to=2026-04-02")).status, 200)
      assert.strictEqual((yield* get(`submissions?form=${unpublished.id}`)).status, 404)
    })
  )
})
