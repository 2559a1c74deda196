/** Laws of tables: versions never change, names and revisions guard each change, and no organisation sees another's. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { TableStore } from "@formwork/domain/tables/TableStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { content, make, publish } from "./TableFixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

export const example = (it: It): void => {
  it.effect("a version of a table stays as it was published, whatever becomes of the draft", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* TableStore
      yield* make(owner, "areas", 1, 2)
      const first = yield* publish(owner, "areas", 1, "for 2027")
      yield* store.save(owner, "areas", 1, content(3))
      const second = yield* publish(owner, "areas", 2)

      assert.deepStrictEqual([first.number, first.rows, first.note], [1, 2, "for 2027"])
      assert.deepStrictEqual([second.number, second.rows, second.note], [2, 1, null])
      assert.strictEqual(yield* store.text(owner, first.id), content(1, 2).text)
      assert.strictEqual(yield* store.text(owner, second.id), content(3).text)
      assert.deepStrictEqual(yield* store.versions(owner, "areas", { limit: 10 }), [second, first])
    })
  )
}

const changing = (it: It): void => {
  it.effect("a draft is changed by whoever has seen its revision, and each change is a line of the audit log", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* TableStore
      const made = yield* make(owner, "areas", 1)
      assert.deepStrictEqual([made.draftRevision, made.rows, made.version, made.publishedRevision], [1, 1, null, null])
      const saved = yield* store.save(owner, "areas", 1, content(1, 2))
      assert.deepStrictEqual([saved.draftRevision, saved.rows], [2, 2])
      assert.strictEqual((yield* refuses(store.save(owner, "areas", 1, content(9)), "TableStale")).revision, 2)
      assert.strictEqual((yield* refuses(publish(owner, "areas", 1), "TableStale")).revision, 2)
      yield* publish(owner, "areas", 2)
      const { record, text } = yield* store.draft(owner, "areas")
      assert.strictEqual(text, content(1, 2).text)
      assert.deepStrictEqual(record, yield* store.record(owner, "areas"))
      assert.deepStrictEqual([record.version, record.publishedRevision, record.draftRevision], [1, 2, 2])
      const lines = (yield* Fixture.log(owner)).filter(({ action }) => action.startsWith("table."))
      assert.deepStrictEqual(
        lines.map(({ action, detail, subject }) => [action, subject, detail]),
        [
          ["table.published", made.id, "1"],
          ["table.draft_saved", made.id, "2"],
          ["table.created", made.id, "areas"]
        ]
      )
    })
  )

  it.effect("a name is one table's, an organisation has so many, and one that was never published can be removed", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* TableStore
      for (const name of ["rates", "areas", "zones"]) yield* make(owner, name, 1)
      assert.deepStrictEqual(
        (yield* store.list(owner)).map(({ name }) => name),
        ["areas", "rates", "zones"]
      )
      yield* refuses(make(owner, "areas", 1), "TableNameTaken")
      assert.strictEqual((yield* refuses(make(owner, "more", 1), "TableLimitReached")).limit, 3)
      yield* publish(owner, "areas", 1)
      yield* refuses(store.remove(owner, "areas"), "TablePublished")
      yield* store.remove(owner, "zones")
      yield* refuses(store.remove(owner, "zones"), "TableNotFound")
      assert.deepStrictEqual(
        (yield* store.list(owner)).map(({ name, version }) => [name, version]),
        [
          ["areas", 1],
          ["rates", null]
        ]
      )
    })
  )

  it.effect("of callers who publish one revision at once each gets a number of its own", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      yield* make(owner, "areas", 1)
      const versions = yield* Effect.forEach([1, 2, 3, 4], () => publish(owner, "areas", 1), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        versions.map(({ number }) => number).toSorted((a, b) => a - b),
        [1, 2, 3, 4]
      )
    })
  )
}

const finding = (it: It): void => {
  it.effect("versions are found by the name of the table, the newest where no number is given, and paged", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* TableStore
      yield* make(owner, "areas", 1)
      yield* make(owner, "rates", 1)
      const first = yield* publish(owner, "areas", 1)
      const second = yield* publish(owner, "areas", 1)
      const found = yield* store.find(owner, [
        { table: "areas", version: undefined },
        { table: "areas", version: 1 },
        { table: "areas", version: 7 },
        { table: "rates", version: undefined },
        { table: "none", version: undefined }
      ])
      assert.deepStrictEqual(
        found.toSorted((a, b) => a.number - b.number),
        [
          { id: first.id, table: "areas", number: 1 },
          { id: second.id, table: "areas", number: 2 }
        ]
      )
      assert.deepStrictEqual(yield* store.find(owner, []), [])
      const page = yield* store.versions(owner, "areas", { limit: 1 })
      const next = yield* store.versions(owner, "areas", { limit: 1, before: 2 })
      assert.deepStrictEqual([page, next], [[second], [first]])
      yield* refuses(store.versions(owner, "none", { limit: 1 }), "TableNotFound")
    })
  )

  it.effect("forms whose live version names a table are found, with the version that they name", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const forms = yield* FormStore
      yield* make(owner, "areas", 1)
      yield* publish(owner, "areas", 1)
      const { form, version } = yield* Fixture.liveForm(owner)
      yield* Fixture.liveForm(owner, "OTHER")
      assert.deepStrictEqual(yield* forms.naming(owner, "areas"), [])
      const id = FormVersionId.make(yield* (yield* SecureRandom.SecureRandom).uuidV7())
      const definition = { ...Object(version.definition), tables: { area: { table: "areas", version: 1 } } }
      yield* forms.publish(owner, form.id, id, definition)
      const { code, title } = yield* forms.record(owner, form.id)
      assert.deepStrictEqual(yield* forms.naming(owner, "areas"), [{ formId: form.id, code, title, version: 1 }])
      assert.deepStrictEqual(yield* forms.naming(owner, "none"), [])
    })
  )
}

const apart = (it: It): void => {
  it.effect("no organisation sees, changes or names a table of another", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const store = yield* TableStore
      yield* make(owner, "areas", 1)
      const { id } = yield* publish(owner, "areas", 1)
      assert.deepStrictEqual(yield* store.list(stranger), [])
      assert.deepStrictEqual(yield* store.find(stranger, [{ table: "areas", version: 1 }]), [])
      yield* refuses(store.text(stranger, id), "TableVersionNotFound")
      yield* refuses(store.record(stranger, "areas"), "TableNotFound")
      yield* refuses(store.draft(stranger, "areas"), "TableNotFound")
      yield* refuses(store.save(stranger, "areas", 1, content(9)), "TableNotFound")
      yield* refuses(publish(stranger, "areas", 1), "TableNotFound")
      yield* refuses(store.remove(stranger, "areas"), "TableNotFound")
      yield* refuses(store.versions(stranger, "areas", { limit: 1 }), "TableNotFound")
      assert.deepStrictEqual(yield* (yield* FormStore).naming(stranger, "areas"), [])
      yield* make(stranger, "areas", 5)
      assert.strictEqual((yield* store.draft(owner, "areas")).text, content(1).text)
    })
  )
}

export const contract = suite("tables", (it) => {
  example(it)
  changing(it)
  finding(it)
  apart(it)
})
