/** What stands between the shell and a handler: privileges that must be declared, refusals that the domain makes. */
import { assert, it } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Cause, Effect, Exit, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import * as Refusal from "@formwork/domain/callers/Refusal"
import { Api } from "../src/v1/Api.ts"
import { CurrentExchange } from "../src/request/Exchange.ts"
import type { Exchange } from "../src/request/Exchange.ts"
import { Guard, Needs, open, OpenGuard, unguarded } from "../src/endpoint/Guard.ts"
import { Platform } from "../src/platform/Platform.ts"
import * as RouteTable from "../src/endpoint/RouteTable.ts"
import { table } from "../src/problem/ProblemTable.ts"
import * as Harness from "./Harness.ts"
import * as Wire from "./wire.ts"

const unused = () => Effect.die(new Error("not in this test"))

it.effect("an endpoint that does not declare what it needs keeps the server from being put together", () =>
  Effect.gen(function* () {
    const all = HttpApiEndpoint.get("all", "/all", { success: Schema.String })
    const needless = HttpApi.make("careless").add(HttpApiGroup.make("open").add(all).middleware(Guard))
    const layer = HttpApiBuilder.group(needless, "open", (endpoints) =>
      endpoints.handle("all", () => Effect.succeed(""))
    )
    const built = yield* Effect.exit(Effect.scoped(Layer.build(layer.pipe(Layer.provide(Guard.layer)))))
    assert.isTrue(Exit.isFailure(built) && Cause.hasDies(built.cause))
    const outside = HttpApi.make("late").add(
      HttpApiGroup.make("open").middleware(Guard).add(all.annotate(Needs, "form:read"))
    )
    // Each has a guard, and not the one that what it needs asks for.
    const careful = HttpApi.make("careful").add(
      HttpApiGroup.make("open").add(all.annotate(Needs, "nothing")).middleware(Guard)
    )
    const careless = HttpApi.make("careless").add(
      HttpApiGroup.make("open").add(all.annotate(Needs, "any credential")).middleware(OpenGuard)
    )
    assert.deepStrictEqual(
      [unguarded(needless), unguarded(outside), unguarded(careful), unguarded(careless)],
      [["all"], ["all"], ["all"], ["all"]]
    )
    assert.deepStrictEqual([unguarded(Api), unguarded(Platform)], [[], []])
    assert.deepStrictEqual(
      [open(Api), open(Platform)],
      [[], ["POST /api/platform/sessions", "POST /api/platform/invitations/accept", "POST /api/platform/leaked-tokens"]]
    )
  })
)

/** Endpoints of one group behind `Guard`, each of which answers "reached". */
const behind = Effect.fnUntraced(function* (exchange: Partial<Exchange> | undefined) {
  const fail = (message: string) => Schema.String.check(Schema.isPattern(/^good$/u, { message }))
  const api = HttpApi.make("past").add(
    HttpApiGroup.make("the shell")
      .add(
        HttpApiEndpoint.get("all", "/all", { success: Schema.String }).annotate(Needs, "form:read"),
        HttpApiEndpoint.get("free", "/free", { success: Schema.String }).annotate(Needs, "nothing"),
        HttpApiEndpoint.get("told", "/told", {
          headers: {
            one: Schema.optionalKey(fail("One is bad.")),
            other: Schema.optionalKey(fail("So is the other."))
          },
          success: Schema.String
        }).annotate(Needs, "any credential")
      )
      .middleware(Guard)
  )
  const reached = () => Effect.succeed("reached")
  const handlers = HttpApiBuilder.group(api, "the shell", (endpoints) =>
    endpoints.handle("all", reached).handle("free", reached).handle("told", reached)
  )
  const routes = yield* RouteTable.collect(HttpApiBuilder.layer(api)).pipe(
    Effect.provide(handlers.pipe(Layer.provide(Guard.layer))),
    Effect.provide(NodeHttpServer.layerHttpServices),
    Effect.scoped
  )
  /** The answer, or what the endpoint dies of. */
  return (path: string, headers: Readonly<Record<string, string>> = {}) =>
    (routes.find(({ template }) => template === path) ?? assert.fail()).run({}, {}).pipe(
      Effect.provideService(CurrentExchange, exchange as Exchange | undefined),
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(new Request(`http://x${path}`, { headers }))
      ),
      Effect.scoped,
      Effect.exit,
      Effect.map((exit) => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : HttpServerResponse.toWeb(exit.value)))
    )
})

const caller = Caller.operator(
  OrganisationId.make("019a0000-0000-7000-8000-000000000001"),
  UserId.make("019a0000-0000-7000-8000-000000000002")
)
const statusOf = (answer: unknown) => (answer instanceof Response ? answer.status : answer)

it.live("an endpoint behind a guard, reached without what the shell puts before it, does not run", () =>
  Effect.gen(function* () {
    const unknown = new Error("the shell lets nobody through who is unknown")
    const known = yield* behind({ caller })
    assert.strictEqual(statusOf(yield* known("/all")), 200)
    // An open endpoint has no caller, and stands behind the other guard.
    assert.deepStrictEqual(yield* known("/free"), unknown)
    assert.deepStrictEqual(yield* (yield* behind({ caller: undefined }))("/all"), unknown)
    assert.deepStrictEqual(yield* (yield* behind(undefined))("/all"), new Error("an endpoint runs inside of the shell"))
  })
)

