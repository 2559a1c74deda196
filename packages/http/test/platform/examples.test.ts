/** Examples of a form over the app API: kept, run by the check of a draft, and asked for by publishing (spec/http.md §4.14). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { dearer, definition, faulty, problemOf, setting } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf, objectsOf } from "../support/reading.ts"

const two = { name: "Two", data: { area: 2 }, expect: { valid: true, outcomes: [], calculatedData: { price: "4.00" } } }
const none = { name: "Nothing", data: {}, today: "2026-02-28", expect: { valid: false } }
const price = { member: "calculatedData", pointer: "/calculatedData/price", field: "price" }
const missing = "01890000-0000-7000-8000-000000000000"

/** The form has one rule, the formula of its price. */
const unreached = { pointer: "/fields/1/formula", never: "given" }
const covered = (ran: number) =>
  ran === 0
    ? { parts: 1, reached: 0, unreached: [unreached], tables: [], ran }
    : { parts: 1, reached: 1, unreached: [], tables: [], ran }

const withExamples = Effect.gen(function* () {
  const author = yield* setting
  const roof = yield* author.made
  const at = `forms/${roof.id}/examples`
  const kept = author.call("examples.get", "GET", at)
  const keep = (revision: number, examples: unknown) =>
    author.call("examples.save", "PUT", at, { examples }, [`If-Match: "${revision}"`])
  const publish = (revision: number, body: unknown) =>
    author.call("drafts.publish", "POST", `forms/${roof.id}/publish`, body, [`If-Match: "${revision}"`])
  const { token } = yield* author.tenant.mint("audit:read")
  const log = Harness.platform("GET", "audit?action=form.examples_overridden", Redacted.value(token.text))
  const overridden = Effect.map(log, (answer) => itemsOf(answer).map(({ detail, subject }) => [subject, detail]))
  return { ...author, roof, kept, keep, overridden, publish }
})

