/** Two runs with one seed are the same to the byte: ids, tokens, times, hashes, ciphertexts, and the order of everything. */
import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Organisations } from "@formwork/domain/people/Organisations"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { Sender, SendFailed } from "@formwork/domain/sending/Sender"
import { Tables } from "@formwork/memory/Tables"
import { drain } from "../src/drain.ts"
import * as Fault from "../src/Fault.ts"
import * as Fired from "../src/Fired.ts"
import * as Test from "../src/Test.ts"
import { type World, world } from "../src/world.ts"

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
      body: { phone: { $: "phone" } }
    },
    { id: "mail", kind: "notification", to: ["edith@ashworth.example"], subject: "{$reference}", text: "{phone}" }
  ]
}

const Step = Schema.Union([
  Schema.Struct({
    act: Schema.Literal("file"),
    phone: Schema.String,
    key: Schema.optionalKey(Schema.Literals(["a", "b"]))
  }),
  Schema.Struct({
    act: Schema.Literal("wait"),
    seconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600 }))
  }),
  Schema.Struct({ act: Schema.Literals(["drain", "key", "secret", "password", "together"]) })
])

/** Everything in memory as text, in its order. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) => {
    if (member instanceof Map) return ["Map", ...member.entries()]
    if (member instanceof Set) return ["Set", ...member]
    if (member instanceof Uint8Array) return ["bytes", ...member]
    return member
  })

const take = Effect.fnUntraced(function* (step: typeof Step.Type, { caller, formId }: World) {
  const submissions = yield* Submissions
  const file = (phone: string, idempotencyKey: string | undefined) =>
    Effect.exit(submissions.create(caller, formId, { data: { phone }, draft: false, idempotencyKey }))
  switch (step.act) {
    case "file":
      return yield* file(step.phone, step.key)
    case "wait":
      return yield* TestClock.adjust(`${step.seconds} seconds`)
    case "drain": {
      const sending = yield* Effect.forkChild(drain)
      // The ninth send takes a second.
      while (sending.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
      return yield* Fiber.join(sending)
    }
    case "key": {
      const { token } = yield* (yield* ApiKeys).create(caller, { name: "Website", privileges: ["submission:write"] })
      return Redacted.value(token.text)
    }
    case "secret":
      return yield* (yield* Secrets).put(
        caller,
        "crm",
        Redacted.make(SecretValue.make("0123456789abcdef")),
        Duration.hours(1),
        ["crm.example"]
      )
    case "password":
      return yield* (yield* Organisations).found("Other", {
        email: "ada@other.example",
        name: "Ada",
        password: Redacted.make("correct horse battery")
      })
    case "together":
      return yield* Effect.forEach(["1", "2", "3"], (phone) => file(phone, "same"), { concurrency: "unbounded" })
  }
})

const run = (seed: string, steps: ReadonlyArray<typeof Step.Type>) =>
  Effect.gen(function* () {
    const here = yield* world(definition)
    const answers = yield* Effect.forEach(steps, (step) => take(step, here))
    return shown([here, answers, yield* Fired.all(), (yield* Tables).tenants])
  }).pipe(
    Effect.provide(
      Test.layer({
        seed,
        faults: [
          Fault.fail(Sender, "send", new SendFailed({ reason: "not now", verdict: "retry" }), { call: 2, times: 3 }),
          Fault.delay(Sender, "send", "1 second", { call: 9 })
        ]
      })
    )
  )

it.effect.prop(
  "two runs with one seed are equal to the byte, and another seed draws other ids",
  { seed: Schema.String, steps: Schema.Array(Step).check(Schema.isMaxLength(12)) },
  ({ seed, steps }) =>
    Effect.gen(function* () {
      const first = yield* run(seed, steps)
      assert.strictEqual(yield* run(seed, steps), first)
      assert.notStrictEqual(yield* run(`${seed}.`, steps), first)
    })
)
