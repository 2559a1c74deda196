/** Laws of FormStore about making, publishing and reading forms. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

export const example = (it: It): void => {
  it.effect("a form is live once its draft is published, and a new draft does not change the live version", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const forms = yield* FormStore
      const form = yield* Fixture.newForm(owner, "ENQ")
      const version = yield* Fixture.publish(owner, form)

      yield* forms.update(owner, form.id, { draft: { revision: 1, title: "Better", definition: { subject: "Roof" } } })

      assert.deepStrictEqual(yield* forms.findLive(owner, form.id), Option.some(version))
      assert.deepInclude(yield* forms.get(owner, form.id), { title: "Better", draftRevision: 2 })
    })
  )
}

const versions = (it: It): void => {
  it.effect("a form keeps its draft as it was written, with its members in order", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const draft = { zebra: [1, 0.1, -2.5e-7], ünïcode: "…", apple: { z: null, a: true }, "\0": "\0\ud800" }
      assert.isNull(form.liveVersionId)
      assert.deepStrictEqual(yield* store.get(owner, form.id), form)
      const saved = yield* store.update(owner, form.id, {
        draft: { revision: 1, title: "Better title", definition: draft }
      })
      assert.strictEqual(JSON.stringify((yield* store.get(owner, form.id)).draft), JSON.stringify(draft))
      const { draft: _, ...record } = form
      const { saving, updatedAt } = saved
      assert.deepStrictEqual(saved, { ...record, title: "Better title", draftRevision: 2, saving, updatedAt })
      assert.deepStrictEqual(yield* store.record(owner, form.id), saved)
    })
  )

  it.effect("a form has no live version until it is published, and then the newest one", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      assert.deepStrictEqual(yield* store.findLive(owner, form.id), Option.none())
      for (const number of [1, 2, 3]) {
        const version = yield* Fixture.publish(owner, form)
        assert.strictEqual(version.number, number)
        assert.deepStrictEqual(yield* store.findLive(owner, form.id), Option.some(version))
        assert.strictEqual((yield* store.get(owner, form.id)).liveVersionId, version.id)
      }
    })
  )

  it.effect("every version stays readable, by the id of its form and in its organisation alone", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const { form, version } = yield* Fixture.liveForm(owner)
      const other = yield* Fixture.liveForm(owner, "TWO")
      yield* store.update(owner, form.id, {
        draft: { revision: undefined, title: "Better title", definition: { subject: "Roof" } }
      })
      const next = yield* Fixture.publish(owner, form)
      assert.deepStrictEqual(yield* store.version(owner, form.id, version.id), version)
      assert.deepStrictEqual(yield* store.version(owner, form.id, next.id), next)
      const stranger = yield* Fixture.owner
      const absent = [
        [stranger, form.id, version.id],
        [owner, other.form.id, version.id],
        [owner, FormId.make(yield* Fixture.uuid), version.id],
        [owner, form.id, FormVersionId.make(yield* Fixture.uuid)]
      ] as const
      for (const about of absent) yield* refuses(store.version(...about), "FormVersionNotFound")
    })
  )
}

const admission = (it: It): void => {
  it.effect(
    "every publish raises the revision that the next admission sees; a new form and another organisation do not",
    () =>
      Effect.gen(function* () {
        const admissions = yield* Admissions
        const owner = yield* Fixture.owner
        const { token } = yield* Fixture.newKey(owner, [])
        const revision = Effect.map(admissions.admit(token), ({ caller }) => caller.liveFormsRevision ?? -1)
        const before = yield* revision
        const form = yield* Fixture.newForm(owner, "ENQ")
        assert.strictEqual(yield* revision, before)
        yield* Fixture.publish(owner, form)
        const after = yield* revision
        assert.isAbove(after, before)
        yield* Fixture.liveForm(yield* Fixture.owner)
        assert.strictEqual(yield* revision, after)
      })
  )
}

const organisations = (it: It): void => {
  it.effect("a code is unique in its organisation; another organisation may use the same", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      yield* Fixture.newForm(owner, "ENQ")
      assert.strictEqual((yield* refuses(Fixture.newForm(owner, "ENQ"), "FormCodeTaken")).code, "ENQ")
      yield* Fixture.newForm(yield* Fixture.owner, "ENQ")
    })
  )

  it.effect("a form of another organisation is missing, like an unknown one", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const { form } = yield* Fixture.liveForm(yield* Fixture.owner)
      const stranger = yield* Fixture.owner
      for (const id of [form.id, FormId.make(yield* Fixture.uuid)]) {
        yield* refuses(store.get(stranger, id), "FormNotFound")
        yield* refuses(store.update(stranger, id, {}), "FormNotFound")
        yield* refuses(Fixture.publish(stranger, { ...form, id }), "FormNotFound")
        assert.deepStrictEqual(yield* store.findLive(stranger, id), Option.none())
      }
    })
  )
}

export const contract = suite("forms", (it) => {
  example(it)
  versions(it)
  admission(it)
  organisations(it)
})
