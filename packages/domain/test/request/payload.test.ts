/** One payload has one answer: the same problems as a body over HTTP, whatever a program hands over. */
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Result, Schema } from "effect"
import * as Memory from "@formwork/memory/Memory"
import { LongNumber } from "@formwork/rules/LongNumber"
import * as Caller from "../../src/callers/Caller.ts"
import { Evaluations } from "../../src/evaluation/Evaluations.ts"
import { Submissions } from "../../src/filing/Submissions.ts"
import { Forms } from "../../src/forms/Forms.ts"
import { Organisations } from "../../src/people/Organisations.ts"
import { decoder } from "../../src/request/decoder.ts"
import { openObject } from "../../src/request/openObject.ts"
import * as Payload from "../../src/request/Payload.ts"
import * as Services from "../../src/Services.ts"

const formwork = Services.layer.pipe(Layer.provideMerge(Memory.layer()))

/** The body of HTTP's evaluate. */
const body = decoder(Schema.Struct({ data: openObject("Values") }))

/** What HTTP makes of the same value, sent as JSON. */
const overHttp = (value: unknown) => {
  const text = JSON.stringify({ data: value })
  return Result.map(Effect.runSync(Effect.result(Payload.read(text))).pipe(Result.flatMap(body)), ({ data }) => data)
}

const definition = {
  title: "Fee",
  code: "FEE",
  fields: [
    { slug: "fee", type: "money", currency: "EUR" },
    { slug: "twice", type: "money", currency: "EUR", formula: "fee * 2" }
  ]
}

const world = Effect.gen(function* () {
  const { organisation, owner } = yield* (yield* Organisations).found("Ashworth", {
    email: "e@a.example",
    name: "Edith"
  })
  const caller = Caller.operator(organisation.id, owner.id)
  const { id } = yield* (yield* Forms).create(caller, definition)
  yield* (yield* Forms).publish(caller, id)
  return { caller, id, evaluations: yield* Evaluations, submissions: yield* Submissions }
})

it.prop("a JSON value is decoded to itself, or refused with the problems of HTTP", [Schema.Json], ([value]) => {
  assert.deepStrictEqual(Effect.runSync(Effect.result(Payload.decode(value))), overHttp(value))
})

it("negative zero is 0, as JSON writes it", () => {
  const decoded = Effect.runSync(Payload.decode({ fee: -0, rates: [-0] }))
  assert.deepStrictEqual<unknown>(decoded, { fee: 0, rates: [0] })
})

it("what is no object is one problem, and what is wrong inside has its place", () => {
  const faults: ReadonlyArray<
    readonly [value: unknown, code: string, field: string, pointer: string, message: RegExp]
  > = [
    [undefined, "required", "data", "/data", /^"data" is missing\.$/u],
    [new Map([["fee", Number.NaN]]), "type", "data", "/data", /^"data" must be an object\.$/u],
    [[Number.NaN], "type", "data.0", "/data/0", /^"data\.0" /u],
    ["fee", "type", "data", "/data", /^"data" must be an object\.$/u],
    [{ fee: { "a/b": () => 3 } }, "type", "data.fee.a/b", "/data/fee/a~1b", /^"data\.fee\.a\/b" .+\.$/u]
  ]
  for (const [value, ...expected] of faults) {
    const { problems } = Effect.runSync(Effect.flip(Payload.decode(value)))
    const [code, field, pointer, message] = expected
    assert.deepStrictEqual(
      problems.map((problem) => [problem.code, problem.field, problem.pointer]),
      [[code, field, pointer]]
    )
    assert.match(problems[0]?.message ?? "", message)
  }
})

/** A value as it comes from a parser that trusts its input, from code without types, or from an attacker. */
const foreign: ReadonlyArray<readonly [string, unknown]> = [
  ["null", null],
  ["undefined", undefined],
  ["a list", [{ fee: 3 }]],
  ["a text", '{"fee": 3}'],
  ["inherited members", Object.create({ fee: 3 })],
  ["a Map", new Map([["fee", 3]])],
  [
    "an instance of a class",
    new (class Quote {
      readonly fee = 3
    })()
  ],
  ["a number", 3],
  ["a function", () => ({ fee: 3 })],
  ["a number that is none", { fee: Number.NaN }]
]

