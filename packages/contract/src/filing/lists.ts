/** Laws of SubmissionListStore: whatever the filter and however large the pages are, what comes is what a naive look at all gives. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { DateTime, Effect, Fiber, Schema } from "effect"
import type { Submission } from "@formwork/domain/filing/Submission"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import type {
  Page,
  PageLimits,
  ReferenceFilter,
  TimeFilter,
  TimePosition
} from "@formwork/domain/filing/SubmissionListStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { FormVersion } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Fixture from "../Fixture.ts"
import type { Ports, Subject } from "../Subject.ts"

const references = ["A-", "A-1", "B", "a "]
const states = ["draft", "submitted"]

/** A submission of one of two forms, in one of two states, with one of several kinds of reference. */
const Sample = Schema.Struct({
  form: Schema.Literals([0, 1]),
  state: Schema.Literals([0, 1]),
  reference: Schema.Literals([0, 1, 2, 3]),
  size: Schema.Literals([1, 1, 300, 5_000])
})

const file = Effect.fnUntraced(function* (
  owner: Caller,
  versions: ReadonlyArray<FormVersion>,
  sample: typeof Sample.Type,
  pass: Effect.Effect<void>
) {
  const store = yield* SubmissionStore
  const version = versions[sample.form] ?? assert.fail("no form")
  const { submission } = yield* Fixture.filing(version)
  const filed = yield* store.file(
    owner,
    yield* Fixture.filing(version, {
      submission: {
        ...submission,
        workflowState: states[sample.state] ?? "",
        data: { subject: "é".repeat(sample.size) }
      },
      reference: {
        prefix: references[sample.reference] ?? "",
        suffix: sample.form === 0 ? "" : "/x",
        sequenceWidth: 3
      },
      firings: []
    })
  )
  yield* pass
  return filed._tag === "Filed" ? [filed.submission] : []
})

const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const first = yield* Fixture.liveForm(owner, "ONE")
  const second = yield* Fixture.liveForm(owner, "TWO")
  return { owner, versions: [first.version, second.version], list: yield* SubmissionListStore }
})

/** Of values, in characters: no more than they have bytes. */
const sizeOf = (submissions: ReadonlyArray<Submission>): number =>
  submissions.reduce((sum, { calculatedData, data }) => sum + JSON.stringify([data, calculatedData]).length - 3, 0)

const plenty = { bytes: 1_000_000 }

/** Every page of a list, put together. */
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

const newestFirst = (a: Submission, b: Submission): number =>
  DateTime.toEpochMillis(b.createdAt) - DateTime.toEpochMillis(a.createdAt) || (a.id < b.id ? 1 : -1)

const byReference = (a: Submission, b: Submission): number => (a.referenceNumber < b.referenceNumber ? 1 : -1)

const ids = (submissions: ReadonlyArray<Submission>): ReadonlyArray<string> => submissions.map(({ id }) => id)

