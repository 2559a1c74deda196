/** Keys over a socket: make, list, revoke and rotate them (spec/service.md §2; spec/http.md §3). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import { CallCounter } from "@formwork/domain/usage/CallCounter"
import * as Harness from "../support/Harness.ts"
import { missing } from "../support/matrixRecords.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf, objectOf, problemsOf, textOf } from "../support/reading.ts"

const keyMembers = [
  "id",
  "name",
  "privileges",
  "forms",
  "folders",
  "requestsPerMinute",
  "addresses",
  "operations",
  "createdBy",
  "createdByKey",
  "createdAt",
  "expiresAt",
  "lastUsedAt",
  "revokedAt",
  "revokedBy",
  "revokedReason",
  "replacedBy",
  "hint"
]

const owner = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const { email, id } = yield* Harness.person(tenant.operator, "owner")
  return { ...tenant, userId: id, session: yield* Harness.signIn(tenant.operator, email) }
})

const pointers = (answer: Wire.Answer) => problemsOf(answer).map(({ code, pointer }) => [pointer, code])

layer(Harness.layer(), { excludeTestServices: true })("a key", (it) => {
  it.effect("a new key has a token that works, is shown once, and is in no later answer", () =>
    Effect.gen(function* () {
      const { form, session, userId } = yield* owner
      const answer = yield* Harness.platform("POST", "api-keys", session, {
        name: " Quotes on the website ",
        privileges: ["submission:write", "apikey:read", "submission:write"],
        expiresAt: "2099-12-31T23:59:59.5+01:00"
      })
      assert.strictEqual(answer.status, 201, answer.body)
      const { token, ...key } = Wire.json(answer)
      assert.strictEqual(answer.headers["location"], `/api/platform/api-keys/${key["id"]}`)
      assert.match(String(token), /^fwk_[0-9A-Za-z]{93}$/u)
      assert.deepStrictEqual(Object.keys(key), keyMembers)
      assert.deepInclude(key, {
        name: " Quotes on the website ",
        privileges: ["submission:write", "apikey:read"],
        createdBy: userId,
        expiresAt: "2099-12-31T22:59:59.500Z",
        revokedAt: null,
        hint: `fwk_…${String(token).slice(-4)}`
      })
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), String(token))).status, 200)
      for (const path of ["api-keys", `api-keys/${key["id"]}`]) {
        const { body, status } = yield* Harness.platform("GET", path, String(token))
        assert.strictEqual(status, 200)
        assert.include(body, String(key["id"]))
        assert.notInclude(body, String(token).slice(4, -4))
      }
    })
  )

  it.effect("a list and a record name who made and ended a key, and count its calls, for a reader of keys alone", () =>
    Effect.gen(function* () {
      const { form, key, keyId, mint, operator, session, userId } = yield* owner
      const reader = Redacted.value((yield* mint("apikey:read")).token.text)
      const counter = yield* CallCounter
      yield* Harness.call(Harness.evaluatePath(form.id), key)
      yield* counter.flush
      const rotated = Wire.json(yield* Harness.platform("POST", `api-keys/${keyId}/rotate`, session, { name: "Next" }))
      const answer = yield* Harness.platform("GET", `api-keys/${keyId}`, reader)
      const record = Wire.json(answer)
      const { id, revokedAt } = objectOf(rotated["replaced"])
      assert.deepStrictEqual(Object.keys(record), [...keyMembers, "creator", "creatorKey", "end", "callsToday"])
      assert.deepInclude(record, {
        id,
        creator: { kind: "user", id: operator.userId, name: "Edith" },
        creatorKey: null,
        callsToday: 1,
        end: {
          at: revokedAt,
          reason: "rotated",
          by: { kind: "user", id: userId, name: "Olive" },
          replacement: { kind: "key", id: objectOf(rotated["key"])["id"], name: "Next" }
        }
      })
      const items = itemsOf(yield* Harness.platform("GET", "api-keys", reader))
      assert.deepStrictEqual(
        items.find((item) => item["id"] === keyId),
        record
      )
      assert.strictEqual((yield* Harness.platform("GET", "users", reader)).status, 403)
    })
  )

  it.effect("a malformed body, an unknown privilege and a past or malformed date answer 422", () =>
    Effect.gen(function* () {
      const { form, session } = yield* owner
      const right = { name: "x", privileges: ["form:read"] }
      const cases: ReadonlyArray<readonly [unknown, ReadonlyArray<readonly [string, string]>]> = [
        [
          {},
          [
            ["/name", "required"],
            ["/privileges", "required"]
          ]
        ],
        [{ ...right, name: "" }, [["/name", "rule"]]],
        [{ ...right, name: "x".repeat(101) }, [["/name", "rule"]]],
        [{ ...right, name: "\u0000" }, [["/name", "rule"]]],
        [{ ...right, name: 1 }, [["/name", "type"]]],
        [{ ...right, privileges: ["submission:write", "submission:all"] }, [["/privileges/1", "choice"]]],
        [{ ...right, privileges: [7] }, [["/privileges/0", "choice"]]],
        [{ ...right, privileges: "form:read" }, [["/privileges", "type"]]],
        [{ ...right, token: "mine" }, [["/token", "unknown_field"]]],
        [{ ...right, createdBy: "me" }, [["/createdBy", "unknown_field"]]],
        [{ ...right, expiresAt: "2020-01-01T00:00:00Z" }, [["/expiresAt", "min"]]],
        ...["2099-12-31", "2099-02-30T00:00:00Z", "2099-12-31T25:00:00Z", "tomorrow", "", "2099-12-31T00:00:00"].map(
          (expiresAt) => [{ ...right, expiresAt }, [["/expiresAt", "rule"]]] as const
        ),
        [{ ...right, expiresAt: null }, [["/expiresAt", "type"]]],
        [{ ...right, privileges: [] }, [["/privileges", "rule"]]],
        [{ ...right, forms: [] }, [["/forms", "rule"]]],
        [{ ...right, forms: ["x"] }, [["/forms/0", "rule"]]],
        [{ ...right, forms: [missing] }, [["/forms/0", "choice"]]],
        [{ ...right, folders: [missing] }, [["/folders/0", "choice"]]],
        [{ ...right, requestsPerMinute: 0 }, [["/requestsPerMinute", "rule"]]],
        [{ ...right, requestsPerMinute: 100_001 }, [["/requestsPerMinute", "rule"]]],
        [{ ...right, addresses: ["203.0.113.1/24"] }, [["/addresses/0", "rule"]]],
        [{ ...right, addresses: ["203.0.113.1"] }, [["/addresses/0", "rule"]]],
        [{ ...right, addresses: Array.from({ length: 33 }, (_, n) => `10.0.${n}.0/24`) }, [["/addresses", "rule"]]],
        [{ ...right, operations: ["evaluate", "none"] }, [["/operations/1", "choice"]]],
        [{ name: "x", privileges: ["audit:read", "form:read"], forms: [form.id] }, [["/privileges/0", "rule"]]]
      ]
      for (const [body, expected] of cases) {
        const answer = yield* Harness.platform("POST", "api-keys", session, body)
        assert.deepStrictEqual([answer.status, pointers(answer)], [422, expected], JSON.stringify(body))
      }
    })
  )

  it.effect("a key with a privilege that its maker lacks is refused with 403, also where a key makes it", () =>
    Effect.gen(function* () {
      const { mint } = yield* owner
      const maker = Redacted.value((yield* mint("apikey:write", "form:read")).token.text)
      const make = (...privileges: ReadonlyArray<Privilege>) =>
        Harness.platform("POST", "api-keys", maker, { name: "New", privileges })
      const refused = yield* make("form:read", "form:write", "audit:read")
      assert.deepStrictEqual([refused.status, Wire.json(refused)["privilege"]], [403, "form:write"])
      const made = yield* make("form:read", "apikey:write")
      assert.strictEqual(made.status, 201)
      const grandchild = yield* Harness.platform("POST", "api-keys", String(Wire.json(made)["token"]), {
        name: "New",
        privileges: ["form:write"]
      })
      assert.strictEqual(grandchild.status, 403)
    })
  )

  it.effect("a key is revoked at once, stays listed, and keeps its first date when it is revoked twice", () =>
    Effect.gen(function* () {
      const { form, key, mint, session, userId } = yield* owner
      const { key: record, token } = yield* mint("submission:write")
      const text = Redacted.value(token.text)
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), text)).status, 200)
      const first = yield* Harness.platform("POST", `api-keys/${record.id}/revoke`, session)
      assert.strictEqual(first.status, 200)
      assert.deepInclude(Wire.json(first), { revokedBy: userId, revokedReason: "manual" })
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), text)).status, 401)
      const second = yield* Harness.platform("POST", `api-keys/${record.id}/revoke`, session)
      assert.deepStrictEqual(Wire.json(second), Wire.json(first))
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), key)).status, 200)
      const items = itemsOf(yield* Harness.platform("GET", "api-keys", session))
      assert.deepInclude(
        items.find(({ id }) => id === record.id),
        Wire.json(first)
      )
    })
  )

  it.effect(
    "a rotated key works until its overlap is over, its successor works at once, and an ended key answers 409",
    () =>
      Effect.gen(function* () {
        const { form, mint, session } = yield* owner
        const { key, token } = yield* mint("submission:write")
        const works = (text: string) =>
          Effect.map(Harness.call(Harness.evaluatePath(form.id), text), ({ status }) => status)
        const old = Redacted.value(token.text)
        const rotated = yield* Harness.platform("POST", `api-keys/${key.id}/rotate`, session, {})
        assert.strictEqual(rotated.status, 201, rotated.body)
        const { key: made, replaced: former, token: text, ...rest } = Wire.json(rotated)
        const [successor, replaced, next] = [objectOf(made), objectOf(former), textOf(text)]
        assert.deepStrictEqual(rest, {})
        assert.deepStrictEqual([Object.keys(successor), Object.keys(replaced)], [keyMembers, keyMembers])
        assert.deepInclude(successor, { name: key.name, privileges: ["submission:write"], revokedAt: null })
        assert.deepInclude(replaced, { id: key.id, revokedReason: "rotated", replacedBy: successor["id"] })
        const overlap = Date.parse(String(replaced["revokedAt"])) - Date.now()
        assert.isTrue(overlap > 86_390_000 && overlap <= 86_400_000, String(overlap))
        assert.strictEqual(rotated.headers["location"], `/api/platform/api-keys/${successor["id"]}`)
        assert.deepStrictEqual([yield* works(old), yield* works(next)], [200, 200])

        const again = yield* Harness.platform("POST", `api-keys/${key.id}/rotate`, session, {})
        assert.deepStrictEqual(
          [again.status, Wire.json(again)["code"], again.headers["retry-after"]],
          [409, "CONFLICT", undefined]
        )
        const now = yield* Harness.platform("POST", `api-keys/${successor["id"]}/rotate`, session, {
          overlapSeconds: 0,
          name: "Third"
        })
        assert.strictEqual(now.status, 201)
        const third = Wire.json(now)
        assert.strictEqual(objectOf(third["key"])["name"], "Third")
        assert.deepStrictEqual([yield* works(next), yield* works(textOf(third["token"]))], [401, 200])
      })
  )

  it.effect("a key is rotated with an overlap of at most a week", () =>
    Effect.gen(function* () {
      const { mint, session } = yield* owner
      const { key } = yield* mint()
      const rotate = (body: unknown) => Harness.platform("POST", `api-keys/${key.id}/rotate`, session, body)
      for (const overlapSeconds of [-1, 604_801, 0.5, "1", null]) {
        const answer = yield* rotate({ overlapSeconds })
        assert.deepStrictEqual([answer.status, pointers(answer)[0]?.[0]], [422, "/overlapSeconds"])
      }
      const past = yield* rotate({ expiresAt: "2020-01-01T00:00:00Z" })
      assert.deepStrictEqual([past.status, pointers(past)], [422, [["/expiresAt", "min"]]])
      const nowhere = yield* Harness.platform("POST", "api-keys/x/rotate", session, {
        expiresAt: "2020-01-01T00:00:00Z"
      })
      assert.strictEqual(nowhere.status, 404)
      const missing = "api-keys/01890000-0000-7000-8000-000000000000/rotate"
      assert.strictEqual(
        (yield* Harness.platform("POST", missing, session, { expiresAt: "2020-01-01T00:00:00Z" })).status,
        404
      )
      assert.strictEqual((yield* rotate({ overlapSeconds: 604_800 })).status, 201)
    })
  )

  it.effect("reporting a leaked token ends it, and the answer hides whether it existed", () =>
    Effect.gen(function* () {
      const { form, key, session } = yield* owner
      const report = (token: unknown) => Harness.platform("POST", "leaked-tokens", undefined, { token })
      const flipped = session.replace(/.$/u, (last) => (last === "0" ? "1" : "0"))
      const answers = [yield* report("junk"), yield* report(flipped)]
      assert.strictEqual((yield* Harness.platform("GET", "me", session)).status, 200)
      for (const token of [key, key, session]) answers.push(yield* report(token))
      for (const answer of answers) assert.deepStrictEqual(Wire.bytes(answer), Wire.bytes(answers[0] ?? answer))
      assert.deepStrictEqual([answers[0]?.status, answers[0]?.body], [204, ""])
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), key)).status, 401)
      assert.strictEqual((yield* Harness.platform("GET", "me", session)).status, 401)
      for (const token of [7, null, "x".repeat(1_001)]) {
        const answer = yield* report(token)
        assert.deepStrictEqual([answer.status, pointers(answer)[0]?.[0]], [422, "/token"])
      }
    })
  )
})
