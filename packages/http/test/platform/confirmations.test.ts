/** What is asked for again of a session in a cookie, over a socket (spec/http.md §3.26). */
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { ConfirmationLifetime } from "@formwork/domain/credentials/Confirmation"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf } from "../support/reading.ts"

const ample = { limit: 100_000, windowMillis: 60_000 }

/** A server on which a proven password counts for that long. */
const remembering = (lifetime: Duration.Input) =>
  Harness.over(
    Harness.services(ample).pipe(Layer.provide(Layer.succeed(ConfirmationLifetime, Duration.fromInputUnsafe(lifetime))))
  )

/** A person who is signed in twice: with a cookie, and with a token. */
const owner = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const { email } = yield* Harness.person(tenant.operator, "owner")
  const body = { email, password: Harness.password, organisation: tenant.operator.organisationId, cookie: true }
  const answer = yield* Harness.send(Wire.request({ path: "/api/platform/sessions", body: JSON.stringify(body) }))
  const cookie = [`Cookie: ${answer.headers["set-cookie"]?.split(";")[0] ?? ""}`, "X-Formwork: console"]
  return { ...tenant, cookie, session: yield* Harness.signIn(tenant.operator, email) }
})

type Owner = Effect.Success<typeof owner>

type Call = readonly [status: number, method: string, path: string, body: unknown]

const invitation = (role: string) => ({ email: `${Harness.unused()}@ashworth.example`, name: "New", role })

/** What is asked for again, each about records of its own. */
const guarded = Effect.fnUntraced(function* ({ form, mint, operator, session }: Owner) {
  const { key } = yield* mint("user:write")
  const viewer = yield* Harness.person(operator, "viewer")
  const admin = yield* Harness.person(operator, "admin")
  const draft = Wire.json(yield* Harness.draft(session, form.id))
  const name = `s${Harness.unused().toLowerCase()}`
  yield* Harness.platform("PUT", "secrets", session, { name, value: "a secret value" })
  const calls: ReadonlyArray<Call> = [
    ...["apikey:write", "user:write", "organisation:write"].map((privilege): Call => [
      201,
      "POST",
      "api-keys",
      { name: "New", privileges: ["form:read", privilege] }
    ]),
    [201, "POST", `api-keys/${key.id}/rotate`, {}],
    [200, "PUT", "secrets", { name: `s${Harness.unused().toLowerCase()}`, value: "a secret value" }],
    [200, "PATCH", `secrets/${name}`, { hosts: ["crm.example"] }],
    [201, "POST", "users", invitation("admin")],
    [201, "POST", "users", invitation("owner")],
    [200, "PATCH", `users/${viewer.id}`, { role: "admin" }],
    [201, "POST", "invitations", invitation("owner")],
    [201, "POST", `users/${admin.id}/invitation`, undefined],
    [204, "POST", `submissions/${String(draft["id"])}/delete`, { reason: "Asked for." }]
  ]
  return calls
})

/** What is not. */
const free = Effect.fnUntraced(function* ({ mint, operator }: Owner) {
  const { key } = yield* mint("form:read")
  const viewer = yield* Harness.person(operator, "viewer")
  const calls: ReadonlyArray<Call> = [
    [201, "POST", "api-keys", { name: "New", privileges: ["submission:write", "submission:delete", "audit:read"] }],
    [201, "POST", `api-keys/${key.id}/rotate`, {}],
    [200, "POST", `api-keys/${key.id}/revoke`, {}],
    [201, "POST", "users", invitation("author")],
    [200, "PATCH", `users/${viewer.id}`, { role: "reviewer" }],
    [200, "PATCH", `users/${viewer.id}`, { name: "Another" }],
    [201, "POST", `users/${viewer.id}/invitation`, undefined],
    [200, "POST", `users/${viewer.id}/deactivate`, undefined]
  ]
  return calls
})

