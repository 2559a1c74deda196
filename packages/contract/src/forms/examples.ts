/** Laws of FormStore about the examples of a form: they are replaced as a whole, by one revision after the other. */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Example } from "@formwork/domain/forms/Example"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const odd: Example = {
  name: "Zoë “10 %”",
  data: { zebra: [1, 0.1, -2.5e-7, null], apple: { z: null }, "\0": "\0\ud800" },
  today: "2026-02-28",
  expect: {
    valid: false,
    outcomes: ["refer"],
    calculatedData: { premium: "1.50" },
    visible: { pitch: false, "rows[1].a": true },
    problems: [{ pointer: "/data/area", code: "min" }]
  }
}
const plain: Example = { name: "Plain", data: {}, expect: {} }

const keeping = (it: It): void => {
  it.effect("a form begins without examples, and keeps those that were saved last, as they were written", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const other = yield* Fixture.newForm(owner, "TWO")
      assert.deepStrictEqual(yield* store.examples(owner, form.id), { revision: 1, examples: [] })
      const saved = yield* store.saveExamples(owner, form.id, 1, [odd, plain])
      assert.deepStrictEqual(saved, { revision: 2, examples: [odd, plain] })
      const read = yield* store.examples(owner, form.id)
      assert.deepStrictEqual(read, saved)
      assert.strictEqual(JSON.stringify(read.examples), JSON.stringify([odd, plain]))
      assert.deepStrictEqual(
        yield* store.record(owner, form.id),
        yield* Effect.map(store.get(owner, form.id), ({ draft: _, ...record }) => record)
      )
      const { updatedAt } = yield* store.record(owner, form.id)
      assert.deepStrictEqual(updatedAt, form.updatedAt)
      yield* store.saveExamples(owner, form.id, 2, [])
      assert.deepStrictEqual(yield* store.examples(owner, form.id), { revision: 3, examples: [] })
      assert.deepStrictEqual(yield* store.examples(owner, other.id), { revision: 1, examples: [] })
      const lines = (yield* Fixture.log(owner)).filter(({ action }) => action === "form.examples_saved")
      assert.deepStrictEqual(lines.map(({ detail, subject }) => `${subject} ${detail}`).sort(), [
        `${form.id} 2`,
        `${form.id} 3`
      ])
    })
  )

  it.effect("of changes based on one revision one is stored, and the others are refused with the new revision", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const saves = ["a", "b", "c", "d"].map((name) =>
        Effect.result(store.saveExamples(owner, form.id, 1, [{ ...plain, name }]))
      )
      const results = yield* Effect.all(saves, { concurrency: "unbounded" })
      assert.lengthOf(results.filter(Result.isSuccess), 1)
      for (const result of results)
        if (Result.isFailure(result)) assert.deepInclude(result.failure, { _tag: "ExamplesStale", revision: 2 })
      assert.strictEqual((yield* refuses(store.saveExamples(owner, form.id, 9, []), "ExamplesStale")).revision, 2)
    })
  )

  it.effect("examples of another organisation's form, and of one that a key does not reach, are missing", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const other = yield* Fixture.newForm(owner, "TWO")
      const { caller } = yield* Fixture.machine(owner, ["form:read", "form:write"], { forms: [other.id] })
      const stranger = yield* Fixture.owner
      for (const who of [caller, stranger]) {
        yield* refuses(store.examples(who, form.id), "FormNotFound")
        yield* refuses(store.saveExamples(who, form.id, 1, [plain]), "FormNotFound")
      }
      yield* refuses(store.examples(owner, FormId.make(yield* Fixture.uuid)), "FormNotFound")
      assert.strictEqual((yield* store.saveExamples(caller, other.id, 1, [plain])).revision, 2)
      assert.deepStrictEqual(yield* store.examples(owner, form.id), { revision: 1, examples: [] })
    })
  )
}

const publishing = (it: It): void => {
  it.effect("what was published although cases fail leaves a line of its own, with the reason", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const [plainId, despiteId] = [FormVersionId.make(yield* Fixture.uuid), FormVersionId.make(yield* Fixture.uuid)]
      yield* store.publish(owner, form.id, plainId, form.draft)
      yield* store.publish(owner, form.id, despiteId, form.draft, { despite: "2 of 3: new prices" })
      const lines = (yield* Fixture.log(owner)).filter(({ subject }) => subject === plainId || subject === despiteId)
      const told = lines.map(({ action, detail, subject }) => `${subject === plainId} ${action} ${detail}`)
      assert.sameMembers(told, [
        "false form.examples_overridden 2 of 3: new prices",
        "false form.published null",
        "true form.published null"
      ])
    })
  )
}

export const contract = suite("examples of forms", (it) => {
  keeping(it)
  publishing(it)
})