it.live("every declared header that is wrong is told, with the sentence that its schema has for it", () =>
  Effect.gen(function* () {
    const call = yield* behind({ caller })
    assert.strictEqual(statusOf(yield* call("/told", { one: "good", other: "good" })), 200)
    const answer = yield* call("/told", { one: "bad", other: "bad" })
    if (!(answer instanceof Response)) return assert.fail(String(answer))
    assert.strictEqual(answer.status, 400)
    const { error } = JSON.parse(yield* Effect.promise(() => answer.text()))
    assert.strictEqual(error, "One is bad. So is the other.")
  })
)

it.live("a route that no HttpApi made, which would have no guard, keeps the server from being put together", () =>
  Effect.gen(function* () {
    const added = HttpRouter.add("GET", "/unguarded", HttpServerResponse.empty())
    const collected = yield* Effect.exit(Effect.scoped(RouteTable.collect(added)))
    assert.deepStrictEqual(
      Exit.isFailure(collected) && Cause.squash(collected.cause),
      new Error("only endpoints of an HttpApi have a guard")
    )
  })
)

it("every refusal has a row of its own: a status of the contract, a code, and a type made of that code", () => {
  const statuses = [400, 401, 403, 404, 405, 408, 409, 413, 415, 417, 422, 429, 431, 500, 503]
  for (const row of Object.values(table)) {
    assert.include(statuses, row.status)
    assert.match(row.code, /^[A-Z]+(_[A-Z]+)*$/u)
  }
  assert.deepStrictEqual([...new Set(Object.values(table).map((row) => row.status))].sort(), statuses)
})

const refusals: ReadonlyArray<
  readonly [
    refusal: Effect.Error<ReturnType<Submissions["Service"]["create"]>>,
    status: number,
    code: string,
    wait?: string
  ]
> = [
  [new Refusal.IdempotencyInProgress({ retryAfterSeconds: 1 }), 409, "IDEMPOTENCY_IN_PROGRESS", "1"],
  [new Refusal.IdempotencyMismatch(), 422, "IDEMPOTENCY_MISMATCH"],
  [new Refusal.PrivilegeMissing({ privilege: "submission:write" }), 403, "PRIVILEGE_REQUIRED"],
  [new Refusal.FormNotFound(), 404, "NOT_FOUND"]
]

it.live(
  "what the domain refuses while it works is answered as the table says, and a credential that ended then as any other 401",
  () =>
    Effect.gen(function* () {
      // What the audit log may know of a credential, the caller may not.
      let refusal: (typeof refusals)[number][0] = new Refusal.Unauthenticated({
        known: { kind: "api_key", id: "canary-id", userId: "canary-user", reason: "deactivated" }
      })
      const services = Layer.mergeAll(
        Layer.succeed(Evaluations, { evaluate: unused, explain: unused }),
        Layer.mock(Submissions, { create: () => Effect.suspend(() => Effect.fail(refusal)) })
      ).pipe(Layer.provideMerge(Layer.fresh(Harness.services())))
      yield* Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const path = Harness.submissionsPath(form.id)
        assert.deepStrictEqual(
          Wire.bytes(yield* Harness.call(path, key)),
          Wire.bytes(yield* Harness.call(path, undefined))
        )
        for (const [next, status, code, wait] of refusals) {
          refusal = next
          const answer = yield* Harness.call(path, key)
          assert.deepStrictEqual(
            [answer.status, JSON.parse(answer.body).code, answer.headers["retry-after"]],
            [status, code, wait]
          )
        }
      }).pipe(Effect.provide(Harness.over(services)))
    })
)

it.live("the domain is told the id that the answer shows", () =>
  Effect.gen(function* () {
    const seen: Array<string | undefined> = []
    const evaluate = () =>
      Effect.map(CurrentRequest, ({ requestId }) => {
        seen.push(requestId)
        return { valid: true, calculatedData: {}, hiddenFields: [], outcomes: [], problems: [], data: {}, effects: [] }
      })
    const services = Layer.mergeAll(
      Layer.succeed(Evaluations, { evaluate, explain: unused }),
      Layer.mock(Submissions, { create: unused })
    ).pipe(Layer.provideMerge(Layer.fresh(Harness.services())))
    yield* Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const { body, headers } = yield* Harness.call(Harness.evaluatePath(form.id), key)
      assert.deepStrictEqual(seen, [headers["x-request-id"]])
      // An id in another case is none, whatever a database makes of it.
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id.toUpperCase()), key)).status, 404)
      // What a service returns beside the contract's members stays inside.
      assert.strictEqual(body, '{"valid":true,"calculatedData":{},"hiddenFields":[],"outcomes":[],"problems":[]}')
    }).pipe(Effect.provide(Harness.over(services)))
  })
)
