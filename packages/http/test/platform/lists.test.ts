/** Lists of submissions over the app API: filters, pages, and invalid queries. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Submissions } from "@formwork/domain/filing/Submissions"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf, listOf, objectOf, objectsOf, problemsOf } from "../support/reading.ts"

/** An organisation with one submission for each age (a draft without one), newest last, and a key that may read. */
const setting = Effect.fnUntraced(function* (ages: ReadonlyArray<number | undefined>) {
  const tenant = yield* Harness.tenant
  const submissions = yield* Submissions
  const ids: Array<string> = []
  for (const [index, age] of ages.entries()) {
    const data = { name: `Ada ${index}`, ...(age === undefined ? {} : { age }) }
    const request = { data, draft: age === undefined, idempotencyKey: undefined }
    const { submission } = yield* submissions.create(tenant.operator, tenant.form.id, request)
    ids.push(submission.id)
    yield* Effect.sleep("2 millis") // two submissions within a millisecond have no order
  }
  const { token } = yield* tenant.mint("submission:read")
  const textOf = (query: Record<string, string | number>) =>
    Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("&")
  const list = (query: Record<string, string | number> = {}) => raw(textOf(query))
  const count = (query: Record<string, string>) =>
    Harness.platform("GET", `submissions/count?${textOf(query)}`, Redacted.value(token.text))
  const raw = (text: string) => Harness.platform("GET", `submissions?${text}`, Redacted.value(token.text))
  return { ...tenant, ids: ids.reverse(), list, count, raw }
})

const items = (answer: Wire.Answer): ReadonlyArray<unknown> => {
  assert.strictEqual(answer.status, 200, answer.body)
  return itemsOf(answer).map(({ id }) => id)
}

const problems = (answer: Wire.Answer) => {
  assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [422, "INVALID_REQUEST"], answer.body)
  return problemsOf(answer).map(({ code, pointer }) => `${String(code)} ${String(pointer)}`)
}