const laws = (it: Vitest.MethodsNonLive<Ports>, pass: Subject<never>["pass"]): void => {
  it.effect.prop(
    "a list in pages is the naive list, newest first, whatever narrows it and however large a page is",
    [
      Schema.Array(Sample).check(Schema.isMinLength(8), Schema.isMaxLength(16)),
      Schema.Literals([1, 2, 3, 7, 100]),
      Schema.Literals([1, 2_000, 1_000_000])
    ],
    ([samples, limit, bytes]) =>
      Effect.gen(function* () {
        const { list, owner, versions } = yield* setting
        const stored: Array<Submission> = []
        for (const [index, sample] of samples.entries())
          stored.push(...(yield* file(owner, versions, sample, index % 3 === 0 ? pass("2 millis") : Effect.void)))
        const middle = stored[Math.floor(stored.length / 2)]?.createdAt
        const filters: ReadonlyArray<TimeFilter> = [{}, { formId: versions[0]?.formId ?? assert.fail() }]
          .flatMap((filter) => [filter, { ...filter, state: "draft" }])
          .flatMap((filter) =>
            middle === undefined
              ? [filter]
              : [filter, { ...filter, createdFrom: middle }, { ...filter, createdBefore: middle }]
          )
        for (const filter of filters) {
          const all = stored
            .filter(
              ({ createdAt, formId, workflowState }) =>
                (filter.formId === undefined || formId === filter.formId) &&
                (filter.state === undefined || workflowState === filter.state) &&
                (filter.createdFrom === undefined || DateTime.isGreaterThanOrEqualTo(createdAt, filter.createdFrom)) &&
                (filter.createdBefore === undefined || DateTime.isLessThan(createdAt, filter.createdBefore))
            )
            .sort(newestFirst)
          const found = yield* pages(
            (after: TimePosition | undefined) => list.byTime(owner, filter, after, { limit, bytes }),
            ({ createdAt, id }) => ({ createdAt, id })
          )
          assert.deepStrictEqual(found.flat(), all, JSON.stringify(filter))
          assert.isTrue(found.every((page) => page.length <= limit))
          assert.isTrue(found.every((page) => sizeOf(page.slice(0, -1)) < bytes))
        }
      }),
    { arbitrary: { runs: 8 } }
  )

  it.effect.prop(
    "a list of reference numbers, one or all that begin alike, is the naive one, greatest first",
    [Schema.Array(Sample).check(Schema.isMinLength(8), Schema.isMaxLength(16)), Schema.Literals([1, 3, 100])],
    ([samples, limit]) =>
      Effect.gen(function* () {
        const { list, owner, versions } = yield* setting
        const stored: Array<Submission> = []
        for (const sample of samples) stored.push(...(yield* file(owner, versions, sample, Effect.void)))
        const [first] = stored
        const filters: ReadonlyArray<ReferenceFilter> = [
          ...["A", "A-", "A-0", "A-1", "B", "a", "Z", "a 0", "/"].map((prefix) => ({ prefix })),
          ...["A-", first?.referenceNumber ?? "", "B001/X"].map((exact) => ({ exact }))
        ]
        for (const filter of filters) {
          const all = stored
            .filter(({ referenceNumber }) =>
              filter.exact === undefined
                ? referenceNumber.startsWith(filter.prefix ?? "")
                : referenceNumber === filter.exact
            )
            .sort(byReference)
          const found = yield* pages(
            (after: string | undefined) => list.byReference(owner, filter, after, { limit, ...plenty }),
            ({ referenceNumber }) => referenceNumber
          )
          assert.deepStrictEqual(found.flat(), all, JSON.stringify(filter))
        }
      }),
    { arbitrary: { runs: 8 } }
  )

  it.effect("what is filed while somebody turns pages neither repeats nor skips what was there", () =>
    Effect.gen(function* () {
      const { list, owner, versions } = yield* setting
      const sample = { form: 0, state: 1, reference: 0, size: 1 } as const
      const stored: Array<Submission> = []
      for (let count = 0; count < 12; count++) stored.push(...(yield* file(owner, versions, sample, pass("1 millis"))))
      yield* pass("2 millis")
      const limits: PageLimits = { limit: 2, ...plenty }
      const context = yield* Effect.context<Ports>()
      const more = Effect.orDie(Effect.provideContext(file(owner, versions, sample, Effect.void), context))
      const filing = yield* Effect.forkChild(
        Effect.repeat(file(owner, versions, sample, Effect.yieldNow), { times: 15 })
      )
      const found = yield* pages(
        (after: TimePosition | undefined) => Effect.andThen(more, list.byTime(owner, {}, after, limits)),
        ({ createdAt, id }) => ({ createdAt, id })
      )
      yield* Fiber.join(filing)
      const seen = ids(found.flat())
      assert.strictEqual(new Set(seen).size, seen.length)
      const old = new Set(ids(stored))
      assert.deepStrictEqual(
        seen.filter((id) => old.has(id)),
        ids(stored.sort(newestFirst))
      )
    })
  )

  it.effect("a list shows the submissions of the caller's organisation and of no other", () =>
    Effect.gen(function* () {
      const ours = yield* setting
      const theirs = yield* setting
      const sample = { form: 0, state: 1, reference: 0, size: 1 } as const
      const [mine] = yield* file(ours.owner, ours.versions, sample, Effect.void)
      yield* file(theirs.owner, theirs.versions, sample, Effect.void)
      const limits: PageLimits = { limit: 10, ...plenty }
      const formId = theirs.versions[0]?.formId ?? assert.fail()
      const { byReference, byTime } = ours.list
      assert.deepStrictEqual(yield* byTime(ours.owner, {}, undefined, limits), {
        items: mine ? [mine] : [],
        isLast: true
      })
      assert.deepStrictEqual(yield* byTime(ours.owner, { formId }, undefined, limits), { items: [], isLast: true })
      assert.deepStrictEqual(
        ids((yield* byReference(ours.owner, { prefix: "A" }, undefined, limits)).items),
        ids(mine ? [mine] : [])
      )
    })
  )
}

export const contract = <E>(name: string, subject: Subject<E>): void =>
  layer(subject.layer({ limit: 100_000, windowMillis: 60_000 }), { excludeTestServices: subject.clock === "real" })(
    `lists: ${name}`,
    (it) => laws(it, subject.pass)
  )
