/** Laws of the ImpactStore port: one run at a time for an organisation, told of by whoever asks, over every submission once. */
import { assert, layer } from "@effect/vitest"
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
import * as Fixture from "../Fixture.ts"
import type { Subject } from "../Subject.ts"

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

const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const live = yield* Fixture.liveForm(owner)
  const store = yield* ImpactStore
  return { owner, store, ...live }
})

export const contract = <E>(name: string, subject: Subject<E>): void =>
  layer(subject.layer({ limit: 100_000, windowMillis: 60_000 }), { excludeTestServices: subject.clock === "real" })(
    `impacts: ${name}`,
    (it) => {
      it.effect.prop(
        "pages go through every submission of the form, newest first, each once, and no other",
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
            const seen: Array<StoredSubmission> = []
            for (;;) {
              const before = seen.at(-1)
              const page = yield* store.submissions(
                owner,
                form.id,
                before === undefined ? { limit } : { limit, before }
              )
              assert.isAtMost(page.length, limit)
              seen.push(...page)
              if (page.length < limit) break
              assert.deepStrictEqual(page[0]?.data, { subject: "Roof" })
              assert.strictEqual(page[0]?.formVersionId, version.id)
            }
            assert.deepStrictEqual(
              seen.map(({ id }) => id),
              ids
            )
            const run = yield* store.begin(owner, yield* newRun(form.id, { limit: 5 }))
            assert.deepInclude(run, { total: Math.min(count, 5), done: 0, state: "running", summary: nothing })
            assert.deepStrictEqual(yield* store.submissions(stranger.owner, form.id, { limit: 10 }), [])
          }),
        { arbitrary: { runs: 6 } }
      )

      it.effect("an organisation has one run at a time, and another is not in its way", () =>
        Effect.gen(function* () {
          const { form, owner, store } = yield* setting
          const stranger = yield* setting
          const first = yield* newRun(form.id)
          yield* store.begin(owner, first)
          assert.strictEqual(yield* Fixture.tagOf(store.begin(owner, yield* newRun(form.id))), "ImpactRunning")
          yield* store.begin(stranger.owner, yield* newRun(stranger.form.id))
          const done = { done: 0, summary: nothing, changes: [], state: "finished" } as const
          assert.isTrue(yield* store.progress(owner, first.id, done, hour))
          yield* store.begin(owner, yield* newRun(form.id))
        })
      )

      it.effect("of many that begin at once one does", () =>
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

      it.effect("what is reported is what is told, page by page, and to nobody else", () =>
        Effect.gen(function* () {
          const { form, owner, store, version } = yield* setting
          const stranger = yield* setting
          const sibling = yield* Fixture.liveForm(owner, "OTHER")
          const ids = [yield* filed(owner, version), yield* filed(owner, version), yield* filed(owner, version)]
          const run = yield* newRun(form.id)
          yield* store.begin(owner, run)
          const summary = {
            ...nothing,
            changed: 2,
            fields: [{ field: "a", problems: 2, calculatedData: 0, hiddenFields: 1 }]
          }
          const changes: Progress["changes"] = ids.map((id, index) => ({ position: index + 1, change: found(id) }))
          const report = (progress: Partial<Progress>) =>
            store.progress(owner, run.id, { done: 2, summary, changes: [], state: "running", ...progress }, hour)
          assert.isTrue(yield* report({ changes: changes.slice(0, 2) }))
          assert.deepInclude(yield* store.get(owner, form.id, run.id), { done: 2, total: 3, state: "running", summary })
          assert.isNull((yield* store.get(owner, form.id, run.id)).finishedAt)
          assert.isTrue(yield* report({ changes: changes.slice(2), done: 3, state: "finished" }))
          const told = yield* store.get(owner, form.id, run.id)
          assert.deepInclude(told, { done: 3, state: "finished" })
          assert.isNotNull(told.finishedAt)
          assert.deepStrictEqual(yield* store.changes(owner, run.id, { limit: 10, after: 0 }), changes)
          assert.deepStrictEqual(yield* store.changes(owner, run.id, { limit: 1, after: 1 }), changes.slice(1, 2))
          assert.isFalse(yield* report({ state: "running" }))
          for (const [caller, formId] of [
            [owner, sibling.form.id],
            [stranger.owner, form.id]
          ] as const)
            assert.strictEqual(yield* Fixture.tagOf(store.get(caller, formId, run.id)), "ImpactRunNotFound")
          assert.deepStrictEqual(yield* store.changes(stranger.owner, run.id, { limit: 10, after: 0 }), [])
          const done = { done: 0, summary: nothing, changes: [], state: "failed" } as const
          assert.isFalse(yield* store.progress(stranger.owner, run.id, done, hour))
        })
      )

      it.effect("a run whose lease is over is interrupted, and is in nobody's way; each report asks for another", () =>
        Effect.gen(function* () {
          const { form, owner, store } = yield* setting
          const run = yield* newRun(form.id, { leaseMillis: 2_000 })
          yield* store.begin(owner, run)
          const going = { done: 0, summary: nothing, changes: [], state: "running" } as const
          assert.isTrue(yield* store.progress(owner, run.id, going, hour))
          yield* subject.pass("2500 millis")
          assert.strictEqual((yield* store.get(owner, form.id, run.id)).state, "running")
          assert.isTrue(yield* store.progress(owner, run.id, going, 100))
          yield* subject.pass("200 millis")
          assert.strictEqual((yield* store.get(owner, form.id, run.id)).state, "interrupted")
          const next = yield* newRun(form.id)
          yield* store.begin(owner, next)
          assert.isFalse(yield* store.progress(owner, run.id, going, hour))
          assert.strictEqual((yield* store.get(owner, form.id, run.id)).state, "interrupted")
          assert.strictEqual((yield* store.get(owner, form.id, next.id)).state, "running")
        })
      )

      it.effect("a run that is kept no longer is gone, with what it found", () =>
        Effect.gen(function* () {
          const { form, owner, store, version } = yield* setting
          const run = yield* newRun(form.id, { keepMillis: 1_000 })
          yield* store.begin(owner, run)
          const changes = [{ position: 1, change: found(yield* filed(owner, version)) }]
          const done = { done: 0, summary: nothing, changes, state: "finished" } as const
          assert.isTrue(yield* store.progress(owner, run.id, done, hour))
          yield* subject.pass("1500 millis")
          assert.strictEqual(yield* Fixture.tagOf(store.get(owner, form.id, run.id)), "ImpactRunNotFound")
          yield* store.begin(owner, yield* newRun(form.id))
          assert.deepStrictEqual(yield* store.changes(owner, run.id, { limit: 10, after: 0 }), [])
        })
      )

      it.effect("what was found of a submission goes with it, also where it is reported after its end", () =>
        Effect.gen(function* () {
          const { form, owner, store, version } = yield* setting
          const [kept, gone, goneSooner] = [
            yield* filed(owner, version),
            yield* filed(owner, version),
            yield* filed(owner, version)
          ]
          const run = yield* newRun(form.id)
          yield* store.begin(owner, run)
          const deletions = yield* SubmissionDeletionStore
          yield* deletions.remove(owner, goneSooner, "Asked for.")
          const changes = [kept, gone, goneSooner].map((id, index) => ({ position: index + 1, change: found(id) }))
          const done = { done: 3, summary: nothing, changes, state: "finished" } as const
          assert.isTrue(yield* store.progress(owner, run.id, done, hour))
          yield* deletions.remove(owner, gone, "Asked for.")
          assert.deepStrictEqual(yield* store.changes(owner, run.id, { limit: 10, after: 0 }), changes.slice(0, 1))
        })
      )
    }
  )
