/** Laws of SubmissionListStore: for every filter and page size a list has what a naive search of all submissions finds. */
import { assert } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import type { Submission } from "@formwork/domain/filing/Submission"
import type { Page, TimePosition } from "@formwork/domain/filing/SubmissionListStore"
import { at } from "../assertions.ts"
import type { Ports } from "../Subject.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"
import {
  file,
  greatestFirst,
  newestFirst,
  plain,
  plenty,
  referenceFilters,
  Samples,
  selectsByReference,
  selectsByTime,
  setting,
  timeFilters
} from "./listSetting.ts"

/** The size of values in characters, which is at most their size in bytes. */
const sizeOf = (submissions: ReadonlyArray<Submission>): number =>
  submissions.reduce((sum, { calculatedData, data }) => sum + JSON.stringify([data, calculatedData]).length - 3, 0)

/** Every page of a list, each after the last. */
const pages = Effect.fnUntraced(function* <P>(
  page: (after: P | undefined) => Effect.Effect<Page>,
  positionOf: (submission: Submission) => P
) {
  const all: Array<ReadonlyArray<Submission>> = []
  let after: P | undefined
  while (true) {
    const { isLast, items } = yield* page(after)
    all.push(items)
    if (all.length > 1_000) return assert.fail("the pages do not end")
    const last = items.at(-1)
    if (isLast || last === undefined) return all
    after = positionOf(last)
  }
})

const ids = (submissions: ReadonlyArray<Submission>): ReadonlyArray<string> => submissions.map(({ id }) => id)

export const example = (it: It): void => {
  it.effect("submissions are listed by state, and found by how their reference number begins", () =>
    Effect.gen(function* () {
      const here = yield* setting
      const draft = yield* file(here, { ...plain, state: 0 })
      const filed = yield* file(here, { ...plain, reference: 2 })

      const drafts = yield* here.list.byTime(here.owner, { state: "draft" }, undefined, plenty)
      const beginning = yield* here.list.byReference(here.owner, { prefix: "B" }, undefined, plenty)

      assert.deepStrictEqual(drafts, { items: [draft], isLast: true })
      assert.deepStrictEqual(beginning, { items: [filed], isLast: true })
    })
  )
}

const byTime = (it: It, pass: Time["pass"]): void => {
  it.effect.prop(
    "the pages of a list are the naive list, newest first, for every filter and page size",
    [Samples, Schema.Literals([1, 2, 3, 7, 100]), Schema.Literals([1, 2_000, 1_000_000])],
    ([samples, limit, bytes]) =>
      Effect.gen(function* () {
        const here = yield* setting
        const { list, owner, versions } = here
        const stored = yield* Effect.forEach(samples, (sample, index) =>
          Effect.tap(file(here, sample), () => (index % 3 === 0 ? pass("2 millis") : Effect.void))
        )
        const moment = at(stored, Math.floor(stored.length / 2)).createdAt
        for (const filter of timeFilters(at(versions, 0).formId, moment)) {
          const naive = stored.filter(selectsByTime(filter)).sort(newestFirst)
          const found = yield* pages(
            (after: TimePosition | undefined) => list.byTime(owner, filter, after, { limit, bytes }),
            ({ createdAt, id }) => ({ createdAt, id })
          )
          assert.deepStrictEqual(found.flat(), naive, JSON.stringify(filter))
          assert.isTrue(found.every((page) => page.length <= limit))
          assert.isTrue(found.every((page) => sizeOf(page.slice(0, -1)) < bytes))
        }
      }),
    { arbitrary: { runs: 8 } }
  )
}

const byReference = (it: It): void => {
  it.effect.prop(
    "a list by reference number, whole or by its beginning, is the naive list, greatest first",
    [Samples, Schema.Literals([1, 3, 100])],
    ([samples, limit]) =>
      Effect.gen(function* () {
        const here = yield* setting
        const stored = yield* Effect.forEach(samples, (sample) => file(here, sample))
        for (const filter of referenceFilters(at(stored, 0).referenceNumber)) {
          const naive = stored.filter(selectsByReference(filter)).sort(greatestFirst)
          const found = yield* pages(
            (after: string | undefined) => here.list.byReference(here.owner, filter, after, { ...plenty, limit }),
            ({ referenceNumber }) => referenceNumber
          )
          assert.deepStrictEqual(found.flat(), naive, JSON.stringify(filter))
        }
      }),
    { arbitrary: { runs: 8 } }
  )
}

const meanwhile = (it: It, pass: Time["pass"]): void => {
  it.effect("a submission filed between two pages makes the list neither repeat nor skip another", () =>
    Effect.gen(function* () {
      const here = yield* setting
      const { list, owner } = here
      const stored = yield* Effect.forEach(Array.from({ length: 12 }), () =>
        Effect.tap(file(here, plain), () => pass("1 millis"))
      )
      yield* pass("2 millis")
      const context = yield* Effect.context<Ports>()
      const more = Effect.orDie(Effect.provideContext(file(here, plain), context))
      const filing = yield* Effect.forkChild(
        Effect.repeat(Effect.andThen(file(here, plain), Effect.yieldNow), { times: 15 })
      )
      const found = yield* pages(
        (after: TimePosition | undefined) =>
          Effect.andThen(more, list.byTime(owner, {}, after, { ...plenty, limit: 2 })),
        ({ createdAt, id }) => ({ createdAt, id })
      )
      yield* Fiber.join(filing)
      const seen = ids(found.flat())
      assert.strictEqual(new Set(seen).size, seen.length)
      const old = new Set(ids(stored))
      assert.deepStrictEqual(
        seen.filter((id) => old.has(id)),
        ids(stored.toSorted(newestFirst))
      )
    })
  )
}

const organisations = (it: It): void => {
  it.effect("a list has only submissions of the caller's organisation", () =>
    Effect.gen(function* () {
      const ours = yield* setting
      const theirs = yield* setting
      const mine = yield* file(ours, plain)
      yield* file(theirs, plain)
      const { formId } = at(theirs.versions, 0)
      const { byReference, byTime } = ours.list
      const all = yield* byTime(ours.owner, {}, undefined, plenty)
      assert.deepStrictEqual(all, { items: [mine], isLast: true })
      const foreign = yield* byTime(ours.owner, { formId }, undefined, plenty)
      assert.deepStrictEqual(foreign, { items: [], isLast: true })
      const numbered = yield* byReference(ours.owner, { prefix: "A" }, undefined, plenty)
      assert.deepStrictEqual(ids(numbered.items), [mine.id])
      const counted = [{}, { formId }, { reference: { prefix: "A" } }]
      assert.deepStrictEqual(
        yield* Effect.forEach(counted, (filter) => ours.list.count(ours.owner, filter, 9)),
        [1, 0, 1]
      )
    })
  )
}

export const contract = suite("lists", (it, time) => {
  example(it)
  byTime(it, time.pass)
  byReference(it)
  meanwhile(it, time.pass)
  organisations(it)
})
