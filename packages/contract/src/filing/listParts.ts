/** Laws of SubmissionListStore about what is less than a list: how many there are, and the values of some fields. */
import { assert } from "@effect/vitest"
import { Effect, Record, Schema } from "effect"
import { at } from "../assertions.ts"
import { StorableJson } from "../Storable.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"
import {
  file,
  fileContent,
  greatestFirst,
  newestFirst,
  plain,
  plenty,
  referenceFilters,
  references,
  Samples,
  selectsByReference,
  selectsByTime,
  setting,
  Slug,
  timeFilters
} from "./listSetting.ts"

const counts = (it: It): void => {
  it.effect.prop(
    "a count is that of the naive list, up to the most that is asked for",
    [Samples, Schema.Literals([1, 3, 100])],
    ([samples, most]) =>
      Effect.gen(function* () {
        const here = yield* setting
        const { list, owner, versions } = here
        const stored = yield* Effect.forEach(samples, (sample) => file(here, sample))
        const middle = at(stored, Math.floor(stored.length / 2))
        for (const filter of timeFilters(at(versions, 0).formId, middle.createdAt)) {
          const naive = stored.filter(selectsByTime(filter)).length
          assert.strictEqual(yield* list.count(owner, filter, most), Math.min(naive, most), JSON.stringify(filter))
        }
        for (const reference of referenceFilters(middle.referenceNumber)) {
          const naive = stored.filter(selectsByReference(reference)).length
          assert.strictEqual(yield* list.count(owner, { reference }, most), Math.min(naive, most))
          assert.strictEqual(yield* list.count(owner, { reference, state: "none" }, most), Math.min(naive, most))
        }
      }),
    { arbitrary: { runs: 8 } }
  )
}

const fields = (it: It): void => {
  it.effect.prop(
    "a page with some fields has their values alone, to the digit, and as many submissions as those leave room for",
    [
      Schema.Array(Schema.Record(Slug, StorableJson)).check(Schema.isMinLength(1), Schema.isMaxLength(8)),
      Schema.Array(Slug)
    ],
    ([payloads, wanted]) =>
      Effect.gen(function* () {
        const here = yield* setting
        const { list, owner } = here
        const stored = yield* Effect.forEach(payloads, (data) => fileContent(here, { data, calculatedData: data }))
        const expected = stored.toSorted(newestFirst).map(({ calculatedData, data, ...rest }) => ({
          ...rest,
          data: Record.filter(data, (_, slug) => wanted.includes(slug)),
          calculatedData: Record.filter(calculatedData, (_, slug) => wanted.includes(slug))
        }))
        const limits = { ...plenty, fields: wanted }
        assert.deepStrictEqual((yield* list.byTime(owner, {}, undefined, limits)).items, expected)
        const prefix = at(references, 0)
        assert.deepStrictEqual(
          (yield* list.byReference(owner, { prefix }, undefined, limits)).items,
          expected.toSorted(greatestFirst)
        )
      }),
    { arbitrary: { runs: 20 } }
  )

  it.effect("values that are left out take no room of a page", () =>
    Effect.gen(function* () {
      const here = yield* setting
      yield* Effect.forEach([0, 1, 2], () => file(here, { ...plain, size: 5_000 }))
      const limits = { limit: 10, bytes: 5_000 }
      const whole = yield* here.list.byTime(here.owner, {}, undefined, limits)
      const cut = yield* here.list.byTime(here.owner, {}, undefined, { ...limits, fields: ["other"] })
      assert.deepStrictEqual([whole.items.length, cut.items.length, cut.isLast], [1, 3, true])
    })
  )
}

export const contract = suite("counts and fields of lists", (it) => {
  counts(it)
  fields(it)
})
