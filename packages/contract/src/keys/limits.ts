/** Laws of a key's other limits: from where, how often, and what it may pass on (spec/http.md §3.19 and spec/http.md §3.20). */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

import { setting } from "./ReachFixture.ts"

const admission = (it: It): void => {
  it.effect(
    "a key is admitted from its own addresses alone; a request from elsewhere, or from nowhere known, is not counted",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const addresses = ["203.0.113.0/24", "2001:db8::/32"]
        const { token } = yield* Fixture.newKey(owner, [], { limits: { addresses, requestsPerMinute: 100 } })
        const from = (address: string | undefined) =>
          Effect.provideService(Fixture.verdict(token), CurrentRequest, { requestId: undefined, address })
        for (const address of ["203.0.113.1", "203.0.113.255", "2001:db8:0:1::7"])
          assert.strictEqual(yield* from(address), "good", address)
        for (const address of ["203.0.112.255", "203.0.114.0", "2001:db9::1", "::ffff:cb00:7101", undefined])
          assert.strictEqual(yield* from(address), "wrong_address", String(address))
        const admitted = Admissions.use((admissions) => admissions.admit(token))
        const { budget } = yield* Effect.provideService(admitted, CurrentRequest, {
          requestId: undefined,
          address: "203.0.113.9"
        })
        assert.deepStrictEqual([budget.limit, budget.left, budget.windowSeconds], [100, 96, 60])
      })
  )

  it.effect("a key with a budget of its own spends that one, and every other key the deployment's", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const owner = yield* Fixture.owner
      const { token } = yield* Fixture.newKey(owner, [], { limits: { requestsPerMinute: 2 } })
      const { token: plain } = yield* Fixture.newKey(owner, [])
      assert.deepStrictEqual((yield* admissions.admit(token)).budget, {
        limit: 2,
        windowSeconds: 60,
        left: 1,
        resetSeconds: 60
      })
      yield* admissions.admit(token)
      const refused = yield* refuses(admissions.admit(token), "RateLimited")
      assert.deepStrictEqual([refused.limit, refused.windowSeconds], [2, 60])
      assert.strictEqual((yield* admissions.admit(plain)).budget.limit, 100_000)
    })
  )

  it.effect("a caller has the limits that its key was made with, and a session has none", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { form } = yield* Fixture.liveForm(owner)
      const limits = {
        forms: [form.id],
        folders: null,
        requestsPerMinute: 7,
        addresses: null,
        operations: ["evaluate", "forms.list"]
      }
      const { caller, key } = yield* Fixture.machine(owner, [], limits)
      assert.deepStrictEqual(caller.limits, limits)
      assert.deepInclude(key, limits)
      assert.isNull((yield* Fixture.machine(owner)).caller.limits)
      assert.isNull((yield* Fixture.signedIn(owner)).caller.limits)
    })
  )
}

const delegation = (it: It): void => {
  it.effect(
    "a key that ends makes none that ends later, and one that was replaced none that outlives its overlap",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const now = yield* DateTime.now
        const [early, end, late] = [1, 2, 3].map((hours) => DateTime.add(now, { hours }))
        if (early === undefined || end === undefined || late === undefined) return assert.fail("three times")
        const { key, token } = yield* Fixture.newKey(owner, ["apikey:write"], { expiresAt: end })
        const { caller } = yield* Admissions.use((admissions) => admissions.admit(token))
        const made = yield* Fixture.newKey(caller, [], { expiresAt: early })
        assert.strictEqual(made.key.createdByKey, key.id)
        for (const options of [{ expiresAt: late }, {}])
          assert.strictEqual((yield* refuses(Fixture.newKey(caller, [], options), "BeyondLimits")).limit, "expiresAt")
        yield* refuses(Fixture.rotate(caller, made.key.id, { expiresAt: late }), "BeyondLimits")
        yield* refuses(Fixture.rotate(caller, made.key.id, { expiresAt: null }), "BeyondLimits")

        const lasting = yield* Fixture.machine(owner, ["apikey:write"])
        yield* Fixture.rotate(owner, lasting.key.id, { overlapMillis: 3_600_000 })
        yield* refuses(Fixture.newKey(lasting.caller, []), "BeyondLimits")
        yield* Fixture.newKey(lasting.caller, [], { expiresAt: DateTime.add(now, { minutes: 30 }) })
      })
  )

  it.effect(
    "a replacement keeps the end of the key before it unless it is given another; none is for a person to give",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const expiresAt = DateTime.add(yield* DateTime.now, { hours: 2 })
        const { key } = yield* Fixture.newKey(owner, [], { expiresAt })
        const { key: kept } = yield* Fixture.rotate(owner, key.id)
        assert.deepStrictEqual(kept.expiresAt, expiresAt)
        const { caller } = yield* Fixture.machine(owner, ["apikey:write"])
        yield* refuses(Fixture.rotate(caller, kept.id, { expiresAt: null }), "BeyondLimits")
        assert.isNull((yield* Fixture.rotate(owner, kept.id, { expiresAt: null })).key.expiresAt)
      })
  )
}

