import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { jsonObjectOf, jsonObjectsOf, listOf, objectOf, objectsOf } from "../support/reading.ts"

layer(Harness.layer(), { excludeTestServices: true })("an impact run", (it) => {
  const setting = Effect.gen(function* () {
    const tenant = yield* Harness.tenant
    const { form, key, mint, operator } = tenant
    const token = Redacted.value((yield* mint("form:read", "form:write", "submission:read")).token.text)
    for (const age of [30, 70, 80])
      yield* Harness.call(Harness.submissionsPath(form.id), key, { data: { name: "Ada", age } })
    const { fields, ...rest } = jsonObjectOf(form.draft)
    const draft = {
      ...rest,
      fields: jsonObjectsOf(fields).map((field) => (field["slug"] === "age" ? { ...field, max: 75 } : field))
    }
    yield* (yield* Forms).saveDraft(operator, form.id, draft)
    const start = (body: unknown = {}) => Harness.platform("POST", `forms/${form.id}/impact`, token, body)
    return { ...tenant, start, token }
  })

  const ended = (location: string, token: string) =>
    Harness.platform("GET", location, token).pipe(
      Effect.repeat({
        until: (answer) => Wire.json(answer)["state"] !== "running",
        schedule: Schedule.spaced("5 millis")
      })
    )
  const pathOf = (answer: Wire.Answer): string => String(answer.headers["location"]).replace("/api/platform/", "")

  it.effect("an impact run has a summary, and its changes for each submission in pages", () =>
    Effect.gen(function* () {
      const { form, start, token } = yield* setting
      const begun = yield* start()
      assert.strictEqual(begun.status, 202, begun.body)
      assert.deepInclude(Wire.json(begun), { formId: form.id, total: 3, done: 0, state: "running", finishedAt: null })
      const path = pathOf(begun)
      const all = Wire.json(yield* ended(path, token))
      const changes = objectOf(all["changes"])
      assert.deepInclude(all, { done: 3, state: "finished" })
      assert.deepEqual(all["summary"], {
        changed: 1,
        becameInvalid: 1,
        becameValid: 0,
        calculatedData: 1,
        outcomes: 1,
        hiddenFields: 0,
        fields: [
          { field: "age", problems: 1, calculatedData: 0, hiddenFields: 0 },
          { field: "premium", problems: 0, calculatedData: 1, hiddenFields: 0 }
        ],
        outcomeIds: [{ id: "senior", raised: 0, gone: 1 }]
      })
      assert.strictEqual(changes["next"], null)
      const { referenceNumber, submissionId, ...change } = objectOf(listOf(changes["items"])[0])
      assert.match(String(referenceNumber), /^QT-/)
      assert.isString(submissionId)
      assert.deepEqual(change, {
        validBefore: true,
        validAfter: false,
        problems: [{ field: "age", message: "age is more than 75.", code: "max", pointer: "/data/age" }],
        calculatedData: [{ field: "premium", before: "200.00", after: null }],
        outcomesRaised: [],
        outcomesGone: ["senior"],
        fieldsHidden: [],
        fieldsShown: []
      })
    })
  )

  it.effect("the changes are paged, and a malformed cursor or limit is refused", () =>
    Effect.gen(function* () {
      const { form, key, start, token } = yield* setting
      for (let more = 0; more < 2; more++)
        yield* Harness.call(Harness.submissionsPath(form.id), key, { data: { name: "Ada", age: 90 } })
      const path = pathOf(yield* start({ limit: 5 }))
      yield* ended(path, token)
      const seen: Array<unknown> = []
      for (let cursor = ""; ;) {
        const page = Wire.json(yield* Harness.platform("GET", `${path}?limit=2${cursor}`, token))
        const { items, next } = objectOf(page["changes"])
        assert.isAtMost(listOf(items).length, 2)
        seen.push(...objectsOf(items).map(({ submissionId }) => submissionId))
        if (next === null) break
        cursor = `&cursor=${String(next)}`
      }
      assert.strictEqual(new Set(seen).size, 3)
      for (const query of ["limit=0", "limit=101", "limit=x", "limit=1,1", "cursor=x", "cursor=0", "cursor=1000001"])
        assert.strictEqual((yield* Harness.platform("GET", `${path}?${query}`, token)).status, 422, query)
      for (const limit of [0, 1_000_001, 1.5, "1", null])
        assert.strictEqual((yield* start({ limit })).status, 422, String(limit))
    })
  )

  it.effect("another organisation's form has no impact run", () =>
    Effect.gen(function* () {
      const { start, token } = yield* setting
      const stranger = yield* setting
      const path = pathOf(yield* start())
      yield* ended(path, token)
      assert.strictEqual((yield* Harness.platform("GET", path, stranger.token)).status, 404)
      const mine = path.split("/").at(-1) ?? ""
      const sibling = `forms/${stranger.form.id}/impact/${mine}`
      assert.strictEqual((yield* Harness.platform("GET", sibling, stranger.token)).status, 404)
    })
  )
})
