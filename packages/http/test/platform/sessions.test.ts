/** Signing in and out over a socket, and the refusals of signing in (spec/http.md §3.13). */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { problemsOf } from "../support/reading.ts"

const attempt = (body: unknown, ...headers: ReadonlyArray<string>) =>
  Harness.send(Wire.request({ path: "/api/platform/sessions", body: JSON.stringify(body), headers }))

layer(Harness.layer(), { excludeTestServices: true })("signing in", (it) => {
  it.effect("signing in answers with a token and its end, and ignores any credential that is sent", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { email } = yield* Harness.person(operator, "author")
      const body = { email, password: Harness.password, organisation: operator.organisationId }
      for (const headers of [[], ["Authorization: Bearer none"], ["Authorization: a", "Authorization: b"]]) {
        const answer = yield* attempt(body, ...headers)
        assert.strictEqual(answer.status, 201)
        assert.isUndefined(answer.headers["ratelimit"])
        const { expiresAt, token, ...rest } = Wire.json(answer)
        assert.deepStrictEqual(rest, {})
        assert.match(String(token), /^fws_[0-9A-Za-z]{93}$/u)
        const hours = (Date.parse(String(expiresAt)) - Date.now()) / 3_600_000
        assert.isTrue(hours > 11.9 && hours <= 12, String(expiresAt))
      }
    })
  )

  it.effect("signing in without an organisation chooses the one that was founded first", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { email } = yield* Harness.person(operator, "viewer")
      const answer = yield* attempt({ email, password: Harness.password })
      assert.strictEqual(answer.status, 201, answer.body)
      const me = Wire.json(yield* Harness.platform("GET", "me", String(Wire.json(answer)["token"])))
      assert.deepInclude(me["organisation"], { id: operator.organisationId })
    }).pipe(Effect.provide(Layer.fresh(Harness.layer())))
  )

  it.effect(
    "the 401 is the same for a wrong address, password or organisation, an account without a password, and an ended one",
    () =>
      Effect.gen(function* () {
        const { operator } = yield* Harness.tenant
        const other = yield* Harness.tenant
        const { email } = yield* Harness.person(operator, "viewer")
        const ended = yield* Harness.person(operator, "viewer")
        const owner = yield* Harness.person(operator, "owner")
        const session = yield* Harness.signIn(operator, owner.email)
        assert.strictEqual((yield* Harness.platform("POST", `users/${ended.id}/deactivate`, session)).status, 200)
        const organisation = operator.organisationId
        const { password } = Harness
        const wrong = Wire.bytes(yield* attempt({ email, password: "wrong", organisation }))
        assert.deepStrictEqual(
          [wrong.status, wrong.headers["www-authenticate"], wrong.body],
          [
            401,
            "Bearer",
            JSON.stringify({
              type: "urn:formwork:problem:unauthenticated",
              title: "Signing in was refused",
              status: 401,
              error: "The e-mail address, the password or the organisation is wrong, or the account has ended.",
              code: "UNAUTHENTICATED",
              requestId: "ID"
            })
          ]
        )
        for (const body of [
          { email: "nobody@ashworth.example", password, organisation },
          { email: "edith@ashworth.example", password, organisation },
          { email: ended.email, password, organisation },
          { email, password, organisation: other.operator.organisationId },
          { email, password, organisation: "01890000-0000-7000-8000-000000000000" },
          { email, password: "", organisation },
          { email, password: `${password} `, organisation }
        ]) {
          assert.deepStrictEqual(Wire.bytes(yield* attempt(body)), wrong, JSON.stringify(body))
        }
      })
  )

  it.effect("a malformed body answers 422, and the answer repeats nothing of it", () =>
    Effect.gen(function* () {
      const canary = "canary-canary-canary"
      const bodies: ReadonlyArray<readonly [unknown, ReadonlyArray<string>]> = [
        [{ email: `${canary} at home`, password: canary }, ["/email"]],
        [{ email: "a@b", password: [canary] }, ["/password"]],
        [{ email: "a@b", password: canary.repeat(60) }, ["/password"]],
        [{ email: "a@b", password: canary, organisation: canary }, ["/organisation"]],
        [[canary], [""]],
        [canary, [""]],
        [{ email: { canary }, password: { canary } }, ["/email", "/password"]],
        [{}, ["/email", "/password"]]
      ]
      for (const [body, pointers] of bodies) {
        const answer = yield* attempt(body)
        assert.strictEqual(answer.status, 422, answer.body)
        const problems = problemsOf(answer)
        assert.deepStrictEqual(
          problems.map(({ pointer }) => pointer),
          [...pointers]
        )
        assert.notInclude(answer.body, canary)
      }
    })
  )

  it.effect("a session and a key make the same caller: v1 answers both with the same bytes", () =>
    Effect.gen(function* () {
      const { form, mint, operator, unpublished } = yield* Harness.tenant
      const owner = yield* Harness.person(operator, "owner")
      const session = yield* Harness.signIn(operator, owner.email)
      const { token } = yield* mint(...Privilege.literals)
      const viewer = yield* Harness.signIn(operator, (yield* Harness.person(operator, "viewer")).email)
      const reader = yield* mint(...Role.privileges("viewer"))
      const pairs = [
        [session, Redacted.value(token.text)],
        [viewer, Redacted.value(reader.token.text)]
      ] as const
      for (const [bySession, byKey] of pairs) {
        for (const path of [form.id, unpublished.id, "x"].map(Harness.evaluatePath)) {
          for (const body of [{ data: { name: "Ada", age: 70 } }, { data: {} }, { no: 1 }, "["]) {
            assert.deepStrictEqual(
              Wire.bytes(yield* Harness.call(path, bySession, body)),
              Wire.bytes(yield* Harness.call(path, byKey, body))
            )
          }
        }
        const filed = [yield* Harness.call(Harness.submissionsPath(form.id), bySession)]
        filed.push(yield* Harness.call(Harness.submissionsPath(form.id), byKey))
        assert.strictEqual(filed[0]?.status, filed[1]?.status)
        assert.deepStrictEqual(
          Object.keys(Wire.json(filed[0] ?? assert.fail())),
          Object.keys(Wire.json(filed[1] ?? assert.fail()))
        )
      }
    })
  )

  it.effect("signing out ends the session at once; a key has none to end", () =>
    Effect.gen(function* () {
      const { key, operator } = yield* Harness.tenant
      const { email } = yield* Harness.person(operator, "viewer")
      const [one, two] = [yield* Harness.signIn(operator, email), yield* Harness.signIn(operator, email)]
      const out = yield* Harness.platform("DELETE", "sessions/current", one)
      assert.deepStrictEqual([out.status, out.body], [204, ""])
      assert.strictEqual((yield* Harness.platform("GET", "me", one)).status, 401)
      assert.strictEqual((yield* Harness.platform("GET", "me", two)).status, 200)
      const byKey = yield* Harness.platform("DELETE", "sessions/current", key)
      assert.deepStrictEqual([byKey.status, Wire.json(byKey)["code"]], [403, "SESSION_REQUIRED"])
    })
  )

  it.effect("changing one's own password needs the current one, and ends the other sessions", () =>
    Effect.gen(function* () {
      const { key, operator } = yield* Harness.tenant
      const { email } = yield* Harness.person(operator, "viewer")
      const [mine, other] = [yield* Harness.signIn(operator, email), yield* Harness.signIn(operator, email)]
      const change = (token: string, currentPassword: string, newPassword: string) =>
        Harness.platform("PUT", "me/password", token, { currentPassword, newPassword })
      const next = "a brand new passphrase"
      for (const [token, current, status, code] of [
        [mine, "wrong wrong wrong", 422, "PASSWORD_WRONG"],
        [key, Harness.password, 403, "SESSION_REQUIRED"]
      ] as const) {
        const answer = yield* change(token, current, next)
        assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [status, code])
        assert.notInclude(answer.body, current)
        assert.notInclude(answer.body, next)
      }
      for (const weak of ["short", "x".repeat(201), "with a\u0000 zero inside"]) {
        const answer = yield* change(mine, Harness.password, weak)
        assert.deepStrictEqual([answer.status, Wire.json(answer)["code"]], [422, "INVALID_REQUEST"])
        assert.include(answer.body, "12 to 200 characters")
        assert.notInclude(answer.body, weak)
      }
      const changed = yield* change(mine, Harness.password, next)
      assert.deepStrictEqual([changed.status, changed.body], [204, ""])
      assert.strictEqual((yield* Harness.platform("GET", "me", mine)).status, 200)
      assert.strictEqual((yield* Harness.platform("GET", "me", other)).status, 401)
      const organisation = operator.organisationId
      assert.strictEqual((yield* attempt({ email, password: Harness.password, organisation })).status, 401)
      assert.strictEqual((yield* attempt({ email, password: next, organisation })).status, 201)
    })
  )
})

