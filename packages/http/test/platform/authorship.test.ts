/** Who saved a draft and published a version, over the app API (spec/http.md §4). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { dearer, definition, faulty, problemOf, setting } from "../support/formFixture.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf } from "../support/reading.ts"

const withAuthors = Effect.gen(function* () {
  const author = yield* setting
  const { key } = yield* author.tenant.mint("form:read")
  const made = Wire.json(yield* author.create({ definition: definition() }))
  const person = yield* Harness.person(author.tenant.operator, "author")
  const session = yield* Harness.signIn(author.tenant.operator, person.email)
  return { ...author, made, roof: author.form(String(made["id"])), person, session, reader: key }
})

layer(Harness.layer(), { excludeTestServices: true })("authors of forms", (it) => {
  it.effect("a draft shows who saved it, by name, and so does the refusal of a change to an older revision", () =>
    Effect.gen(function* () {
      const { made, person, roof, session } = yield* withAuthors
      assert.deepInclude(Wire.json(yield* roof.draft), { updatedAt: made["updatedAt"], updatedBy: made["updatedBy"] })
      assert.deepInclude(Object(made["updatedBy"]), { kind: "key", name: "Test" })
      const body = { definition: dearer }
      const saved = yield* Harness.platform("PUT", `forms/${roof.id}/draft`, session, body, ['If-Match: "1"'])
      const olive = { kind: "user", id: person.id, name: person.name }
      assert.deepStrictEqual(Wire.json(saved)["updatedBy"], olive)
      const { revision, updatedAt, updatedBy } = Wire.json(yield* roof.draft)
      assert.deepStrictEqual([revision, updatedAt, updatedBy], [2, Wire.json(saved)["updatedAt"], olive])
      for (const stale of [yield* roof.save(1, definition()), yield* roof.publish(1)]) {
        assert.deepStrictEqual(problemOf(stale), [409, "CONFLICT"])
        assert.deepInclude(Wire.json(stale), { revision, updatedAt, updatedBy: olive })
      }
    })
  )

  it.effect("a note is kept with the version, whether it is published or published again", () =>
    Effect.gen(function* () {
      const { call, person, roof, session } = yield* withAuthors
      const at = `forms/${roof.id}`
      const publish = (body: unknown) => call("drafts.publish", "POST", `${at}/publish`, body, ['If-Match: "1"'])
      const first = yield* publish({ note: "Prices of 2027" })
      assert.strictEqual(first.status, 201, first.body)
      assert.strictEqual((yield* publish(undefined)).status, 201)
      const again = `${at}/versions/${String(Wire.json(first)["id"])}/publish`
      const back = yield* Harness.platform("POST", again, session, { note: "Too dear" })
      assert.strictEqual(back.status, 201, back.body)
      const versions = itemsOf(yield* roof.versions())
      assert.deepStrictEqual(
        versions.map(({ note, number }) => [number, note]),
        [
          [3, "Too dear"],
          [2, null],
          [1, "Prices of 2027"]
        ]
      )
      assert.deepStrictEqual(versions[0]?.["publishedBy"], { kind: "user", id: person.id, name: person.name })
      assert.deepInclude(Object(versions[1]?.["publishedBy"]), { kind: "key", name: "Test" })
    })
  )

  it.effect(
    "a note that is empty, too long or no text is refused after the form was found, and nothing is published",
    () =>
      Effect.gen(function* () {
        const { call, form, roof } = yield* withAuthors
        const missing = form("01890000-0000-7000-8000-000000000000")
        for (const note of ["", " \n ", "x".repeat(2_001), "\0", 7, null]) {
          const publish = (id: string) =>
            call("drafts.publish", "POST", `forms/${id}/publish`, { note }, ['If-Match: "1"'])
          assert.deepStrictEqual(problemOf(yield* publish(roof.id)), [422, "INVALID_REQUEST"], String(note))
          assert.strictEqual((yield* publish(missing.id)).status, 404)
        }
        const words = { words: "misspelt" }
        const unknown = yield* call("drafts.publish", "POST", `forms/${roof.id}/publish`, words, ['If-Match: "1"'])
        assert.deepStrictEqual(problemOf(unknown), [422, "INVALID_REQUEST"])
        assert.deepStrictEqual(itemsOf(yield* roof.versions()), [])
      })
  )

  it.effect("names are shown to a caller without user:read and apikey:read", () =>
    Effect.gen(function* () {
      const { roof, session, tenant } = yield* withAuthors
      yield* Harness.platform("PUT", `forms/${roof.id}/draft`, session, { definition: faulty }, ['If-Match: "1"'])
      const { token } = yield* tenant.mint("form:read")
      const reader = Redacted.value(token.text)
      assert.strictEqual((yield* Harness.platform("GET", "users", reader)).status, 403)
      const draft = Wire.json(yield* Harness.platform("GET", `forms/${roof.id}/draft`, reader))
      assert.deepInclude(Object(draft["updatedBy"]), { kind: "user" })
      assert.isNotEmpty(Object(draft["updatedBy"])["name"])
    })
  )
})
