/** Impact runs over the in-memory adapter: what they find, how they end, and how much memory they take. */
import { assert, it, layer } from "@effect/vitest"
import { DateTime, Deferred, Effect, Exit, Layer, Schema, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import type { FormId } from "@formwork/domain/forms/Form"
import type { ImpactRunId } from "@formwork/domain/impact/Impact"
import { Impacts } from "@formwork/domain/impact/Impacts"
import { ImpactPace } from "@formwork/domain/impact/runImpact"
import { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import type { JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"
import { after, before } from "../forms/enquiryForm.ts"

const services = Services.layer.pipe(Layer.provideMerge(Memory.layer()))

const setting = Effect.gen(function* () {
  const organisations = yield* Organisations
  const forms = yield* Forms
  const { organisation, owner } = yield* organisations.found("Ashworth", { email: "e@ashworth.example", name: "Edith" })
  const operator = Caller.operator(organisation.id, owner.id)
  const form = yield* forms.create(operator, before)
  yield* forms.publish(operator, form.id)
  yield* forms.saveDraft(operator, form.id, after)
  const submissions = yield* Submissions
  const file = (data: JsonObject, draft = false) =>
    Effect.orDie(submissions.create(operator, form.id, { data, draft, idempotencyKey: undefined }))
  return { operator, form, forms, file, impacts: yield* Impacts }
})

/** Waits until the run has ended. */
const ended = Effect.fnUntraced(function* (operator: Caller.Caller, formId: FormId, id: ImpactRunId) {
  const impacts = yield* Impacts
  for (;;) {
    const impact = yield* impacts.get(operator, formId, id, { limit: 1_000, after: 0 })
    if (impact.run.state !== "running") return impact
    yield* TestClock.adjust("1 millis")
  }
})

layer(services)("an impact run", (it) => {
  it.effect.prop(
    "an impact run counts every change",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 130 })))],
    ([areas]) =>
      Effect.gen(function* () {
        const { file, form, impacts, operator } = yield* setting
        for (const area of areas) yield* file({ area })
        const started = yield* impacts.start(operator, form.id, { limit: 1_000 })
        assert.deepInclude(started, { total: areas.length, done: 0, state: "running" })
        const { changes, run } = yield* ended(operator, form.id, started.id)
        const count = (holds: (area: number) => boolean): number => areas.filter(holds).length
        // A value with a problem is missing, so what is computed from it is too.
        const priced = (area: number): boolean => area > 10
        const raised = (area: number): boolean => area < 3
        const gone = (area: number): boolean => (area > 50 && area <= 70) || area > 100
        const shown = (area: number): boolean => area <= 5
        const changed = count((area) => priced(area) || raised(area) || shown(area))
        assert.deepInclude(run, { state: "finished", done: areas.length })
        assert.deepInclude(run.summary, {
          changed,
          becameInvalid: count((area) => area > 100),
          becameValid: 0,
          calculatedData: count(priced),
          outcomes: count((area) => raised(area) || gone(area)),
          hiddenFields: count(shown)
        })
        const price = run.summary.fields.find(({ field }) => field === "price")
        assert.strictEqual(price?.calculatedData ?? 0, count(priced))
        const large = run.summary.outcomeIds.find(({ id }) => id === "large")
        assert.deepStrictEqual([large?.raised ?? 0, large?.gone ?? 0], [0, count(gone)])
        assert.strictEqual(changes.length, changed)
        assert.deepStrictEqual(
          changes.map(({ position }) => position),
          areas.toReversed().flatMap((area, index) => (priced(area) || raised(area) || shown(area) ? [index + 1] : []))
        )
      }),
    { arbitrary: { runs: 20 } }
  )

  it.effect("an impact run shows what changes for each submission", () =>
    Effect.gen(function* () {
      const { file, form, impacts, operator } = yield* setting
      const { submission } = yield* file({ area: 101, parts: [{ n: 1 }] })
      yield* file({ area: 7, note: "x", parts: [{ n: 1 }] })
      const { id } = yield* impacts.start(operator, form.id, { limit: 10 })
      const { changes } = yield* ended(operator, form.id, id)
      assert.deepStrictEqual(changes, [
        {
          position: 2,
          change: {
            submissionId: submission.id,
            referenceNumber: submission.referenceNumber,
            validBefore: true,
            validAfter: false,
            problems: [{ field: "area", message: "area is more than 100.", code: "max", pointer: "/data/area" }],
            calculatedData: [{ field: "price", before: 202, after: null }],
            outcomesRaised: [],
            outcomesGone: ["large"],
            fieldsHidden: [],
            fieldsShown: []
          }
        }
      ])
    })
  )

  it.effect("an impact run uses the day of storing in the form's time zone, and evaluates drafts as drafts", () =>
    Effect.gen(function* () {
      const { file, form, forms, impacts, operator } = yield* setting
      const checks = [{ id: "future", check: "by > today", message: "too late" }]
      yield* forms.saveDraft(operator, form.id, { ...after, checks })
      // It is already the 22nd in Auckland.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-11-21T11:30:00Z")))
      yield* file({ area: 7, by: "2026-11-22" })
      yield* file({}, true)
      yield* TestClock.adjust("200 days")
      const { id } = yield* impacts.start(operator, form.id, { limit: 10 })
      const { changes, run } = yield* ended(operator, form.id, id)
      assert.deepInclude(run, { total: 2, done: 2, state: "finished" })
      // On any other day both definitions would agree. A draft may lack required values; without an area its note was hidden.
      assert.deepStrictEqual(
        changes.map(({ change: { fieldsShown, validAfter, validBefore } }) => [validBefore, validAfter, fieldsShown]),
        [
          [true, true, ["note"]],
          [true, false, []]
        ]
      )
    })
  )

  it.effect("an impact run evaluates only the latest submissions, up to its limit", () =>
    Effect.gen(function* () {
      const { file, form, impacts, operator } = yield* setting
      for (const area of [101, 102, 7, 8]) yield* file({ area })
      const { id } = yield* impacts.start(operator, form.id, { limit: 3 })
      const { run } = yield* ended(operator, form.id, id)
      assert.deepInclude(run, { total: 3, done: 3 })
      assert.strictEqual(run.summary.becameInvalid, 1)
    })
  )

  it.effect(
    "starting a run refuses in this order: form:write, the form, submission:read, the draft's faults, another run",
    () =>
      Effect.gen(function* () {
        const { form, forms, impacts, operator } = yield* setting
        const other = yield* setting
        const as = (...privileges: ReadonlyArray<Privilege>) => ({ ...operator, privileges })
        const start = (caller: Caller.Caller, id = form.id) =>
          Effect.map(Effect.result(impacts.start(caller, id, { limit: 10 })), (result) =>
            result._tag === "Success"
              ? "started"
              : result.failure._tag === "PrivilegeMissing"
                ? result.failure.privilege
                : result.failure._tag
          )
        const unpublished = yield* forms.create(operator, { ...before, code: "NEW" })
        assert.strictEqual(yield* start(as("form:read", "submission:read"), other.form.id), "form:write")
        assert.strictEqual(yield* start(as("form:write"), other.form.id), "FormNotFound")
        assert.strictEqual(yield* start(as("form:write"), unpublished.id), "FormNotFound")
        assert.strictEqual(yield* start(as("form:write")), "submission:read")
        assert.strictEqual(yield* start(as("form:write", "submission:read")), "started")
        assert.strictEqual(yield* start(operator), "ImpactRunning")
      })
  )
})

