/** Laws of the ImpactStore port: an organisation has one run at a time, and a run reads every submission once. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { nothing } from "@formwork/domain/impact/difference"
import { ImpactRunId } from "@formwork/domain/impact/Impact"
import type { ImpactChange } from "@formwork/domain/impact/Impact"
import { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import type { NewImpactRun, Progress, StoredSubmission } from "@formwork/domain/impact/ImpactStore"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { FormId, FormVersion } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import { only, refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const hour = 60 * 60 * 1000

export const newRun = Effect.fnUntraced(function* (formId: FormId, change: Partial<NewImpactRun> = {}) {
  const id = ImpactRunId.make(yield* Fixture.uuid)
  return { id, formId, limit: 100, leaseMillis: hour, keepMillis: 24 * hour, ...change } satisfies NewImpactRun
})

export const filed = Effect.fnUntraced(function* (caller: Caller, version: FormVersion) {
  const store = yield* SubmissionStore
  const filing = yield* Fixture.filing(version)
  yield* store.file(caller, filing)
  return filing.submission.id
})

export const found = (submissionId: SubmissionId): ImpactChange => ({
  submissionId,
  referenceNumber: "ENQ-0001-X",
  validBefore: true,
  validAfter: false,
  problems: [{ field: "a", message: "A – is required", code: "required", pointer: "/data/a" }],
  calculatedData: [{ field: "score", before: "1.50", after: null }],
  outcomesRaised: ["refer"],
  outcomesGone: [],
  fieldsHidden: ["drivers[1].age"],
  fieldsShown: []
})

/** A report of a run; without findings, unless `change` has some. */
const report = (change: Partial<Progress> & Pick<Progress, "state">): Progress => ({
  done: 0,
  summary: nothing,
  changes: [],
  ...change
})

/** Findings at their positions: from 1 on, in order. */
const findings = (ids: ReadonlyArray<SubmissionId>): Progress["changes"] =>
  ids.map((id, index) => ({ position: index + 1, change: found(id) }))

const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const live = yield* Fixture.liveForm(owner)
  const store = yield* ImpactStore
  return { owner, store, ...live }
})

export const example = (it: It): void => {
  it.effect("a run reports which submissions a new version would change, and the report is read back", () =>
    Effect.gen(function* () {
      const { form, owner, store, version } = yield* setting
      const submissionId = yield* filed(owner, version)
      const run = yield* store.begin(owner, yield* newRun(form.id))

      yield* store.progress(
        owner,
        run.id,
        report({ done: 1, changes: findings([submissionId]), state: "finished" }),
        hour
      )

      assert.deepInclude(yield* store.get(owner, form.id, run.id), { done: 1, total: 1, state: "finished" })
      const { change } = only(yield* store.changes(owner, run.id, { limit: 10, after: 0 }))
      assert.deepInclude(change, { submissionId, validBefore: true, validAfter: false })
    })
  )
}

/** Reads all pages of a form's submissions, of at most `limit` each; only the last one is shorter. */
const pages = Effect.fnUntraced(function* (owner: Caller, formId: FormId, limit: number) {
  const store = yield* ImpactStore
  const seen: Array<StoredSubmission> = []
  while (true) {
    const before = seen.at(-1)
    const page = yield* store.submissions(owner, formId, before === undefined ? { limit } : { limit, before })
    assert.isAtMost(page.length, limit)
    seen.push(...page)
    if (page.length === 0) return seen
  }
})

const paging = (it: It): void => {
  it.effect.prop(
    "pages have every submission of the form once, newest first, and no other",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 })), Schema.Literals([1, 2, 3, 10])],
    ([count, limit]) =>
      Effect.gen(function* () {
        const { form, owner, store, version } = yield* setting
        const other = yield* Fixture.liveForm(owner, "OTHER")
        const stranger = yield* setting
        const ids: Array<SubmissionId> = []
        for (let each = 0; each < count; each++) {
          ids.unshift(yield* filed(owner, version))
          yield* filed(owner, other.version)
          yield* filed(stranger.owner, stranger.version)
        }
        const seen = yield* pages(owner, form.id, limit)
        assert.deepStrictEqual(
          seen.map(({ data, formVersionId, id }) => ({ data, formVersionId, id })),
          ids.map((id) => ({ data: { subject: "Roof" }, formVersionId: version.id, id }))
        )
        const run = yield* store.begin(owner, yield* newRun(form.id, { limit: 5 }))
        assert.deepInclude(run, { total: Math.min(count, 5), done: 0, state: "running", summary: nothing })
        assert.deepStrictEqual(yield* store.submissions(stranger.owner, form.id, { limit: 10 }), [])
      }),
    { arbitrary: { runs: 6 } }
  )
}

