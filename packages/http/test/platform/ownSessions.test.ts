/** A person's own sessions over a socket (spec/http.md §3.24). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { problemsOf } from "../support/reading.ts"

const phone = "Mozilla/5.0 (Android 16; Mobile; rv:147.0) Gecko/147.0 Firefox/147.0"

const owner = Effect.gen(function* () {
  const { operator } = yield* Harness.tenant
  const { email } = yield* Harness.person(operator, "owner")
  return { operator, email }
})

type Owner = Effect.Success<typeof owner>

const signIn = ({ email, operator }: Owner, headers: ReadonlyArray<string> = [], more = {}) => {
  const body = { email, password: Harness.password, organisation: operator.organisationId, ...more }
  return Harness.send(Wire.request({ path: "/api/platform/sessions", body: JSON.stringify(body), headers }))
}

const tokenOf = (answer: Wire.Answer): string => String(Wire.json(answer)["token"])

const listed = Effect.fnUntraced(function* (token: string) {
  const answer = yield* Harness.platform("GET", "me/sessions", token)
  assert.strictEqual(answer.status, 200, answer.body)
  const { items }: { items: ReadonlyArray<Readonly<Record<string, unknown>>> } = JSON.parse(answer.body)
  return items
})

/** The cookie that an answer sets, as a browser sends it back, with what a page of this server adds. */
const cookieOf = ({ headers }: Wire.Answer) => [
  `Cookie: ${headers["set-cookie"]?.split(";")[0] ?? ""}`,
  "X-Formwork: console"
]

layer(Harness.layer({ proxies: 1 }), { excludeTestServices: true })("one's own sessions", (it) => {
  it.effect("each shows when it began, its use, address and browser, and which one this is; none shows a secret", () =>
    Effect.gen(function* () {
      const who = yield* owner
      const mobile = tokenOf(yield* signIn(who, ["X-Forwarded-For: 203.0.113.9", `User-Agent: ${phone}`]))
      const long = tokenOf(yield* signIn(who, ["X-Forwarded-For: 2001:db8::7", `User-Agent: ${"x".repeat(300)}`]))
      const items = yield* listed(mobile)
      assert.deepStrictEqual(
        items.map(({ address, browser, isCurrent }) => ({ address, browser, isCurrent })),
        [
          { address: "2001:db8::7", browser: "x".repeat(200), isCurrent: false },
          { address: "203.0.113.9", browser: phone, isCurrent: true }
        ]
      )
      for (const item of items) {
        const { createdAt, expiresAt } = item
        assert.deepStrictEqual(Object.keys(item).sort(), [
          "address",
          "browser",
          "createdAt",
          "expiresAt",
          "id",
          "isCurrent",
          "lastUsedAt"
        ])
        assert.strictEqual(Date.parse(String(expiresAt)) - Date.parse(String(createdAt)), 12 * 3_600_000)
      }
      const [other, own] = items
      assert.isNull(other?.["lastUsedAt"])
      assert.isString(own?.["lastUsedAt"])
      assert.strictEqual((yield* listed(long))[0]?.["isCurrent"], true)
    })
  )

  it.effect("ending one refuses its next request, and ending it again is 404", () =>
    Effect.gen(function* () {
      const who = yield* owner
      const here = tokenOf(yield* signIn(who))
      const there = tokenOf(yield* signIn(who))
      const [{ id } = { id: "" }] = yield* listed(here)
      const end = Harness.platform("DELETE", `me/sessions/${String(id)}`, here)
      assert.strictEqual((yield* end).status, 204)
      assert.strictEqual((yield* Harness.platform("GET", "me", there)).status, 401)
      assert.strictEqual((yield* listed(here)).length, 1)
      const again = yield* end
      assert.deepStrictEqual([again.status, Wire.json(again)["code"]], [404, "NOT_FOUND"])
    })
  )

  it.effect("another person's session is missing, in the same organisation and in another", () =>
    Effect.gen(function* () {
      const who = yield* owner
      const here = tokenOf(yield* signIn(who))
      const colleague = { ...who, email: (yield* Harness.person(who.operator, "viewer")).email }
      for (const other of [colleague, yield* owner]) {
        const token = tokenOf(yield* signIn(other))
        const [{ id } = { id: "" }] = yield* listed(token)
        const answer = yield* Harness.platform("DELETE", `me/sessions/${String(id)}`, here)
        assert.strictEqual(answer.status, 404)
        assert.strictEqual((yield* Harness.platform("GET", "me", token)).status, 200)
      }
    })
  )

  it.effect("ending the others leaves this one, and has to be asked for in words", () =>
    Effect.gen(function* () {
      const who = yield* owner
      const here = tokenOf(yield* signIn(who))
      const others = [tokenOf(yield* signIn(who)), tokenOf(yield* signIn(who))]
      for (const [query, code] of [
        ["", "required"],
        ["?others=false", "type"],
        ["?others=", "type"]
      ]) {
        const answer = yield* Harness.platform("DELETE", `me/sessions${query}`, here)
        assert.strictEqual(answer.status, 422, answer.body)
        assert.deepStrictEqual(
          problemsOf(answer).map((problem) => [problem["field"], problem["code"]]),
          [["others", code]]
        )
      }
      assert.strictEqual((yield* listed(here)).length, 3)
      assert.strictEqual((yield* Harness.platform("DELETE", "me/sessions?others=true", here)).status, 204)
      for (const token of others) assert.strictEqual((yield* Harness.platform("GET", "me", token)).status, 401)
      assert.strictEqual((yield* listed(here)).length, 1)
    })
  )

  it.effect("by a cookie it is the same; ending the own one clears the cookie, and ending another does not", () =>
    Effect.gen(function* () {
      const who = yield* owner
      const cookie = cookieOf(yield* signIn(who, [], { cookie: true }))
      const call = (method: string, path: string) => Harness.platform(method, path, undefined, undefined, cookie)
      yield* signIn(who)
      const { items }: { items: ReadonlyArray<{ id: string; isCurrent: boolean }> } = JSON.parse(
        (yield* call("GET", "me/sessions")).body
      )
      for (const isCurrent of [false, true]) {
        const id = items.find((item) => item.isCurrent === isCurrent)?.id ?? assert.fail("two sessions")
        const ended = yield* call("DELETE", `me/sessions/${id}`)
        assert.strictEqual(ended.status, 204)
        assert.strictEqual(ended.headers["clear-site-data"], isCurrent ? '"cache", "storage"' : undefined)
        assert.strictEqual("set-cookie" in ended.headers, isCurrent)
      }
      assert.strictEqual((yield* call("GET", "me/sessions")).status, 401)
    })
  )
})
