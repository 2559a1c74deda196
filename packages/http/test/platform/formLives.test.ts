/** Forms over the app API after they were live: rollback, archive and lists (spec/http.md §4). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tables } from "@formwork/memory/Tables"
import { dearer, faulty, problemOf, setting } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf, objectsOf } from "../support/reading.ts"

layer(Harness.layer(), { excludeTestServices: true })("forms that were live", (it) => {
  it.effect("a rollback publishes an older definition under a new number, and leaves the draft alone", () =>
    Effect.gen(function* () {
      const { made, tenant } = yield* setting
      const roof = yield* made
      const first = Wire.json(yield* roof.publish(1))["id"]
      yield* roof.save(1, dearer)
      yield* roof.publish(2)
      yield* roof.save(2, faulty)
      const back = yield* roof.republish(first)
      assert.deepStrictEqual([back.status, Wire.json(back)["number"]], [201, 3])
      assert.strictEqual(yield* roof.price, "4.00")
      assert.deepInclude(Wire.json(yield* roof.draft), { formId: roof.id, revision: 3, definition: faulty })
      const page = Wire.json(yield* roof.versions("?limit=2"))
      const numbers = (list: unknown) => objectsOf(list).map(({ isLive, number }) => [number, isLive])
      assert.deepStrictEqual(numbers(page["items"]), [
        [3, true],
        [2, false]
      ])
      const rest = Wire.json(yield* roof.versions(`?limit=2&cursor=${String(page["next"])}`))
      assert.deepStrictEqual([numbers(rest["items"]), rest["next"]], [[[1, false]], null])
      for (const query of ["cursor=0", "cursor=x", "cursor=-1", "limit=0", "limit=101", "cursor=1&cursor=2"])
        assert.strictEqual((yield* roof.versions(`?${query}`)).status, 422, query)
      const { tenants } = yield* Tables
      const audit = tenants.get(tenant.operator.organisationId)?.audit ?? []
      const { detail, subject } = audit.findLast(({ action }) => action === "form.published") ?? {}
      assert.deepStrictEqual([subject, detail], [String(Wire.json(back)["id"]), String(first)])
    })
  )

  it.effect("an archived form answers 404 at once, byte for byte like a missing one, and its submissions stay", () =>
    Effect.gen(function* () {
      const { call, form, key, made } = yield* setting
      const roof = yield* made
      yield* roof.publish(1)
      const filed = yield* Harness.call(Harness.submissionsPath(roof.id), key, { data: { area: 1 } })
      const draft = yield* Harness.draft(key, roof.id)
      const archived = yield* roof.archive
      assert.isString(Wire.json(archived)["archivedAt"])
      assert.strictEqual((yield* roof.archive).body, archived.body)
      const missing = "01890000-0000-7000-8000-000000000000"
      for (const path of [Harness.evaluatePath, Harness.submissionsPath]) {
        const ask = (id: string) => Effect.map(Harness.call(path(id), key, { data: { area: 1 } }), Wire.bytes)
        const answer = yield* ask(roof.id)
        assert.strictEqual(answer.status, 404)
        assert.deepStrictEqual(answer, yield* ask(missing))
      }
      const idOf = (answer: Wire.Answer) => String(Wire.json(answer)["id"])
      const at = (answer: Wire.Answer) => `submissions/${idOf(answer)}`
      const one = ['If-Match: "1"']
      assert.strictEqual((yield* call("submissions.get", "GET", at(filed))).status, 200)
      const moved = yield* call("submissions.transition", "POST", `${at(filed)}/transitions`, { name: "review" }, one)
      assert.strictEqual(moved.status, 200)
      const attempts = [
        yield* call("submissions.save", "PUT", at(draft), { data: { area: 1 } }, one),
        yield* call("submissions.file", "POST", `${at(draft)}/file`, { data: { area: 1 } }, one),
        yield* roof.publish(1),
        yield* roof.republish(Wire.json(filed)["formVersionId"])
      ]
      for (const answer of attempts) {
        assert.deepStrictEqual(problemOf(answer), [409, "CONFLICT"])
        assert.strictEqual(Wire.json(answer)["title"], "The form is archived")
      }
      assert.deepInclude(Wire.json(yield* roof.unarchive), { archivedAt: null, liveVersionNumber: 1 })
      assert.strictEqual(yield* roof.price, "4.00")
      const filedNow = yield* call("submissions.file", "POST", `${at(draft)}/file`, { data: { area: 1 } }, one)
      assert.strictEqual(filedNow.status, 200)
      assert.strictEqual(yield* form(missing).price, 404)
    })
  )

  it.effect(
    "the list of forms has no definitions, is filtered and paged by its query, and answers 422 to an invalid one",
    () =>
      Effect.gen(function* () {
        const { call, create, form, made, tenant } = yield* setting
        const folder = yield* Harness.newFolder(tenant.operator)
        const roof = yield* made
        yield* roof.publish(1)
        const tile = String(Wire.json(yield* create({ definition: { code: "TILE" }, folderId: folder.id }))["id"])
        yield* form(tile).archive
        const list = (query = "") => call("forms.list", "GET", `forms${query}`)
        const ids = (answer: Wire.Answer) => itemsOf(answer).map(({ id }) => id)
        const all = [tile, roof.id, tenant.unpublished.id, tenant.form.id]
        const everything = yield* list()
        assert.deepStrictEqual(ids(everything), all)
        assert.notInclude(everything.body, "fields")
        assert.deepStrictEqual(ids(yield* list(`?folder=${folder.id}`)), [tile])
        assert.deepStrictEqual(ids(yield* list("?folder=top")), all.slice(1))
        assert.deepStrictEqual(ids(yield* list("?archived=true")), [tile])
        assert.deepStrictEqual(ids(yield* list("?archived=false&live=true")), [roof.id, tenant.form.id])
        assert.deepStrictEqual(ids(yield* list("?text=ROOF%20e")), [roof.id])
        assert.deepStrictEqual(ids(yield* list("?text=ile")), [tile])
        const first = yield* list("?limit=3")
        const rest = yield* list(`?limit=3&cursor=${String(Wire.json(first)["next"])}`)
        assert.deepStrictEqual([...ids(first), ...ids(rest)], all)
        assert.isNull(Wire.json(rest)["next"])
        for (const query of [
          "folder=x",
          "folder=",
          "archived=yes",
          "live=1",
          "text=",
          "text=%00",
          `text=${"x".repeat(201)}`,
          "cursor=x",
          "limit=0",
          "limit=101",
          "limit=1e1"
        ])
          assert.deepStrictEqual(problemOf(yield* list(`?${query}`)), [422, "INVALID_REQUEST"], query)
      })
  )
})
