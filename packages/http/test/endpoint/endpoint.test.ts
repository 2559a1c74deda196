/** What an endpoint does before its handler runs, and how it answers the handler's value or refusal. */
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Schema } from "effect"
import type { IncomingMessage } from "node:http"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import * as Refusal from "@formwork/domain/callers/Refusal"
import { Answer } from "../../src/connection/Answer.ts"
import { endpoint } from "../../src/endpoint/Endpoint.ts"
import type { Endpoint } from "../../src/endpoint/Endpoint.ts"
import { json } from "../../src/endpoint/Success.ts"
import * as Platform from "../../src/platform/Platform.ts"
import { table } from "../../src/problem/ProblemTable.ts"
import { document as v1 } from "../../src/v1/v1Document.ts"
import { PayloadTooLarge } from "../../src/request/RequestRefusal.ts"
import { BodyLimits } from "../../src/request/StrictBody.ts"
import { exchangeOf, requestWith } from "../support/exchange.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const unused = () => Effect.die(new Error("not in this test"))

const methods = ["get", "post", "put", "patch", "delete"] as const

it("every operation declares what it needs; these need nothing", () => {
  const needing = [v1, Platform.document()].map(({ paths }) =>
    Object.entries(paths).flatMap(([path, item]) =>
      methods.flatMap((method) => (item[method]?.security.length === 0 ? [`${method} ${path}`] : []))
    )
  )
  assert.deepStrictEqual(
    needing.map((operations) => operations.toSorted()),
    [[], ["post /api/platform/invitations/accept", "post /api/platform/leaked-tokens", "post /api/platform/sessions"]]
  )
})

const fine = (message: string) => Schema.String.check(Schema.isPattern(/^good$/u, { message }))
const declared = { method: "GET", summary: "", success: json(Schema.String) } as const
const reached = () => Effect.succeed("reached")

const read = endpoint({ ...declared, name: "read", path: "/read", needs: "form:read", handle: reached })
const free = endpoint({ ...declared, name: "free", path: "/free", needs: "nothing", handle: reached })
const refusing = endpoint({
  ...declared,
  name: "refusing",
  path: "/refusing",
  needs: "any credential",
  refuses: ["UserNotFound"],
  handle: () => Effect.fail(new Refusal.UserNotFound())
})
const picky = endpoint({
  ...declared,
  name: "picky",
  path: "/picky",
  needs: "any credential",
  headers: { one: Schema.optionalKey(fine("One is bad.")), other: Schema.optionalKey(fine("So is the other.")) },
  handle: reached
})

const caller = Caller.operator(
  OrganisationId.make("019a0000-0000-7000-8000-000000000001"),
  UserId.make("019a0000-0000-7000-8000-000000000002")
)

/** Runs the route of an endpoint: its response, its refusal or its defect. */
const run = Effect.fnUntraced(function* (
  { route }: Pick<Endpoint<never, never>, "route">,
  who: Caller.Caller | undefined,
  headers: IncomingMessage["headers"] = {}
) {
  const exchange = exchangeOf(requestWith(headers), { caller: who })
  const exit = yield* Effect.exit((yield* route("tests")).run(exchange, {}))
  return Exit.isFailure(exit) ? Cause.squash(exit.cause) : exit.value.answer
})

it.effect(
  "an endpoint runs for a caller with the privilege it needs; one that needs nothing runs for every caller",
  () =>
    Effect.gen(function* () {
      const unknown = new Error("the request pipeline lets no unknown caller through")
      const answer = yield* run(read, caller)
      assert.strictEqual(answer instanceof Answer && answer.body, '"reached"')
      assert.isTrue((yield* run(free, undefined)) instanceof Answer)
      assert.deepStrictEqual(yield* run(read, undefined), unknown)
      assert.deepStrictEqual(yield* run(picky, undefined), unknown)
      const reader: Caller.Caller = { ...caller, privileges: [] }
      assert.deepStrictEqual(yield* run(read, reader), new Refusal.PrivilegeMissing({ privilege: "form:read" }))
    })
)

it("a declaration does not compile without a need, with a caller but no need, or with a refusal that it does not declare", () => {
  const gone = () => Effect.fail(new Refusal.UserNotFound())
  const named = { ...declared, name: "planted", path: "/planted" } as const
  const planted = [
    // @ts-expect-error -- `needs` has no default
    endpoint({ ...named, handle: reached }),
    // @ts-expect-error -- no credential was authenticated
    endpoint({ ...named, needs: "nothing", handle: ({ caller }) => Effect.succeed(String(caller)) }),
    // @ts-expect-error -- `refuses` does not have it
    endpoint({ ...named, needs: "form:read", handle: gone }),
    endpoint({ ...named, needs: "form:read", refuses: ["UserNotFound"], handle: gone })
  ]
  assert.lengthOf(planted, 4)
})

it.effect("the route answers with the refusal of its handler", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* run(refusing, caller), new Refusal.UserNotFound())
  })
)

it.effect("every malformed declared header is listed with its schema's sentence", () =>
  Effect.gen(function* () {
    assert.isTrue((yield* run(picky, caller, { one: "good", other: "good" })) instanceof Answer)
    const refusal = yield* run(picky, caller, { one: "bad", other: "bad" })
    assert.propertyVal(refusal, "reason", "One is bad. So is the other.")
  })
)

it.effect("a body has as many bytes as the server takes, or as the endpoint does where that is more", () =>
  Effect.gen(function* () {
    const limits = yield* BodyLimits
    const takes = {
      ...declared,
      method: "POST",
      needs: "any credential",
      body: Schema.String,
      handle: reached
    } as const
    const outcome = Effect.fnUntraced(function* (bodyBytes: number, length: number) {
      const { route } = endpoint({ ...takes, name: "takes", path: "/takes", bodyBytes })
      const request = requestWith()
      request.rawHeaders = ["Content-Type", "application/json", "Content-Length", String(length)]
      request.push(`"${"x".repeat(length - 2)}"`)
      request.push(null)
      request.complete = true
      const { run } = yield* Effect.provideService(route("tests"), BodyLimits, { ...limits, bytes: 100 })
      const exit = yield* Effect.exit(run(exchangeOf(request, { caller }), {}))
      return Exit.isFailure(exit) ? Cause.squash(exit.cause) : exit.value.answer.status
    })
    assert.deepStrictEqual(
      [yield* outcome(50, 100), yield* outcome(50, 101), yield* outcome(200, 200), yield* outcome(200, 201)],
      [200, new PayloadTooLarge({ limitBytes: 100 }), 200, new PayloadTooLarge({ limitBytes: 200 })]
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
  "a refusal by the domain is answered as the table says; a credential that ended meanwhile gets the same 401 as any other",
  () =>
    Effect.gen(function* () {
      // The audit log may have this reason, the caller's answer may not.
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

it.live("the domain gets the request id that the answer shows", () =>
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
      // An id in another case is malformed, although a database would find it.
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id.toUpperCase()), key)).status, 404)
      // The answer leaves out members that the contract does not have.
      assert.strictEqual(body, '{"valid":true,"calculatedData":{},"hiddenFields":[],"outcomes":[],"problems":[]}')
    }).pipe(Effect.provide(Harness.over(services)))
  })
)