it.effect("what is no JSON object is refused by evaluate, explain, create and save, and nothing is stored", () =>
  Effect.gen(function* () {
    const { caller, evaluations, id, submissions } = yield* world
    const draft = { data: {}, draft: true, idempotencyKey: undefined }
    const { submission } = yield* submissions.create(caller, id, draft)
    for (const [name, value] of foreign) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller without types
      const data = value as never
      const calls = [
        Effect.flip(evaluations.evaluate(caller, id, data)),
        Effect.flip(evaluations.explain(caller, id, data)),
        Effect.flip(submissions.create(caller, id, { data, draft: false, idempotencyKey: "k" })),
        Effect.flip(submissions.save(caller, submission.id, { data, revision: 1 }))
      ]
      for (const call of calls) {
        const refusal = yield* call
        if (refusal._tag !== "RequestInvalid") return assert.fail(`${name}: ${refusal._tag}`)
        assert.strictEqual(refusal.problems.length, 1)
        assert.match(refusal.problems[0]?.pointer ?? "", /^\/data/u)
      }
    }
    assert.strictEqual((yield* submissions.list(caller, {}, { limit: 10, after: undefined })).items.length, 1)
  }).pipe(Effect.provide(formwork))
)

it.effect(
  "a value that is missing is refused before nothing else: first the privilege, then the form, then the payload",
  () =>
    Effect.gen(function* () {
      const { caller, evaluations } = yield* world
      const { id } = yield* (yield* Forms).create(caller, { ...definition, code: "OTHER" })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a caller without types
      const refusal = yield* Effect.flip(evaluations.evaluate(caller, id, null as never))
      assert.strictEqual(refusal._tag, "FormNotFound")
    }).pipe(Effect.provide(formwork))
)

it.effect("a program may change its payload after filing: what is stored stays", () =>
  Effect.gen(function* () {
    const { caller, id, submissions } = yield* world
    const data = { fee: "3.00" }
    const { submission } = yield* submissions.create(caller, id, { data, draft: false, idempotencyKey: undefined })
    data.fee = "4.00"
    assert.deepStrictEqual((yield* submissions.get(caller, submission.id)).data, { fee: "3.00" })
  }).pipe(Effect.provide(formwork))
)

it.effect("a polluted prototype prices nothing", () =>
  Effect.gen(function* () {
    const { caller, evaluations, id } = yield* world
    yield* evaluations.evaluate(caller, id, { fee: "1.00" })
    Reflect.set(Object.prototype, "fee", "3.00")
    const { calculatedData, data } = yield* Effect.ensuring(
      evaluations.evaluate(caller, id, {}),
      Effect.sync(() => Reflect.deleteProperty(Object.prototype, "fee"))
    )
    assert.deepStrictEqual([calculatedData, data], [{ twice: null }, {}])
  }).pipe(Effect.provide(formwork))
)

it.effect("a text is read strictly: members named twice are refused, and long numbers are not rounded", () =>
  Effect.gen(function* () {
    const twice = yield* Effect.flip(Payload.read('{"fee": 1, "fee": 2}'))
    assert.strictEqual(twice.reason, "The body names the member `fee` of an object a second time at line 1, column 12.")
    assert.isTrue(Exit.isFailure(yield* Effect.exit(Payload.read(new Uint8Array([0x7b])))))
    const long = yield* Payload.read('{"fee": 0.10000000000000000555}')
    assert.deepStrictEqual<unknown>(long, { fee: LongNumber.of("0.10000000000000000555") })
    const { caller, evaluations, id } = yield* world
    const { problems } = yield* evaluations.evaluate(caller, id, Payload.decode(long))
    assert.strictEqual(problems[0]?.code, "decimals")
  }).pipe(Effect.provide(formwork))
)