/** The services over Memory's ports, with its ImpactStore changed. */
const over = (change: (store: ImpactStore["Service"]) => Partial<ImpactStore["Service"]>, pace = {}) => {
  const store = Layer.effect(
    ImpactStore,
    Effect.map(ImpactStore, (kept) => ImpactStore.of({ ...kept, ...change(kept) }))
  )
  return Services.layer.pipe(
    Layer.provideMerge(store.pipe(Layer.provideMerge(Memory.layer()))),
    Layer.provide(Layer.succeed(ImpactPace, { ...ImpactPace.defaultValue(), ...pace }))
  )
}

it.effect("a run holds no more than a page of submissions at once, and reports after each", () => {
  const asked: Array<number> = []
  const reported: Array<number> = []
  return Effect.gen(function* () {
    const { file, form, impacts, operator } = yield* setting
    for (let area = 0; area < 10; area++) yield* file({ area })
    const { id } = yield* impacts.start(operator, form.id, { limit: 9 })
    const { run } = yield* ended(operator, form.id, id)
    assert.deepInclude(run, { total: 9, done: 9, state: "finished" })
    assert.deepStrictEqual(asked, [4, 4, 1])
    assert.deepStrictEqual(reported, [4, 8, 9])
  }).pipe(
    Effect.provide(
      over(
        ({ progress, submissions }) => ({
          submissions: (caller, formId, page) => {
            asked.push(page.limit)
            return submissions(caller, formId, page)
          },
          progress: (caller, id, made, lease) => {
            reported.push(made.done)
            return progress(caller, id, made, lease)
          }
        }),
        { pageSize: 4 }
      )
    )
  )
})

it.effect("a run stores a limited number of changes, and counts all of them", () =>
  Effect.gen(function* () {
    const { file, form, impacts, operator } = yield* setting
    for (let each = 0; each < 6; each++) yield* file({ area: 101 })
    const { id } = yield* impacts.start(operator, form.id, { limit: 10 })
    const { changes, run } = yield* ended(operator, form.id, id)
    assert.deepStrictEqual([changes.length, run.summary.changed], [4, 6])
  }).pipe(Effect.provide(over(() => ({}), { pageSize: 3, keptChanges: 4 })))
)

it.effect("a run that meets an error has failed, and another run can start", () =>
  Effect.gen(function* () {
    const { file, form, impacts, operator } = yield* setting
    yield* file({ area: 7 })
    const { id } = yield* impacts.start(operator, form.id, { limit: 9 })
    assert.strictEqual((yield* ended(operator, form.id, id)).run.state, "failed")
    yield* impacts.start(operator, form.id, { limit: 9 })
  }).pipe(Effect.provide(over(() => ({ submissions: () => Effect.die(new Error("the database is away")) }))))
)

it.effect("a run is stored as interrupted when its process stops", () =>
  Effect.gen(function* () {
    const waiting = yield* Deferred.make<void>()
    const scope = yield* Scope.make()
    const stuck = over(
      ({ submissions }) => ({
        submissions: (caller, formId, page) =>
          page.before === undefined
            ? submissions(caller, formId, page)
            : Effect.andThen(Deferred.succeed(waiting, undefined), Effect.never)
      }),
      { pageSize: 2 }
    )
    const context = yield* Layer.buildWithScope(stuck, scope)
    const { form, id, operator } = yield* Effect.gen(function* () {
      const { file, form, impacts, operator } = yield* setting
      for (let area = 0; area < 5; area++) yield* file({ area })
      const { id } = yield* impacts.start(operator, form.id, { limit: 9 })
      return { form, id, operator }
    }).pipe(Effect.provideContext(context))
    yield* Deferred.await(waiting)
    const get = Effect.provideContext(
      ImpactStore.use((store) => store.get(operator, form.id, id)),
      context
    )
    assert.deepInclude(yield* get, { state: "running", done: 2 })
    yield* Scope.close(scope, Exit.void)
    assert.deepInclude(yield* get, { state: "interrupted", done: 2 })
  })
)
