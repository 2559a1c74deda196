/** A refusal of the whole request is an HTTP answer, for any tool (docs/decisions/0099). */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { IdempotencyInProgress, Unauthenticated, Unavailable } from "@formwork/domain/callers/Refusal"
import * as Http from "../../../../packages/http/test/support/Harness.ts"
import * as Wire from "../../../../packages/http/test/support/wire.ts"
import * as McpEndpoint from "../../src/McpEndpoint.ts"
import * as Harness from "./Harness.ts"

type Create = Submissions["Service"]["create"]
type Evaluate = Evaluations["Service"]["evaluate"]

const broken = (): Effect.Effect<never> => Effect.die(new Error("the disk said canary"))

/** A server over services that a test replaces. */
const serverWith = ({
  create = broken,
  evaluate = broken
}: {
  readonly create?: Create
  readonly evaluate?: Evaluate
}) =>
  Http.over(
    McpEndpoint.layer(new Set()).pipe(
      Layer.provideMerge(
        Layer.merge(
          Layer.succeed(Evaluations, { evaluate, explain: broken }),
          Layer.mock(Submissions, { create })
        ).pipe(Layer.provideMerge(Layer.fresh(Http.services())))
      )
    )
  )

const asked = Effect.gen(function* () {
  const { form, key } = yield* Http.tenant
  const ask = (name: string) =>
    Harness.post(key, Harness.request("tools/call", { name, arguments: { formId: form.id, data: {} } }))
  return { evaluated: yield* ask("evaluate_form"), created: yield* ask("create_submission") }
})

it.live("a credential that ends while its filing runs gets the 401 of every other operation, to the byte", () =>
  Effect.gen(function* () {
    const { created } = yield* asked
    assert.deepStrictEqual(Wire.bytes(created), Wire.bytes(yield* Harness.post("none", Harness.request("ping"))))
    assert.strictEqual(created.status, 401)
  }).pipe(Effect.provide(serverWith({ create: () => Effect.fail(new Unauthenticated()) })))
)

it.live("an unavailable dependency is 503 with Retry-After, and any other defect is 500 without detail", () =>
  Effect.gen(function* () {
    const { created, evaluated } = yield* asked
    assert.deepInclude(Wire.json(evaluated), { status: 503, code: "UNAVAILABLE" })
    assert.strictEqual(evaluated.headers["retry-after"], "5")
    assert.deepInclude(Wire.json(created), { status: 500, code: "INTERNAL" })
    assert.notInclude(created.body + evaluated.body, "canary")
  }).pipe(Effect.provide(serverWith({ evaluate: () => Effect.die(new Unavailable({ reason: "canary" })) })))
)

it.live("a repeat of a filing that still runs is a tool's refusal that says how long to wait", () =>
  Effect.gen(function* () {
    const { created } = yield* asked
    assert.strictEqual(created.status, 200)
    const { content, isError } = JSON.parse(created.body).result
    assert.isTrue(isError)
    const problem = JSON.parse(content[0].text)
    assert.deepInclude(problem, { status: 409, code: "IDEMPOTENCY_IN_PROGRESS" })
    assert.include(problem.error, "3 seconds")
  }).pipe(
    Effect.provide(serverWith({ create: () => Effect.fail(new IdempotencyInProgress({ retryAfterSeconds: 3 })) }))
  )
)