layer(Harness.layer())("a dozen wrong passwords", (it) => {
  it.effect("a dozen wrong passwords slow a password change from that session, and nothing else", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { email } = yield* Harness.person(operator, "viewer")
      const [mine, other] = [yield* Harness.signIn(operator, email), yield* Harness.signIn(operator, email)]
      const change = (token: string, currentPassword: string) =>
        Harness.platform("PUT", "me/password", token, { currentPassword, newPassword: "a brand new passphrase" })
      const organisation = operator.organisationId
      for (let wrong = 0; wrong < 12; wrong++)
        assert.strictEqual((yield* change(mine, "wrong wrong wrong")).status, 422)
      const waits = yield* change(mine, Harness.password)
      assert.deepStrictEqual([waits.status, waits.headers["retry-after"]], [429, "1"])
      assert.strictEqual((yield* change(other, "wrong wrong wrong")).status, 422)
      assert.strictEqual((yield* attempt({ email, password: Harness.password, organisation })).status, 201)
      for (let wrong = 0; wrong < 12; wrong++) yield* attempt({ email, password: "wrong", organisation })
      assert.strictEqual((yield* attempt({ email, password: Harness.password, organisation })).status, 429)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* change(mine, "wrong wrong wrong")).status, 422)
      assert.strictEqual((yield* change(mine, Harness.password)).headers["retry-after"], "2")
      assert.strictEqual((yield* change(other, Harness.password)).status, 204, "it waits for nobody else")
      assert.strictEqual((yield* attempt({ email, password: "a brand new passphrase", organisation })).status, 201)
    })
  )

  it.effect("a dozen wrong passwords answer 429 RATE_LIMITED with Retry-After, also for an unknown account", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const real = yield* Harness.person(operator, "viewer")
      const organisation = operator.organisationId
      for (const email of [real.email, "nobody@ashworth.example"]) {
        for (let wrong = 0; wrong < 12; wrong++)
          assert.strictEqual((yield* attempt({ email, password: "wrong", organisation })).status, 401)
        const answer = yield* attempt({ email, password: Harness.password, organisation })
        assert.deepStrictEqual(
          [answer.status, answer.headers["retry-after"], Wire.bytes(answer).body],
          [
            429,
            "1",
            JSON.stringify({
              type: "urn:formwork:problem:rate-limited",
              title: "Too many wrong passwords",
              status: 429,
              error: "There were too many wrong passwords for this account. Wait 1 second before another.",
              code: "RATE_LIMITED",
              requestId: "ID"
            })
          ]
        )
        yield* TestClock.adjust("1 second")
        const expected = email === real.email ? 201 : 401
        assert.strictEqual((yield* attempt({ email, password: Harness.password, organisation })).status, expected)
      }
    })
  )
})

