/** Laws of FormStore about who saved a draft and published a version, and in which words. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option, Result } from "effect"
import type { Actor } from "@formwork/domain/callers/Actor"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const person = ({ userId }: Caller, name: string): Actor => ({ kind: "user", id: userId, name })

const saving = (it: It): void => {
  it.effect("a draft has the person or the key that saved its revision, and publishing or moving is no saving", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const { operator } = yield* Fixture.person(owner, "author")
      const { caller, key } = yield* Fixture.machine(owner, ["form:write"])
      const form = yield* Fixture.newForm(owner, "ENQ")
      assert.deepStrictEqual(form.saving.updatedBy, person(owner, "Edith Ashworth"))
      const save = (who: Caller) =>
        store.update(who, form.id, { draft: { revision: undefined, title: "Better", definition: {} } })
      const saved = yield* save(operator)
      assert.deepStrictEqual(saved.saving, {
        updatedAt: saved.updatedAt,
        updatedBy: person(operator, "Olive Ashworth")
      })
      const byKey = yield* save(caller)
      assert.deepStrictEqual(byKey.saving.updatedBy, { kind: "key", id: key.id, name: key.name })

      const folder = yield* Fixture.newFolder(owner)
      const moved = yield* store.update(owner, form.id, { folderId: folder.id })
      assert.deepStrictEqual(moved.saving, byKey.saving)
      yield* Fixture.publish(owner, form)
      assert.deepStrictEqual((yield* store.get(owner, form.id)).saving, byKey.saving)
      assert.deepStrictEqual((yield* store.record(owner, form.id)).saving, byKey.saving)
    })
  )

  it.effect("a draft that is refused as stale shows who saved the present revision, and when", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const { caller, key } = yield* Fixture.machine(owner, ["form:write"])
      const form = yield* Fixture.newForm(owner, "ENQ")
      const draft = { revision: 1, title: "Better", definition: {} }
      const { saving } = yield* store.update(caller, form.id, { draft })
      const publish = Effect.flatMap(Fixture.uuid, (id) =>
        store.publish(owner, form.id, FormVersionId.make(id), {}, { draftRevision: 1 })
      )
      const late = [
        yield* refuses(store.update(owner, form.id, { draft }), "DraftStale"),
        yield* refuses(publish, "DraftStale")
      ]
      for (const { revision, updatedAt, updatedBy } of late) {
        assert.deepStrictEqual(
          { revision, updatedAt, updatedBy },
          {
            revision: 2,
            updatedAt: DateTime.formatIso(saving.updatedAt),
            updatedBy: { kind: "key", id: key.id, name: key.name }
          }
        )
      }
    })
  )

  it.effect("a person is shown by the present name", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const users = yield* UserStore
      const owner = yield* Fixture.owner
      const { operator } = yield* Fixture.person(owner, "author")
      const form = yield* Fixture.newForm(operator, "ENQ")
      yield* Fixture.publish(operator, form)
      yield* users.change(owner, operator.userId, { name: "Olive Marsh" })
      const olive = person(operator, "Olive Marsh")
      assert.deepStrictEqual((yield* store.get(owner, form.id)).saving.updatedBy, olive)
      const [version] = yield* store.versions(owner, form.id, { limit: 1 })
      assert.deepStrictEqual(version?.publishedBy, olive)
    })
  )
}

const publishing = (it: It): void => {
  it.effect("a version keeps its publisher and the note that it was published with", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const { caller, key } = yield* Fixture.machine(owner, ["form:publish"])
      const form = yield* Fixture.newForm(owner, "ENQ")
      const publish = (who: Caller, note?: string) =>
        Effect.flatMap(Fixture.uuid, (id) =>
          store.publish(who, form.id, FormVersionId.make(id), form.draft, note === undefined ? {} : { note })
        )
      const long = "ä€😀".repeat(500)
      yield* publish(owner)
      yield* publish(caller, "Prices of 2027\n\tas agreed")
      yield* publish(owner, long)
      const versions = yield* store.versions(owner, form.id, { limit: 9 })
      assert.deepStrictEqual(
        versions.map(({ note, number, publishedBy }) => ({ number, note, publishedBy })),
        [
          { number: 3, note: long, publishedBy: person(owner, "Edith Ashworth") },
          {
            number: 2,
            note: "Prices of 2027\n\tas agreed",
            publishedBy: { kind: "key", id: key.id, name: key.name }
          },
          { number: 1, note: null, publishedBy: person(owner, "Edith Ashworth") }
        ]
      )
    })
  )
}

const liveRevision = (it: It): void => {
  it.effect("a form shows which revision of its draft is live, and none while it repeats an older version", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const revision = Effect.map(store.record(owner, form.id), ({ publishedRevision }) => publishedRevision)
      assert.isNull(yield* revision)
      const first = yield* Fixture.publish(owner, form)
      assert.strictEqual(yield* revision, 1)
      const draft = { revision: 1, title: "Better", definition: {} }
      yield* store.update(owner, form.id, { draft })
      assert.strictEqual(yield* revision, 1)
      yield* store.publish(owner, form.id, FormVersionId.make(yield* Fixture.uuid), {}, { draftRevision: 2 })
      assert.strictEqual(yield* revision, 2)
      yield* store.archive(owner, form.id, true)
      yield* store.archive(owner, form.id, false)
      const [listed] = yield* store.list(owner, {}, { limit: 1 })
      assert.strictEqual(listed?.publishedRevision, 2)
      const again = FormVersionId.make(yield* Fixture.uuid)
      yield* store.publish(owner, form.id, again, form.draft, { repeats: first.id })
      assert.isNull(yield* revision)
    })
  )
}

const replacing = (it: It): void => {
  it.effect("a version that is to replace the live one is refused where another is live by now", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const first = yield* Fixture.publish(owner, form)
      const replace = Effect.fnUntraced(function* (replaces: FormVersionId) {
        const id = FormVersionId.make(yield* Fixture.uuid)
        return yield* store.publish(owner, form.id, id, form.draft, { repeats: replaces, replaces })
      })
      const [one, other] = yield* Effect.all([Effect.result(replace(first.id)), Effect.result(replace(first.id))], {
        concurrency: 2
      })
      const [winner] = [one, other].filter(Result.isSuccess)
      const [loser] = [one, other].filter(Result.isFailure)
      assert.strictEqual(loser?.failure._tag, "DraftStale")
      const live = yield* store.findLive(owner, form.id)
      assert.strictEqual(Option.getOrThrow(live).id, winner?.success.id)
      assert.lengthOf(yield* store.versions(owner, form.id, { limit: 9 }), 2)
      assert.strictEqual((yield* Effect.flip(replace(first.id)))._tag, "DraftStale")
    })
  )
}

export const contract = suite("authorship of forms", (it) => {
  saving(it)
  publishing(it)
  liveRevision(it)
  replacing(it)
})