layer(Harness.layer(), { excludeTestServices: true })("a list of submissions", (it) => {
  it.effect("with fields the list has their values alone, whether an index decides or a condition", () =>
    Effect.gen(function* () {
      const { form, list } = yield* setting([36, undefined])
      const valuesOf = (answer: Wire.Answer) =>
        itemsOf(answer).map(({ calculatedData, data }) => ({ data, calculatedData }))
      assert.deepStrictEqual(valuesOf(yield* list({ fields: "age,premium" })), [
        { data: {}, calculatedData: { premium: null } },
        { data: { age: 36 }, calculatedData: { premium: "90.00" } }
      ])
      const where = yield* list({ form: form.id, where: "age > 1", fields: "name,none" })
      assert.deepStrictEqual(valuesOf(where), [{ data: { name: "Ada 0" }, calculatedData: {} }])
      for (const fields of ["", "a,", "A", "a b", Array.from({ length: 101 }, () => "a").join(",")])
        assert.deepStrictEqual(problems(yield* list({ fields })), ["rule /fields"], fields)
    })
  )

  it.effect("a count is that of the list, whether an index decides or a condition", () =>
    Effect.gen(function* () {
      const { count, form } = yield* setting([36, 40, undefined])
      const counts = yield* Effect.forEach(
        [{}, { state: "draft" }, { form: form.id, where: "age > 36" }, { text: "nowhere" }, { reference: "QT-*" }],
        (query) => Effect.map(count(query), Wire.json)
      )
      assert.deepStrictEqual(
        counts,
        [3, 1, 1, 0, 3].map((count) => ({ count, hasMore: false }))
      )
      assert.deepStrictEqual(problems(yield* count({ where: "true" })), ["required /form"])
      assert.deepStrictEqual(problems(yield* count({ limit: "1" })), ["unknown_field /limit"])
    })
  )

  it.effect("the list has whole submissions, newest first", () =>
    Effect.gen(function* () {
      const { form, ids, list, version } = yield* setting([36])
      const answer = Wire.json(yield* list())
      const { createdAt, ...item } = objectOf(listOf(answer["items"])[0])
      assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u)
      assert.deepStrictEqual(item, {
        id: ids[0],
        formId: form.id,
        formVersionId: version.id,
        referenceNumber: "QT-00000001",
        workflowState: "submitted",
        data: { name: "Ada 0", age: 36 },
        calculatedData: { premium: "90.00" },
        hiddenFields: ["guardian"],
        outcomes: [],
        revision: 1
      })
      assert.isNull(answer["next"])
    })
  )

  it.effect("the list is narrowed by form, state, date, reference, text and condition, alone and together", () =>
    Effect.gen(function* () {
      const { form, ids, list, unpublished, version } = yield* setting([10, 36, undefined, 70, 71])
      const [oldest, , , , newest] = [...ids].reverse()
      const [, , draft] = ids
      assert.deepStrictEqual(items(yield* list()), ids)
      assert.deepStrictEqual(items(yield* list({ form: form.id })), ids)
      assert.deepStrictEqual(items(yield* list({ form: unpublished.id })), [])
      assert.deepStrictEqual(items(yield* list({ state: "draft" })), [draft])
      assert.deepStrictEqual(
        items(yield* list({ state: "submitted", form: form.id })),
        ids.filter((id) => id !== draft)
      )
      assert.deepStrictEqual(items(yield* list({ createdFrom: "2020-01-01T00:00:00Z" })), ids)
      assert.deepStrictEqual(items(yield* list({ createdBefore: "2020-01-01T00:00:00+01:00" })), [])
      assert.deepStrictEqual(items(yield* list({ reference: "QT-00000001" })), [oldest])
      assert.deepStrictEqual(items(yield* list({ reference: "QT-*" })), ids)
      assert.deepStrictEqual(items(yield* list({ reference: "QT-*", state: "draft" })), [draft])
      assert.deepStrictEqual(items(yield* list({ reference: "qt-*" })), [])
      assert.deepStrictEqual(items(yield* list({ text: "aDA 4" })), [newest])
      assert.deepStrictEqual(items(yield* list({ text: "177.50" })), [newest])
      const where = (condition: string, more = {}) => list({ form: form.id, where: condition, ...more })
      assert.deepStrictEqual(items(yield* where("age >= 65")), ids.slice(0, 2))
      assert.deepStrictEqual(items(yield* where("premium == 90.00 || age == null")), [ids[2], ids[3]])
      assert.deepStrictEqual(items(yield* where("age < 65 && contains(name, '1')", { version: version.id })), [ids[3]])
      assert.deepStrictEqual(items(yield* where("age >= 65", { text: "ADA 3", state: "submitted" })), [ids[1]])
    })
  )

  it.effect("a list can leave drafts out, and have those with one outcome", () =>
    Effect.gen(function* () {
      const { count, form, ids, list } = yield* setting([10, undefined, 70, 71])
      const [newest, other, draft, oldest] = ids
      assert.deepStrictEqual(items(yield* list({ filed: "true" })), [newest, other, oldest])
      assert.deepStrictEqual(items(yield* list({ filed: "false" })), [draft])
      const outcomes = (yield* Effect.map(list(), itemsOf)).flatMap(({ outcomes: raised }) => objectsOf(raised))
      assert.deepStrictEqual(new Set(outcomes.map(({ id }) => id)), new Set(["senior"]))
      assert.deepStrictEqual(items(yield* list({ outcome: "senior" })), [newest, other])
      assert.deepStrictEqual(items(yield* list({ outcome: "constructor" })), [])
      const narrowed = { form: form.id, filed: "true", outcome: "senior", where: "age > 70" }
      assert.deepStrictEqual(items(yield* list(narrowed)), [newest])
      assert.deepStrictEqual(Wire.json(yield* count(narrowed)), { count: 1, hasMore: false })
    })
  )

  it.effect("the pages of a list make up the whole list, with every filter", () =>
    Effect.gen(function* () {
      const { form, list } = yield* setting([1, 20, 3, 40, 5, 60, 7])
      for (const filter of [{}, { reference: "QT-*" }, { form: form.id, where: "age > 4" }, { text: "ada" }]) {
        const whole = items(yield* list(filter))
        for (const limit of [1, 2, 3, 7, 8]) {
          const found: Array<unknown> = []
          let cursor: unknown
          do {
            const page = yield* list({ ...filter, limit, ...(typeof cursor === "string" ? { cursor } : {}) })
            assert.isAtMost(items(page).length, limit)
            found.push(...items(page))
            cursor = Wire.json(page)["next"]
          } while (cursor !== null)
          assert.deepStrictEqual(found, whole, JSON.stringify(filter))
        }
      }
    })
  )

  it.effect("a cursor works only unchanged, and only for the list that it is from", () =>
    Effect.gen(function* () {
      const { form, list } = yield* setting([1, 2, 3])
      const cursor = String(Wire.json(yield* list({ limit: 1 }))["next"])
      assert.strictEqual(items(yield* list({ cursor, limit: 5 })).length, 2)
      const swapped = cursor.slice(0, -6) + (cursor.at(-6) === "A" ? "B" : "A") + cursor.slice(-5)
      for (const bad of ["", "x", swapped, cursor.slice(1), cursor.slice(0, -3), `${cursor}AAAA`, "é", "\u0000"]) {
        const answer = yield* list({ cursor: bad })
        assert.deepStrictEqual(problems(answer), ["rule /cursor"], bad)
        assert.include(answer.body, "begin again without one")
      }
      assert.deepStrictEqual(problems(yield* list({ cursor, form: form.id })), ["rule /cursor"])
      assert.deepStrictEqual(problems(yield* list({ cursor, reference: "QT-*" })), ["rule /cursor"])
    })
  )

  it.effect("an invalid query is refused with its parameter before anything is read", () =>
    Effect.gen(function* () {
      const { form, list, raw, version } = yield* setting([])
      const wrong: ReadonlyArray<readonly [query: string, ...problems: ReadonlyArray<string>]> = [
        ["limit=0", "rule /limit"],
        ["limit=201", "rule /limit"],
        ["limit=1&limit=1", "unique /limit"],
        ["limit=+1", "rule /limit"],
        ["state=Draft", "rule /state"],
        ["state=a&state=b", "unique /state"],
        ["form=x", "rule /form"],
        [`form=${form.id.toUpperCase()}`, "rule /form"],
        ["createdFrom=yesterday", "rule /createdFrom"],
        ["createdBefore=2026-02-30T00:00:00Z", "rule /createdBefore"],
        ["createdBefore=2026-01-01T00:00:00+01:00", "rule /createdBefore"],
        ["reference=*", "rule /reference"],
        ["reference=Q%25", "rule /reference"],
        ["filed=1", "choice /filed"],
        ["outcome=A", "rule /outcome"],
        ["text=", "rule /text"],
        ["text=%00", "rule /text"],
        ["text=%ff", "type /text"],
        ["text=%", "type /text"],
        ["where=true", "required /form"],
        [`form=${form.id}&version=${version.id}`, "required /where"],
        ["other=1", "unknown_field /other"],
        ["other", "unknown_field /other"],
        ["__proto__=1&limit=x", "unknown_field /__proto__", "rule /limit"]
      ]
      for (const [query, ...expected] of wrong)
        assert.sameMembers([...problems(yield* raw(query))], [...expected], query)
      assert.strictEqual((yield* raw("&limit=1&")).status, 200)
      assert.deepStrictEqual(items(yield* list({ text: "a+b &=" })), [])
    })
  )

  it.effect("a condition with faults is refused with all of them, each with its place", () =>
    Effect.gen(function* () {
      const { form, list, unpublished, version } = yield* setting([36])
      const answer = yield* list({ form: form.id, where: "agee > 1 && name > 2" })
      assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [422, "INVALID_CONDITION"])
      const faults = objectsOf(Wire.json(answer)["faults"])
      assert.deepStrictEqual(
        faults.map(({ pointer, range }) => [pointer, range]),
        [
          ["/where", { start: 0, end: 4 }],
          ["/where", { start: 12, end: 20 }]
        ]
      )
      assert.include(String(faults[0]?.["message"]), "age")
      assert.strictEqual((yield* list({ form: unpublished.id, where: "true" })).status, 404)
      assert.strictEqual((yield* list({ form: form.id, where: "true", version: unpublished.id })).status, 404)
      assert.strictEqual((yield* list({ form: form.id, where: "true", version: version.id })).status, 200)
    })
  )
})
