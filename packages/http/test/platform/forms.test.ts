/** Forms over the app API: making and publishing them, drafts with and without faults, and titles (spec/http.md §4). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { dearer, definition, faulty, pointers, problemOf, setting } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { objectOf } from "../support/reading.ts"

layer(Harness.layer(), { excludeTestServices: true })("forms", (it) => {
  it.effect("a form and its next version are published, and until then callers keep the live version", () =>
    Effect.gen(function* () {
      const { create, form } = yield* setting
      const created = yield* create({ definition: definition() })
      const made = Wire.json(created)
      assert.strictEqual(created.status, 201)
      assert.strictEqual(created.headers["location"], `/api/platform/forms/${String(made["id"])}`)
      assert.deepInclude(made, { code: "ROOF", title: "Roof enquiry", folderId: null, draftRevision: 1, faults: [] })
      const roof = form(String(made["id"]))
      assert.strictEqual(yield* roof.price, 404)
      const published = yield* roof.publish(1)
      const { id, number } = Wire.json(published)
      assert.deepStrictEqual([published.status, number], [201, 1])
      assert.strictEqual(published.headers["location"], `/api/platform/forms/${roof.id}/versions/${String(id)}`)
      assert.strictEqual(yield* roof.price, "4.00")
      const saved = yield* roof.save(1, dearer)
      assert.strictEqual(saved.headers["etag"], '"2"')
      assert.strictEqual(yield* roof.price, "4.00")
      const draft = yield* roof.draft
      assert.strictEqual(draft.headers["etag"], '"2"')
      assert.deepInclude(Wire.json(draft), { formId: roof.id, revision: 2, definition: dearer })
      assert.strictEqual((yield* roof.publish(2)).status, 201)
      assert.strictEqual(yield* roof.price, "6.00")
      assert.deepInclude(Wire.json(yield* roof.get), { liveVersionNumber: 2, draftRevision: 2 })
    })
  )

  it.effect("a draft is stored with its faults, every answer lists them, and it cannot be published with any", () =>
    Effect.gen(function* () {
      const { call, made } = yield* setting
      const roof = yield* made
      yield* roof.publish(1)
      const saved = yield* roof.save(1, faulty)
      assert.strictEqual(saved.status, 200)
      assert.deepInclude(Wire.json(saved), { title: "Roof enquiry", draftRevision: 2 })
      const wanted = ["/title", "/fields/0/type"]
      assert.includeMembers(pointers(saved), wanted)
      assert.deepStrictEqual(Wire.json(yield* roof.draft)["definition"], faulty)
      const checked = yield* roof.check({})
      assert.deepStrictEqual(Wire.json(checked), { faults: Wire.json(saved)["faults"], examples: null })
      const refused = yield* roof.publish(2)
      assert.deepStrictEqual(problemOf(refused), [422, "INVALID_DEFINITION"])
      assert.deepStrictEqual(Wire.json(refused)["faults"], Wire.json(saved)["faults"])
      assert.deepStrictEqual(pointers(yield* roof.check({ definition: definition() })), [])
      assert.deepStrictEqual(pointers(yield* roof.check({ definition: definition({ code: "TILE" }) })), ["/code"])
      assert.deepStrictEqual(Wire.json(yield* roof.draft)["revision"], 2)
      const elsewhere = yield* call("forms.check", "POST", "forms/check", { definition: faulty })
      assert.deepStrictEqual(Wire.json(elsewhere), { faults: Wire.json(saved)["faults"] })
      assert.strictEqual(yield* roof.price, "4.00")
    })
  )

  it.effect(
    "a draft that cannot be stored is refused with every fault: no object, no code, another code, a number that would be rounded",
    () =>
      Effect.gen(function* () {
        const { create, key, made } = yield* setting
        const roof = yield* made
        for (const body of [{ definition: [] }, { definition: "x" }, {}, { definition: {}, folder: null }])
          assert.deepStrictEqual(problemOf(yield* create(body)), [422, "INVALID_REQUEST"], JSON.stringify(body))
        for (const code of [undefined, "roof", "", "A2345678901", 7, null]) {
          const answer = yield* create({ definition: { title: "", code } })
          assert.deepStrictEqual(problemOf(answer), [422, "INVALID_DEFINITION"])
          assert.isAtLeast(pointers(answer).length, 2)
        }
        assert.deepStrictEqual(problemOf(yield* create({ definition: { code: "ROOF" } })), [409, "CONFLICT"])
        const changed = yield* roof.save(1, definition({ code: "TILE", title: "" }))
        assert.deepStrictEqual(pointers(changed), ["/title", "/code"])
        const numbers = '"fields":[{"slug":"a","type":"integer","max":9007199254740993,"min":1e400}]'
        const body = `{"definition":{"title":"T","code":"ROOF",${numbers}}}`
        const request = { method: "PUT", path: `/api/platform/forms/${roof.id}/draft`, token: key, body }
        const rounded = yield* Harness.send(Wire.request({ ...request, headers: ['If-Match: "1"'] }))
        assert.deepStrictEqual(problemOf(rounded), [422, "INVALID_DEFINITION"])
        assert.includeMembers(pointers(rounded), ["/fields/0/max", "/fields/0/min"])
        assert.deepStrictEqual(Wire.json(yield* roof.draft)["definition"], definition())
      })
  )

  it.effect("a draft comes back exactly as it was sent, with odd names and text that no field would accept", () =>
    Effect.gen(function* () {
      const { key, made } = yield* setting
      const roof = yield* made
      const text =
        '{"zebra":1,"code":"ROOF","__proto__":{"a":1},"constructor":null,"\\u0000":"\\u0000\\ud800","title":"\\u0000","deep":[[[[1.5]]]]}'
      const request = { method: "PUT", path: `/api/platform/forms/${roof.id}/draft`, token: key }
      const saved = yield* Harness.send(
        Wire.request({ ...request, body: `{"definition":${text}}`, headers: ['If-Match: "1"'] })
      )
      assert.strictEqual(saved.status, 200, saved.body)
      assert.strictEqual(Wire.json(saved)["title"], "Roof enquiry")
      assert.include((yield* roof.draft).body, `"definition":${text}`)
      assert.strictEqual((yield* roof.change({ title: "New" })).status, 200)
      assert.include((yield* roof.draft).body, text.replace('"title":"\\u0000"', '"title":"New"'))
    })
  )

  it.effect(
    "a draft that was changed meanwhile is neither overwritten nor published, and the answer has its revision",
    () =>
      Effect.gen(function* () {
        const { call, made } = yield* setting
        const roof = yield* made
        yield* roof.save(1, dearer)
        for (const stale of [yield* roof.save(1, definition()), yield* roof.publish(1), yield* roof.publish(3)]) {
          assert.deepStrictEqual(problemOf(stale), [409, "CONFLICT"])
          assert.strictEqual(Wire.json(stale)["revision"], 2)
        }
        const at = `forms/${roof.id}`
        const bare = [
          yield* call("drafts.save", "PUT", `${at}/draft`, { definition: dearer }),
          yield* call("drafts.publish", "POST", `${at}/publish`)
        ]
        for (const answer of bare) assert.deepStrictEqual(problemOf(answer), [422, "INVALID_REQUEST"])
        for (const tag of ["*", "2", 'W/"2"', '"2", "3"', '"0"', '"x"', ""])
          for (const [id, method, path, body] of [
            ["drafts.save", "PUT", "draft", { definition: dearer }],
            ["drafts.publish", "POST", "publish", undefined]
          ] as const)
            assert.strictEqual((yield* call(id, method, `${at}/${path}`, body, [`If-Match: ${tag}`])).status, 400, tag)
        assert.deepInclude(Wire.json(yield* roof.get), { draftRevision: 2, liveVersionId: null })
      })
  )

  it.effect("renaming changes only the title of the draft, and callers see it once it is published", () =>
    Effect.gen(function* () {
      const { made, tenant } = yield* setting
      const roof = yield* made
      yield* roof.publish(1)
      const folder = yield* Harness.newFolder(tenant.operator)
      const renamed = yield* roof.change({ title: "Roofs", folderId: folder.id })
      assert.deepInclude(Wire.json(renamed), { title: "Roofs", folderId: folder.id, draftRevision: 2 })
      assert.deepStrictEqual(
        Object.entries(objectOf(Wire.json(yield* roof.draft)["definition"])),
        Object.entries(definition({ title: "Roofs" }))
      )
      assert.strictEqual((yield* roof.save(1, dearer)).status, 409)
      assert.deepInclude(Wire.json(yield* roof.change({ folderId: null })), { folderId: null, draftRevision: 2 })
      assert.deepInclude(Wire.json(yield* roof.change({})), { draftRevision: 2 })
      const foreign = yield* Harness.newFolder((yield* setting).tenant.operator)
      for (const body of [{ folderId: foreign.id }, { folderId: "x" }, { title: "" }, { title: "a\n" }, { code: "X" }])
        assert.deepStrictEqual(problemOf(yield* roof.change(body)), [422, "INVALID_REQUEST"], JSON.stringify(body))
    })
  )
})
