/** Rare answers match the document too: 409, 422, 429, 500 and 503, from either operation. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import * as Refusal from "@formwork/domain/callers/Refusal"
import { document } from "../../src/v1/v1Document.ts"
import { nonconformities } from "../support/documentConformance.ts"
import * as Harness from "../support/Harness.ts"

const evaluate = "/api/platform/v1/forms/{formId}/evaluate"
const create = "/api/platform/v1/forms/{formId}/submissions"

type Trouble = Effect.Error<ReturnType<Submissions["Service"]["create"]>>

const troubles: ReadonlyArray<readonly [status: number, trouble: Effect.Effect<never, Trouble>]> = [
  [409, Effect.fail(new Refusal.IdempotencyInProgress({ retryAfterSeconds: 1 }))],
  [422, Effect.fail(new Refusal.IdempotencyMismatch())],
  [
    422,
    Effect.fail(new Refusal.SubmissionInvalid({ problems: [], outcomes: [], hiddenFields: [], calculatedData: {} }))
  ],
  [401, Effect.fail(new Refusal.Unauthenticated())],
  [500, Effect.die(new Error("a fault of ours"))],
  [503, Effect.die(new Refusal.Unavailable({ reason: "the pool is exhausted" }))]
]

it.live("every answer from the domain and the database is documented, body and headers", () =>
  Effect.gen(function* () {
    let trouble: (typeof troubles)[number][1] = Effect.die(new Error("not yet"))
    const broken = () => Effect.die(new Refusal.Unavailable({ reason: "the database is gone" }))
    const services = Layer.merge(
      Layer.succeed(Evaluations, { evaluate: broken, explain: () => Effect.die(new Error("a fault of ours")) }),
      Layer.mock(Submissions, { create: () => Effect.suspend(() => trouble) })
    ).pipe(Layer.provideMerge(Layer.fresh(Harness.services())))
    yield* Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const answered = Effect.fnUntraced(function* (path: string, status: number, query = "") {
        const answer = yield* Harness.call(path.replace("{formId}", form.id) + query, key)
        assert.strictEqual(answer.status, status, answer.body)
        assert.deepStrictEqual(nonconformities(document, path, answer), [], answer.body)
      })
      for (const [status, next] of troubles) {
        trouble = next
        yield* answered(create, status)
      }
      yield* answered(evaluate, 503)
      yield* answered(evaluate, 500, "?explain=true")
    }).pipe(Effect.provide(Harness.over(services)))
  })
)

it.live("both operations document the answer over the budget", () =>
  Effect.gen(function* () {
    const { form, key } = yield* Harness.tenant
    yield* Harness.call("/api/platform/unknown", key)
    for (const path of [evaluate, create]) {
      const answer = yield* Harness.call(path.replace("{formId}", form.id), key)
      assert.strictEqual(answer.status, 429)
      assert.deepStrictEqual(nonconformities(document, path, answer), [])
    }
  }).pipe(Effect.provide(Harness.layer({ quota: { limit: 1, windowMillis: 60_000 } })))
)