const turns = (it: It): void => {
  it.effect("an organisation has one run at a time, beside those of other organisations", () =>
    Effect.gen(function* () {
      const { form, owner, store } = yield* setting
      const stranger = yield* setting
      const first = yield* newRun(form.id)
      yield* store.begin(owner, first)
      yield* refuses(store.begin(owner, yield* newRun(form.id)), "ImpactRunning")
      yield* store.begin(stranger.owner, yield* newRun(stranger.form.id))
      assert.isTrue(yield* store.progress(owner, first.id, report({ state: "finished" }), hour))
      yield* store.begin(owner, yield* newRun(form.id))
    })
  )

  it.effect("of many runs that begin at once one does", () =>
    Effect.gen(function* () {
      const { form, owner, store } = yield* setting
      const begun = yield* Effect.forEach(
        [1, 2, 3, 4],
        () => Effect.flatMap(newRun(form.id), (run) => Fixture.tagOf(store.begin(owner, run))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(begun.toSorted(), ["ImpactRunning", "ImpactRunning", "ImpactRunning", "Success"])
    })
  )
}

const reporting = (it: It): void => {
  it.effect("a report is read back in pages, only in its organisation and by its form", () =>
    Effect.gen(function* () {
      const { form, owner, store, version } = yield* setting
      const stranger = yield* setting
      const sibling = yield* Fixture.liveForm(owner, "OTHER")
      const ids = [yield* filed(owner, version), yield* filed(owner, version), yield* filed(owner, version)]
      const run = yield* newRun(form.id)
      yield* store.begin(owner, run)
      const fields = [{ field: "a", problems: 2, calculatedData: 0, hiddenFields: 1 }]
      const summary = { ...nothing, changed: 2, fields }
      const changes = findings(ids)
      const progress = (change: Parameters<typeof report>[0]) =>
        store.progress(owner, run.id, report({ done: 2, summary, ...change }), hour)
      assert.isTrue(yield* progress({ changes: changes.slice(0, 2), state: "running" }))
      const running = { done: 2, total: 3, state: "running" as const, summary, finishedAt: null }
      assert.deepInclude(yield* store.get(owner, form.id, run.id), running)
      assert.isTrue(yield* progress({ changes: changes.slice(2), done: 3, state: "finished" }))
      const { finishedAt, ...finished } = yield* store.get(owner, form.id, run.id)
      assert.deepInclude(finished, { done: 3, state: "finished" })
      assert.isNotNull(finishedAt)
      assert.deepStrictEqual(yield* store.changes(owner, run.id, { limit: 10, after: 0 }), changes)
      assert.deepStrictEqual(yield* store.changes(owner, run.id, { limit: 1, after: 1 }), changes.slice(1, 2))
      assert.isFalse(yield* progress({ state: "running" }))
      for (const [caller, formId] of [
        [owner, sibling.form.id],
        [stranger.owner, form.id]
      ] as const)
        yield* refuses(store.get(caller, formId, run.id), "ImpactRunNotFound")
      assert.deepStrictEqual(yield* store.changes(stranger.owner, run.id, { limit: 10, after: 0 }), [])
      assert.isFalse(yield* store.progress(stranger.owner, run.id, report({ state: "failed" }), hour))
    })
  )

  it.effect("a deleted submission has no findings, also where they are reported after the deletion", () =>
    Effect.gen(function* () {
      const { form, owner, store, version } = yield* setting
      const kept = yield* filed(owner, version)
      const gone = yield* filed(owner, version)
      const goneSooner = yield* filed(owner, version)
      const run = yield* newRun(form.id)
      yield* store.begin(owner, run)
      const deletions = yield* SubmissionDeletionStore
      yield* deletions.remove(owner, goneSooner, "Asked for.")
      const changes = findings([kept, gone, goneSooner])
      const done = report({ done: 3, changes, state: "finished" })
      assert.isTrue(yield* store.progress(owner, run.id, done, hour))
      yield* deletions.remove(owner, gone, "Asked for.")
      assert.deepStrictEqual(yield* store.changes(owner, run.id, { limit: 10, after: 0 }), changes.slice(0, 1))
    })
  )
}

const ending = (it: It, { pass }: Time): void => {
  it.effect("a run whose lease ends is interrupted, and another may begin; each report renews the lease", () =>
    Effect.gen(function* () {
      const { form, owner, store } = yield* setting
      const run = yield* newRun(form.id, { leaseMillis: 2_000 })
      yield* store.begin(owner, run)
      const going = report({ state: "running" })
      assert.isTrue(yield* store.progress(owner, run.id, going, hour))
      yield* pass("2500 millis")
      assert.strictEqual((yield* store.get(owner, form.id, run.id)).state, "running")
      assert.isTrue(yield* store.progress(owner, run.id, going, 100))
      yield* pass("200 millis")
      assert.strictEqual((yield* store.get(owner, form.id, run.id)).state, "interrupted")
      const next = yield* newRun(form.id)
      yield* store.begin(owner, next)
      assert.isFalse(yield* store.progress(owner, run.id, going, hour))
      assert.strictEqual((yield* store.get(owner, form.id, run.id)).state, "interrupted")
      assert.strictEqual((yield* store.get(owner, form.id, next.id)).state, "running")
    })
  )

  it.effect("a run is removed with its findings at the end of its time", () =>
    Effect.gen(function* () {
      const { form, owner, store, version } = yield* setting
      const run = yield* newRun(form.id, { keepMillis: 1_000 })
      yield* store.begin(owner, run)
      const changes = findings([yield* filed(owner, version)])
      const done = report({ changes, state: "finished" })
      assert.isTrue(yield* store.progress(owner, run.id, done, hour))
      yield* pass("1500 millis")
      yield* refuses(store.get(owner, form.id, run.id), "ImpactRunNotFound")
      yield* store.begin(owner, yield* newRun(form.id))
      assert.deepStrictEqual(yield* store.changes(owner, run.id, { limit: 10, after: 0 }), [])
    })
  )
}

export const contract = suite("impacts", (it, time) => {
  example(it)
  paging(it)
  turns(it)
  reporting(it)
  ending(it, time)
})
