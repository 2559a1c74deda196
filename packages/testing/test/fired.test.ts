/** What fired: before it is sent, after it, and after it failed. */
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Sender, SendFailed } from "@formwork/domain/sending/Sender"
import { drain } from "../src/drain.ts"
import * as Fault from "../src/Fault.ts"
import { failNext } from "../src/Faults.ts"
import * as Fired from "../src/Fired.ts"
import * as Test from "../src/Test.ts"
import { world } from "../src/world.ts"

const definition = {
  title: "Call me",
  code: "CALL",
  fields: [{ slug: "phone", type: "text", required: true }],
  effects: [
    {
      id: "crm",
      kind: "integration",
      method: "POST",
      url: "https://crm.example/leads",
      body: { phone: { $: "phone" }, reference: { $text: "{$reference}" } }
    },
    { id: "loud", kind: "notification", when: "phone == '112'", to: ["sos@ashworth.example"], subject: "!", text: "!" }
  ]
}

const filed = Effect.fnUntraced(function* (phone: string) {
  const { caller, formId } = yield* world(definition)
  return yield* (yield* Submissions).create(caller, formId, {
    data: { phone },
    draft: false,
    idempotencyKey: undefined
  })
})

it.effect(
  "what fired is there before it is sent, with its reference number, and one effect is asked for by its id",
  () =>
    Effect.gen(function* () {
      const { submission } = yield* filed("0171")
      const { content, state } = yield* Fired.one({ effect: "crm", kind: "integration" })
      assert.deepStrictEqual(content.body, { phone: "0171", reference: submission.referenceNumber })
      assert.strictEqual(state, "pending")
      yield* Fired.none({ effect: "loud" })
      const [sent, ...others] = yield* drain
      assert.strictEqual(sent?.settlement.result, "delivered")
      assert.deepStrictEqual(others, [])
      assert.strictEqual((yield* Fired.one()).state, "delivered")
      assert.deepStrictEqual(yield* drain, [])
    }).pipe(Effect.provide(Test.layer()))
)

it.effect("what is refused is sent again when its retry is due", () =>
  Effect.gen(function* () {
    yield* filed("0171")
    yield* failNext(Sender, "send", new SendFailed({ reason: "busy", verdict: "retry" }))
    const [first] = yield* drain
    assert.strictEqual(first?.settlement.result, "retry")
    assert.deepStrictEqual(yield* drain, [])
    yield* TestClock.adjust(first?.settlement.delayMillis ?? 0)
    assert.deepStrictEqual(
      (yield* drain).map(({ claim, settlement }) => [claim.attempt, settlement.result]),
      [[2, "delivered"]]
    )
    assert.strictEqual((yield* Fired.one()).attempts.length, 2)
  }).pipe(Effect.provide(Test.layer()))
)

it.effect("draining waits for what is being sent, and sends what had to wait for a place at its destination", () =>
  Effect.gen(function* () {
    const { caller, formId } = yield* world(definition)
    const submissions = yield* Submissions
    for (let count = 0; count < 6; count++)
      yield* submissions.create(caller, formId, { data: { phone: "0171" }, draft: false, idempotencyKey: undefined })
    const draining = yield* Effect.forkChild(drain)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(yield* Fired.all({ state: "delivered" }), 4)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(yield* Fiber.join(draining), 6)
    assert.lengthOf(yield* Fired.all({ state: "delivered" }), 6)
  }).pipe(Effect.provide(Test.layer({ faults: [Fault.delay(Sender, "send", "1 second", { times: Infinity })] })))
)

it.effect("an expectation that fails says what fired", () =>
  Effect.gen(function* () {
    const nothing = yield* Effect.exit(Fired.one({ effect: "crm" }))
    assert.include(sentence(nothing), 'The test expected one effect of {"effect":"crm"}. Nothing fired.')
    yield* filed("112")
    assert.include(sentence(yield* Effect.exit(Fired.none({ effect: "crm" }))), "loud (notification, filed)")
    assert.include(sentence(yield* Effect.exit(Fired.one())), "crm (integration, filed)")
    assert.lengthOf(yield* Fired.all(), 2)
    assert.lengthOf(yield* Fired.all({ kind: "notification" }), 1)
  }).pipe(Effect.provide(Test.layer()))
)

it.effect("a world whose form has faults says which", () =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(world({ title: "?", code: "Q", fields: [{ slug: "a", type: "txt" }] }))
    assert.include(sentence(exit), "/fields/0/type")
  }).pipe(Effect.provide(Test.layer()))
)

it("a test needs no framework: the program is a promise", async () => {
  const now = "2026-07-01T00:00:00Z"
  const run = () => Effect.runPromise(filed("0171").pipe(Effect.provide(Test.layer({ now, seed: 3 }))))
  const { submission } = await run()
  assert.strictEqual(submission.createdAt.toString(), "DateTime.Utc(2026-07-01T00:00:00.000Z)")
  assert.deepStrictEqual((await run()).submission, submission)
})

const sentence = <A, E>(exit: Exit.Exit<A, E>): string => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "")
