/** What the audit log and the log have of a refused request, and what they never have. */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { PrivilegeMissing } from "@formwork/domain/callers/Refusal"
import { Tables } from "@formwork/memory/Tables"
import { MountedEndpoints } from "../../src/endpoint/MountedEndpoint.ts"
import type { MountedEndpoint } from "../../src/endpoint/MountedEndpoint.ts"
import type { Refusal } from "../../src/problem/ProblemTable.ts"
import { AccessLog } from "../../src/request/AccessLog.ts"
import * as Harness from "../support/Harness.ts"
import { rows } from "../support/problemRows.ts"
import * as Wire from "../support/wire.ts"

const attempt = (body: unknown, ...headers: ReadonlyArray<string>) =>
  Harness.send(Wire.request({ path: "/api/platform/sessions", body: JSON.stringify(body), headers }))

/** The audit log of an organisation, once the lines that are written in the background are there. */
const audit = ({ organisationId }: Caller) =>
  Effect.gen(function* () {
    const { tenants } = yield* Tables
    for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
    return [...(tenants.get(organisationId)?.audit ?? [])]
  })

layer(Harness.layer(), { excludeTestServices: true })("the audit log", (it) => {
  it.effect("the audit log has every refusal with its caller, address and request id, and no secret", () =>
    Effect.gen(function* () {
      const { key, mint, operator } = yield* Harness.tenant
      const { email, id } = yield* Harness.person(operator, "viewer")
      const owner = yield* Harness.signIn(operator, (yield* Harness.person(operator, "owner")).email)
      const organisation = operator.organisationId
      const first = (yield* audit(operator)).length

      yield* attempt({ email, password: "canary canary", organisation }, "X-Request-Id: sign-in")
      yield* Harness.send(
        Wire.request({
          method: "GET",
          path: "/api/platform/users",
          token: key,
          contentType: undefined,
          headers: ["X-Request-Id: lacks"]
        })
      )
      // The domain refuses this after the guard: a key may not have a privilege that its maker lacks.
      const maker = yield* mint("apikey:write")
      yield* Harness.send(
        Wire.request({
          path: "/api/platform/api-keys",
          token: Redacted.value(maker.token.text),
          headers: ["X-Request-Id: delegates"],
          body: JSON.stringify({ name: "More", privileges: ["audit:read"] })
        })
      )
      const revoked = yield* mint("form:read")
      yield* Harness.platform("POST", `api-keys/${revoked.key.id}/revoke`, owner)
      yield* Harness.send(
        Wire.request({ path: "/nothing", token: Redacted.value(revoked.token.text), headers: ["X-Request-Id: ended"] })
      )
      const lines = (yield* audit(operator)).slice(first).filter(({ action }) => action.endsWith(".refused"))
      const keyId = lines[1]?.credential?.id
      assert.deepStrictEqual(
        lines.map(({ at: _at, id: _id, ...line }) => line),
        [
          {
            action: "sign_in.refused",
            userId: null,
            credential: null,
            subject: id,
            detail: email,
            times: 1,
            address: "127.0.0.1",
            requestId: "sign-in"
          },
          {
            action: "privilege.refused",
            userId: operator.userId,
            credential: { kind: "api_key", id: keyId ?? "" },
            subject: null,
            detail: "user:read",
            times: 1,
            address: "127.0.0.1",
            requestId: "lacks"
          },
          {
            action: "privilege.refused",
            userId: operator.userId,
            credential: { kind: "api_key", id: maker.key.id },
            subject: null,
            detail: "audit:read",
            times: 1,
            address: "127.0.0.1",
            requestId: "delegates"
          },
          {
            action: "credential.refused",
            userId: operator.userId,
            credential: { kind: "api_key", id: revoked.key.id },
            subject: revoked.key.id,
            detail: "revoked",
            times: 1,
            address: "127.0.0.1",
            requestId: "ended"
          }
        ]
      )
      assert.notInclude(JSON.stringify(yield* audit(operator)), "canary")
    })
  )
})

it.live("no line of the log holds a password or a token, also where the request fails", () => {
  const lines: Array<string> = []
  const recorder = Layer.merge(
    Logger.layer([Logger.map(Logger.formatJson, (line) => lines.push(line))]),
    Layer.succeed(AccessLog, (line) => void lines.push(JSON.stringify(line)))
  )
  return Effect.gen(function* () {
    const { operator } = yield* Harness.tenant
    const { email } = yield* Harness.person(operator, "owner")
    const organisation = operator.organisationId
    const session = yield* Harness.signIn(operator, email)
    const made = Wire.json(
      yield* Harness.platform("POST", "api-keys", session, { name: "New", privileges: ["form:read"] })
    )
    yield* attempt({ email, password: "canary-wrong", organisation })
    yield* Harness.platform("POST", "leaked-tokens", undefined, { token: made["token"] })
    yield* Harness.platform("POST", "leaked-tokens", undefined, { token: "canary-token" })
    yield* Harness.platform("GET", "me", String(made["token"]))
    assert.isAbove(lines.filter((line) => line.includes('"status"')).length, 5)
    for (const secret of [Harness.password, "canary", session, String(made["token"]).slice(-20)])
      for (const line of lines) assert.notInclude(line, secret)
  }).pipe(Effect.provide(Harness.layer({ logs: "Info" })), Effect.provide(recorder))
})

it.live(
  "the only refusals that the pipeline audits are a missing privilege and a missing session, as its own answer or in the answer of a handler",
  () => {
    let refusal: Refusal = new PrivilegeMissing({ privilege: "form:read" })
    const mounted = (path: string, answer: MountedEndpoint["answer"]): MountedEndpoint => ({
      path,
      origins: new Set(),
      envelope: 0,
      answer
    })
    const mounts = Layer.succeed(MountedEndpoints, [
      mounted("/told", () => Effect.sync(() => ({ status: 200, body: "{}", refusal }))),
      mounted("/refused", () => Effect.suspend(() => Effect.fail(refusal)))
    ])
    return Effect.gen(function* () {
      const { key, operator } = yield* Harness.tenant
      const before = (yield* audit(operator)).length
      for (const row of rows) {
        refusal = row.refusal
        for (const path of ["/told", "/refused"]) yield* Harness.call(path, key, {})
      }
      for (const privilege of ["form:read", "user:write"] as const) {
        refusal = new PrivilegeMissing({ privilege })
        yield* Harness.call(privilege === "form:read" ? "/told" : "/refused", key, {})
      }
      const lines = (yield* audit(operator)).slice(before).map(({ action, detail }) => [action, detail])
      const lacking = rows.flatMap(({ refusal }) =>
        refusal._tag === "PrivilegeMissing"
          ? [refusal.privilege]
          : refusal._tag === "SessionRequired"
            ? ["session"]
            : []
      )
      // A repeat within a minute is counted in the line of the first.
      assert.deepStrictEqual(
        lines,
        [...new Set(lacking), "form:read", "user:write"].map((privilege) => ["privilege.refused", privilege])
      )
    }).pipe(
      Effect.provide(
        Harness.over(mounts.pipe(Layer.provideMerge(Harness.services({ limit: 10_000, windowMillis: 60_000 }))))
      )
    )
  }
)
