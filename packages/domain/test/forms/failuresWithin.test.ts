/** Failing examples whose differences have no room in an answer. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Examples } from "@formwork/domain/forms/Examples"
import { mostDifferenceCharacters } from "@formwork/domain/forms/Example"
import { failuresWithin } from "@formwork/domain/forms/failuresWithin"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import type { Finding } from "@formwork/rules/Expectation"

const finding = (index: number, length: number): Finding => ({
  member: "calculatedData",
  pointer: `/calculatedData/f${index}`,
  field: `f${index}`,
  expected: 1,
  found: "x".repeat(length),
  isMet: false
})

const sizeOf = (differences: ReadonlyArray<object>): number =>
  differences.reduce((sum, difference) => sum + JSON.stringify(difference).length, 0)

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const Lengths = Schema.NonEmptyArray(upTo(2_000)).check(Schema.isMaxLength(8))

describe("failures within the room of an answer", () => {
  it.prop(
    "every failure is named, and the differences are the first ones, as many as fit",
    [Schema.Array(Lengths).check(Schema.isMaxLength(8)), upTo(20_000)],
    ([lengths, room]) => {
      const failures = failuresWithin(room)
      const all = lengths.map((each) => each.map((length, index) => finding(index, length)))
      for (const [index, unmet] of all.entries()) failures.add(`Case ${index}`, unmet)
      const { failed, room: left } = failures.made()
      assert.deepStrictEqual(
        failed.map(({ name }) => name),
        all.map((_, index) => `Case ${index}`)
      )
      const told = failed.flatMap(({ differences }) => differences)
      const whole = all.flat().map(({ isMet: _, ...difference }) => difference)
      assert.deepStrictEqual(told, whole.slice(0, told.length))
      assert.isAtMost(sizeOf(told), room)
      if (told.length < whole.length) assert.isAtLeast(sizeOf(whole.slice(0, told.length + 1)), room)
      assert.strictEqual(left, told.length < whole.length ? 0 : room - sizeOf(whole))
    }
  )

  it.effect("a report over examples that find far more than they expect stays within the bound", () =>
    Effect.gen(function* () {
      const { organisation, owner } = yield* (yield* Organisations).found("Ashworth", {
        email: "edith@ashworth.example",
        name: "Edith"
      })
      const operator = Caller.operator(organisation.id, owner.id)
      const examples = yield* Examples
      const forms = yield* Forms
      const slugs = Array.from({ length: 50 }, (_, index) => `f${index}`)
      const { id } = yield* forms.create(operator, {
        title: "Copies",
        code: "COPIES",
        fields: [
          { slug: "t", type: "text", maxLength: 10_000 },
          ...slugs.map((slug) => ({ slug, type: "text", maxLength: 10_000, formula: "t" }))
        ]
      })
      const given = ["One", "Two"].map((name) => ({
        name,
        data: { t: "x".repeat(10_000) },
        expect: { calculatedData: Object.fromEntries(slugs.map((slug) => [slug, "y"])) }
      }))
      yield* examples.save(operator, id, given, 1)
      const refused = yield* Effect.flip(forms.publish(operator, id))
      if (refused._tag !== "ExamplesFailed") return assert.fail(refused._tag)
      for (const { count, failed } of [refused, (yield* examples.run(operator, id, undefined)) ?? refused]) {
        assert.deepStrictEqual([count, failed.map(({ name }) => name)], [2, ["One", "Two"]])
        const [first, second] = failed.map(({ differences }) => sizeOf(differences))
        assert.isAbove(first ?? 0, mostDifferenceCharacters - 20_000)
        assert.isAtMost(first ?? Infinity, mostDifferenceCharacters)
        assert.strictEqual(second, 0)
      }
    }).pipe(Effect.provide(Services.layer.pipe(Layer.provideMerge(Memory.layer()))))
  )
})