const places = (it: It): void => {
  it.effect("keys take at most nine tenths of the places for keys, so that a person can always make one", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { caller, key } = yield* Fixture.machine(owner, ["apikey:write"])
      const activeLimit = 10
      for (let made = 0; made < 8; made++) yield* Fixture.newKey(caller, [], { activeLimit })
      assert.strictEqual((yield* refuses(Fixture.newKey(caller, [], { activeLimit }), "ApiKeyLimitReached")).limit, 9)
      yield* Fixture.rotate(caller, key.id, { overlapMillis: 3_600_000, activeLimit })
      yield* Fixture.newKey(owner, [], { activeLimit })
      assert.strictEqual((yield* refuses(Fixture.newKey(owner, [], { activeLimit }), "ApiKeyLimitReached")).limit, 10)
    })
  )
}

const passing = (it: It): void => {
  it.effect(
    "a key names only forms and folders that it reaches itself, and does not learn whether the others exist",
    () =>
      Effect.gen(function* () {
        const { below, beside, caller, inside, outside, owner } = yield* setting
        const missing = yield* Fixture.uuid
        for (const forms of [[outside.id], [missing], [inside.id, missing]])
          assert.strictEqual(
            (yield* refuses(Fixture.newKey(caller, [], { limits: { forms } }), "BeyondLimits")).limit,
            "forms"
          )
        for (const folders of [[beside.id], [missing]])
          yield* refuses(Fixture.newKey(caller, [], { limits: { folders } }), "BeyondLimits")
        yield* Fixture.newKey(caller, [], { limits: { forms: [inside.id], folders: [below.id] } })
        const { problems } = yield* refuses(
          Fixture.newKey(owner, [], { limits: { forms: [outside.id, missing], folders: [missing] } }),
          "RequestInvalid"
        )
        assert.deepStrictEqual(
          problems.map(({ pointer }) => pointer),
          ["/forms/1", "/folders/0"]
        )
      })
  )

  it.effect("a replacement has the limits of the key before it, and a key replaces none that goes beyond its own", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const limits = { addresses: ["203.0.113.0/24"], operations: ["evaluate"], requestsPerMinute: 60 }
      const { key } = yield* Fixture.newKey(owner, [], { limits })
      assert.deepInclude((yield* Fixture.rotate(owner, key.id)).key, limits)
      const { key: wide } = yield* Fixture.newKey(owner, [], { limits: { requestsPerMinute: 5_000 } })
      const { caller: slow } = yield* Fixture.machine(owner, ["apikey:write"], { requestsPerMinute: 60 })
      const { caller: plain } = yield* Fixture.machine(owner, ["apikey:write"])
      assert.strictEqual(
        (yield* refuses(Fixture.rotate(plain, wide.id), "PrivilegeMissing")).privilege,
        "apikey:budget"
      )
      const { key: usual } = yield* Fixture.newKey(owner, [])
      yield* refuses(Fixture.rotate(slow, usual.id), "BeyondLimits")
      yield* Fixture.rotate(owner, wide.id)
    })
  )

  it.effect("a key with a budget of its own replaces no key, itself included: it would begin with a full budget", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const slow = yield* Fixture.machine(owner, ["apikey:write"], { requestsPerMinute: 2 })
      const { key: slower } = yield* Fixture.newKey(owner, [], { limits: { requestsPerMinute: 1 } })
      for (const { id } of [slow.key, slower]) {
        for (const overlapMillis of [0, 60_000]) {
          const { limit } = yield* refuses(Fixture.rotate(slow.caller, id, { overlapMillis }), "BeyondLimits")
          assert.strictEqual(limit, "requestsPerMinute")
        }
      }
      const { caller: plain } = yield* Fixture.machine(owner, ["apikey:write"])
      assert.strictEqual((yield* Fixture.rotate(plain, slower.id)).key.requestsPerMinute, 1)
      assert.strictEqual((yield* Fixture.rotate(owner, slow.key.id)).key.requestsPerMinute, 2)
    })
  )
}

export const contract = suite("limits of keys", (it) => {
  admission(it)
  delegation(it)
  places(it)
  passing(it)
})
