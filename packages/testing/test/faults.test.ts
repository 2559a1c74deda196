/** Faults over ports: which call they happen to, before its work or after it, and what the domain makes of them. */
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { FormNotFound, SubmissionNotFound, Unavailable } from "@formwork/domain/callers/Refusal"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { Forms } from "@formwork/domain/forms/Forms"
import { Outbox } from "@formwork/domain/sending/Outbox"
import { Tables } from "@formwork/memory/Tables"
import { drain } from "../src/drain.ts"
import * as Fault from "../src/Fault.ts"
import { Faults, delayNext, dieNext, failNext } from "../src/Faults.ts"
import * as Test from "../src/Test.ts"
import { world } from "../src/world.ts"

const request = { data: { name: "Ada" }, draft: false, idempotencyKey: "once" }

it.effect("a forced refusal happens to the next call alone", () =>
  Effect.gen(function* () {
    const { caller, formId } = yield* world()
    const forms = yield* Forms
    yield* failNext(FormStore, "record", new FormNotFound())
    assert.strictEqual((yield* Effect.flip(forms.get(caller, formId)))._tag, "FormNotFound")
    assert.strictEqual((yield* forms.get(caller, formId)).id, formId)
    assert.deepStrictEqual(yield* (yield* Faults).left, [])
  }).pipe(Effect.provide(Test.layer()))
)

it.effect("a fault is for one method of one port: other calls see nothing of it, and it waits", () =>
  Effect.gen(function* () {
    const { caller, formId } = yield* world()
    yield* failNext(SubmissionStore, "get", new SubmissionNotFound())
    yield* (yield* Submissions).create(caller, formId, request)
    const [left] = yield* (yield* Faults).left
    assert.strictEqual(left?.method, "get")
    yield* (yield* Faults).clear
    assert.deepStrictEqual(yield* (yield* Faults).left, [])
  }).pipe(Effect.provide(Test.layer()))
)

it.effect("a database that is out of reach is the defect Unavailable", () =>
  Effect.gen(function* () {
    const { caller, formId } = yield* world()
    yield* dieNext(SubmissionStore, "file")
    const exit = yield* Effect.exit((yield* Submissions).create(caller, formId, request))
    assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof Unavailable)
    assert.strictEqual([...(yield* Tables).tenants.values()][0]?.submissions.size, 0)
  }).pipe(Effect.provide(Test.layer()))
)

it.effect("an answer that is lost after the commit: the same Idempotency-Key finds the submission that was filed", () =>
  Effect.gen(function* () {
    const { caller, formId } = yield* world()
    const submissions = yield* Submissions
    const unavailable = new Unavailable({ reason: "the connection broke" })
    yield* (yield* Faults).add(Fault.die(SubmissionStore, "file", unavailable, { moment: "after" }))
    assert.isTrue(Exit.isFailure(yield* Effect.exit(submissions.create(caller, formId, request))))
    const { submission } = yield* submissions.create(caller, formId, request)
    assert.strictEqual(submission.referenceNumber, "ENQUIRY-00000001")
    assert.strictEqual([...(yield* Tables).tenants.values()][0]?.submissions.size, 1)
  }).pipe(Effect.provide(Test.layer()))
)

it.effect("a fault of the third and fourth call leaves the first, second and fifth alone", () =>
  Effect.gen(function* () {
    const { caller, formId } = yield* world()
    const { get } = yield* Forms
    const call = Effect.map(Effect.exit(get(caller, formId)), Exit.isSuccess)
    assert.deepStrictEqual(yield* Effect.all([call, call, call, call, call]), [true, true, false, false, true])
    assert.strictEqual(yield* (yield* Faults).calls(FormStore, "record"), 5)
  }).pipe(
    Effect.provide(Test.layer({ faults: [Fault.fail(FormStore, "record", new FormNotFound(), { call: 3, times: 2 })] }))
  )
)

it.effect("a call that takes longer ends when the test has moved the clock that far", () =>
  Effect.gen(function* () {
    const { caller, formId } = yield* world()
    yield* delayNext(FormStore, "findLive", "3 seconds")
    const evaluating = yield* Effect.forkChild((yield* Evaluations).evaluate(caller, formId, { name: "Ada" }))
    yield* TestClock.adjust("2999 millis")
    assert.isUndefined(evaluating.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.isTrue((yield* Fiber.join(evaluating)).valid)
  }).pipe(Effect.provide(Test.layer()))
)

it.effect("draining an outbox that is out of reach ends with its defect", () =>
  Effect.gen(function* () {
    yield* dieNext(Outbox, "claim")
    assert.isTrue(Exit.isFailure(yield* Effect.exit(drain)))
    assert.deepStrictEqual(yield* drain, [])
  }).pipe(Effect.provide(Test.layer()))
)