const confirm = ({ cookie }: Owner, password: string) =>
  Harness.platform("POST", "sessions/current/confirm", undefined, { password }, cookie)

layer(remembering(0), { excludeTestServices: true })("a cookie whose password was proven too long ago", (it) => {
  it.effect("is refused what gives lasting power, sets a secret or deletes for good, and nothing has happened", () =>
    Effect.gen(function* () {
      const who = yield* owner
      const calls = yield* guarded(who)
      const audit = yield* AuditStore
      const lines = Effect.map(audit.list(who.operator, {}, { limit: 500, examine: 500 }), ({ items }) => items.length)
      const before = yield* lines
      for (const [, method, path, body] of calls) {
        const answer = yield* Harness.platform(method, path, undefined, body, who.cookie)
        assert.deepStrictEqual(
          [answer.status, Wire.json(answer)["code"]],
          [403, "CONFIRMATION_REQUIRED"],
          `${method} ${path} ${answer.body}`
        )
      }
      assert.strictEqual(yield* lines, before)
    })
  )

  it.effect("may do everything else", () =>
    Effect.gen(function* () {
      const who = yield* owner
      for (const [status, method, path, body] of yield* free(who)) {
        const answer = yield* Harness.platform(method, path, undefined, body, who.cookie)
        assert.strictEqual(answer.status, status, `${method} ${path} ${answer.body}`)
      }
    })
  )

  it.effect("a session's token and a key are asked for nothing", () =>
    Effect.gen(function* () {
      const who = yield* owner
      for (const [status, method, path, body] of yield* guarded(who)) {
        const answer = yield* Harness.platform(method, path, who.session, body)
        assert.strictEqual(answer.status, status, `${method} ${path} ${answer.body}`)
      }
    })
  )
})

layer(remembering("15 minutes"), { excludeTestServices: true })("a cookie whose password was proven just now", (it) => {
  it.effect("may do it, after a sign-in", () =>
    Effect.gen(function* () {
      const who = yield* owner
      for (const [status, method, path, body] of yield* guarded(who)) {
        const answer = yield* Harness.platform(method, path, undefined, body, who.cookie)
        assert.strictEqual(answer.status, status, `${method} ${path} ${answer.body}`)
      }
    })
  )
})

layer(remembering("15 minutes"), { excludeTestServices: true })("confirming", (it) => {
  it.effect("the password is answered with the moment until which it counts", () =>
    Effect.gen(function* () {
      const who = yield* owner
      const before = Date.now()
      const answer = yield* confirm(who, Harness.password)
      assert.strictEqual(answer.status, 200, answer.body)
      const { confirmedUntil, ...rest } = Wire.json(answer)
      assert.deepStrictEqual(rest, {})
      assert.isAtLeast(Date.parse(String(confirmedUntil)), before + 15 * 60_000)
    })
  )

  it.effect("a wrong password is 422, counts for this session alone, and is in the audit log", () =>
    Effect.gen(function* () {
      const who = yield* owner
      for (let attempt = 0; attempt < 12; attempt++) {
        const answer = yield* confirm(who, "wrong wrong wrong")
        assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [422, "PASSWORD_WRONG"])
      }
      const waiting = yield* confirm(who, Harness.password)
      assert.strictEqual(waiting.status, 429, waiting.body)
      const other = { ...who, cookie: [`Authorization: Bearer ${who.session}`] }
      assert.strictEqual((yield* confirm(other, Harness.password)).status, 200)
      const refused = itemsOf(yield* Harness.platform("GET", "audit?action=password.refused", who.session))
      assert.isAtLeast(refused.length, 1)
    })
  )

  it.effect("a key has no password to give: 403", () =>
    Effect.gen(function* () {
      const who = yield* owner
      const answer = yield* confirm({ ...who, cookie: [`Authorization: Bearer ${who.key}`] }, Harness.password)
      assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [403, "SESSION_REQUIRED"])
    })
  )
})