layer(Harness.layer(), { excludeTestServices: true })("examples of a form", (it) => {
  it.effect("examples are kept by revision, and come back as they were sent", () =>
    Effect.gen(function* () {
      const { kept, keep, roof } = yield* withExamples
      const empty = yield* kept
      assert.deepStrictEqual(Wire.json(empty), { formId: roof.id, revision: 1, examples: [] })
      assert.strictEqual(empty.headers["etag"], '"1"')
      const saved = yield* keep(1, [two, none])
      assert.deepStrictEqual([saved.status, saved.headers["etag"]], [200, '"2"'])
      assert.deepStrictEqual(Wire.json(saved), { formId: roof.id, revision: 2, examples: [two, none] })
      assert.strictEqual((yield* kept).body, saved.body)
      const stale = yield* keep(1, [])
      assert.deepStrictEqual([...problemOf(stale), Wire.json(stale)["revision"]], [409, "CONFLICT", 2])
      assert.deepStrictEqual(Wire.json(yield* roof.draft)["revision"], 1)
    })
  )

  it.effect("the check of a draft names the examples that fail, with what they gave, and stores nothing", () =>
    Effect.gen(function* () {
      const { keep, roof } = yield* withExamples
      assert.deepStrictEqual(Wire.json(yield* roof.check({})), {
        faults: [],
        examples: { count: 0, failed: [], coverage: covered(0) }
      })
      yield* keep(1, [two, none, { name: "Free", data: { area: 3 }, expect: {} }])
      assert.deepStrictEqual(Wire.json(yield* roof.check({})), {
        faults: [],
        examples: { count: 3, failed: [], coverage: covered(3) }
      })
      const outcomes = [{ id: "large", severity: "info", when: "area > 1", message: "Large" }]
      const changed = { ...dearer, outcomes }
      assert.deepStrictEqual(Wire.json(yield* roof.check({ definition: changed }))["examples"], {
        count: 3,
        failed: [
          {
            name: "Two",
            differences: [
              { member: "outcomes", pointer: "/outcomes", expected: [], found: ["large"] },
              { ...price, expected: "4.00", found: "6.00" }
            ]
          }
        ],
        coverage: { parts: 3, reached: 3, unreached: [], tables: [], ran: 3 }
      })
      const [optional] = [{ ...definition(), fields: [{ slug: "area", type: "integer" }] }]
      assert.deepStrictEqual(
        objectsOf(Object(Wire.json(yield* roof.check({ definition: optional }))["examples"])["failed"]),
        [
          {
            name: "Two",
            differences: [{ ...price, expected: "4.00", message: "There is no field `price`.", found: null }]
          },
          { name: "Nothing", differences: [{ member: "valid", pointer: "/valid", expected: false, found: true }] }
        ]
      )
      const broken = Wire.json(yield* roof.check({ definition: faulty }))
      assert.isNull(broken["examples"])
      assert.isNotEmpty(broken["faults"])
    })
  )

  it.effect("an example sees the day that it names", () =>
    Effect.gen(function* () {
      const { keep, roof } = yield* withExamples
      const outcomes = [{ id: "late", severity: "info", when: "month(today) > 6", message: "Late" }]
      const spring = { name: "Spring", data: { area: 1 }, today: "2026-03-01", expect: { outcomes: [] } }
      const autumn = { name: "Autumn", data: { area: 1 }, today: "2026-10-01", expect: { outcomes: ["late"] } }
      yield* keep(1, [spring, autumn, { ...spring, name: "Wrong", today: "2026-10-01" }])
      const checked = yield* roof.check({ definition: definition({ outcomes }) })
      const { examples, faults } = Wire.json(checked)
      assert.deepStrictEqual(faults, [], checked.body)
      assert.deepStrictEqual(
        objectsOf(Object(examples)["failed"]).map(({ name }) => name),
        ["Wrong"]
      )
    })
  )

  it.effect("a submission is answered as an example that can be sent as it is, and then passes", () =>
    Effect.gen(function* () {
      const { call, keep, key, publish, roof } = yield* withExamples
      yield* publish(1, undefined)
      const filed = yield* Harness.call(Harness.submissionsPath(roof.id), key, { data: { area: 2 } })
      const { id, referenceNumber } = Wire.json(filed)
      const answer = yield* call("submissions.example", "GET", `submissions/${String(id)}/example`)
      const { today, ...example } = Wire.json(answer)
      assert.match(String(today), /^\d{4}-\d\d-\d\d$/)
      assert.deepStrictEqual(example, {
        ...two,
        name: referenceNumber,
        expect: { ...two.expect, visible: {}, problems: [] }
      })
      assert.strictEqual((yield* keep(1, [Wire.json(answer)])).status, 200)
      assert.deepStrictEqual(Wire.json(yield* roof.check({}))["examples"], {
        count: 1,
        failed: [],
        coverage: covered(1)
      })
    })
  )

  it.effect(
    "publishing is refused where a case fails, with the case, the place and both values, unless there is a reason",
    () =>
      Effect.gen(function* () {
        const { call, keep, overridden, publish, roof } = yield* withExamples
        yield* keep(1, [two, none])
        const first = yield* publish(1, undefined)
        assert.strictEqual(first.status, 201, first.body)
        yield* roof.save(1, dearer)
        const refused = yield* publish(2, { note: "Dearer" })
        assert.deepStrictEqual(problemOf(refused), [422, "CASES_FAILED"])
        assert.deepStrictEqual(Wire.json(refused)["failed"], [
          { name: "Two", differences: [{ ...price, expected: "4.00", found: "6.00" }] }
        ])
        assert.lengthOf(itemsOf(yield* roof.versions()), 1)
        for (const despiteExamples of ["", "  ", true, 1])
          assert.deepStrictEqual(problemOf(yield* publish(2, { despiteExamples })), [422, "INVALID_REQUEST"])
        const despite = yield* publish(2, { despiteExamples: "The prices of 2027" })
        assert.strictEqual(despite.status, 201, despite.body)
        const line = [Wire.json(despite)["id"], "1 of 2: The prices of 2027"]
        assert.deepStrictEqual(yield* overridden, [line])
        const again = `forms/${roof.id}/versions/${String(Wire.json(despite)["id"])}/publish`
        assert.deepStrictEqual(problemOf(yield* call("versions.republish", "POST", again)), [422, "CASES_FAILED"])
        const back = `forms/${roof.id}/versions/${String(Wire.json(first)["id"])}/publish`
        assert.strictEqual(
          (yield* call("versions.republish", "POST", back, { despiteExamples: "Not needed" })).status,
          201
        )
        assert.deepStrictEqual(yield* overridden, [line])
      })
  )

  it.effect("examples that are too many, too long, alike in name or rounded are refused, and the old ones stay", () =>
    Effect.gen(function* () {
      const { call, keep, kept, key, roof } = yield* withExamples
      yield* keep(1, [two])
      const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...two, name: `n${index}` }))
      const wrong: ReadonlyArray<unknown> = [
        many(2_001),
        [two, two],
        [{ ...two, data: { text: "x".repeat(786_432) } }],
        [{ ...two, name: "" }],
        [{ ...two, name: "  " }],
        [{ ...two, name: "a\nb" }],
        [{ ...two, name: "x".repeat(101) }],
        [{ ...two, data: [] }],
        [{ ...two, today: "2026-02-30" }],
        [{ ...two, expect: { price: "4.00" } }],
        [{ name: "No expectation", data: {} }],
        {},
        null
      ]
      for (const examples of wrong)
        assert.deepStrictEqual(
          problemOf(yield* keep(2, examples)),
          [422, "INVALID_REQUEST"],
          JSON.stringify(examples)?.slice(0, 80)
        )
      const body = '{"examples":[{"name":"Long","data":{"area":9007199254740993},"expect":{}}]}'
      const request = { method: "PUT", path: `/api/platform/forms/${roof.id}/examples`, token: key, body }
      const rounded = yield* Harness.send(Wire.request({ ...request, headers: ['If-Match: "2"'] }))
      assert.deepStrictEqual(problemOf(rounded), [422, "INVALID_REQUEST"])
      const at = `forms/${missing}/examples`
      const absent = yield* call("examples.save", "PUT", at, { examples: null }, ['If-Match: "1"'])
      assert.strictEqual(absent.status, 404)
      const bare = yield* call("examples.save", "PUT", `forms/${roof.id}/examples`, { examples: [] })
      assert.deepStrictEqual(problemOf(bare), [422, "INVALID_REQUEST"])
      assert.deepStrictEqual(Wire.json(yield* kept)["examples"], [two])
      assert.strictEqual((yield* keep(2, many(2_000))).status, 200)
    })
  )
})