layer(Harness.layer({ proxies: 1 }))("an attacker elsewhere", (it) => {
  it.effect("keeps an owner out of no network from which they signed in before, and other networks wait", () =>
    Effect.gen(function* () {
      const { operator } = yield* Harness.tenant
      const { email } = yield* Harness.person(operator, "owner")
      const from = (address: string, password: string) =>
        attempt({ email, password, organisation: operator.organisationId }, `X-Forwarded-For: ${address}`)
      assert.strictEqual((yield* from("192.0.2.1", Harness.password)).status, 201)
      for (let wrong = 0; wrong < 13; wrong++) yield* from("198.51.100.1", "wrong")
      assert.strictEqual((yield* from("198.51.100.1", "wrong")).status, 429)
      assert.strictEqual((yield* from("2001:db8::1", Harness.password)).status, 201)
      for (let network = 2; network < 90; network++)
        assert.strictEqual((yield* from(`198.51.100.${network}`, "wrong")).status, 401)
      const stranger = yield* from("203.0.113.1", Harness.password)
      assert.deepStrictEqual([stranger.status, stranger.headers["retry-after"]], [429, "1"])
      assert.strictEqual((yield* from("192.0.2.1", "wrong")).status, 401)
      assert.strictEqual((yield* from("192.0.2.1", Harness.password)).status, 201)
      assert.strictEqual((yield* from("2001:db8::ffff", Harness.password)).status, 201, "of one customer's network")
      assert.strictEqual((yield* from("2001:db8:0:1::1", Harness.password)).status, 429)
    })
  )
})
