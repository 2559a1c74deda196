/** Laws of replacing a key, and of ending a credential that leaked. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import * as Grant from "@formwork/domain/callers/Grant"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { passTo, suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const Privileges = Schema.UniqueArray(Privilege)
const hour = 3_600_000

const rotation = (it: It, time: Time): void => {
  it.effect.prop(
    "a replacement has the privileges of the key that it replaces, and the caller needs all of them",
    [Privileges, Privileges],
    ([held, wanted]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { caller } = yield* Fixture.machine(owner, held)
        const old = yield* Fixture.newKey(owner, wanted)
        const claiming = { ...caller, privileges: Privilege.literals }
        const result = yield* Effect.result(Fixture.rotate(claiming, old.key.id, { overlapMillis: hour }))
        const lacking = Grant.firstMissing(held, wanted)
        if (result._tag === "Failure") {
          assert.isDefined(lacking)
          assert.strictEqual(result.failure._tag, "PrivilegeMissing")
          assert.strictEqual(yield* Fixture.verdict(old.token), "good")
        } else {
          assert.isUndefined(lacking)
          const { key, replaced, token } = result.success
          assert.deepStrictEqual([...key.privileges].sort(), [...wanted].sort())
          assert.strictEqual(key.name, old.key.name)
          assert.strictEqual(key.createdBy, owner.userId)
          assert.strictEqual(replaced.replacedBy, key.id)
          assert.strictEqual(yield* Fixture.verdict(token), "good")
          assert.strictEqual(yield* Fixture.verdict(old.token), "good")
        }
      }),
    { arbitrary: { runs: 15 } }
  )

  it.effect("both keys work during the overlap; the old key ends with it, or at once without an overlap", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const old = yield* Fixture.newKey(owner, ["form:read"])
      const { replaced, token } = yield* Fixture.rotate(owner, old.key.id, { overlapMillis: 700 })
      assert.strictEqual(replaced.revokedReason, "rotated")
      assert.strictEqual(replaced.revokedBy, owner.userId)
      assert.strictEqual(yield* Fixture.verdict(old.token), "good")
      yield* passTo(time, 700)
      assert.strictEqual(yield* Fixture.verdict(old.token), "revoked")
      assert.strictEqual(yield* Fixture.verdict(token), "good")
      for (let round = 0; round < 20; round++) {
        const { key, token: sudden } = yield* Fixture.newKey(owner, [])
        yield* Fixture.rotate(owner, key.id, { overlapMillis: 0 })
        assert.strictEqual(yield* Fixture.verdict(sudden), "revoked")
      }
    })
  )

  it.effect("an overlap ends with the expiry of the old key", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const expiresAt = DateTime.add(yield* DateTime.now, { milliseconds: 600 })
      const old = yield* Fixture.newKey(owner, [], { expiresAt })
      const { key, token } = yield* Fixture.rotate(owner, old.key.id, { overlapMillis: hour, expiresAt: null })
      assert.isNull(key.expiresAt)
      yield* passTo(time, 600)
      assert.strictEqual(yield* Fixture.verdict(old.token), "expired")
      assert.strictEqual(yield* Fixture.verdict(token), "good")
    })
  )
}

const refusals = (it: It, { pass }: Time): void => {
  it.effect(
    "rotating refuses a key that has ended, was rotated or is missing, and a caller whose credential has ended",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const stranger = yield* Fixture.owner
        const keys = yield* ApiKeyStore
        const rotated = yield* Fixture.newKey(owner, [])
        yield* Fixture.rotate(owner, rotated.key.id, { overlapMillis: hour })
        const revoked = yield* Fixture.newKey(owner, [])
        yield* keys.revoke(owner, revoked.key.id, "manual")
        const soon = DateTime.add(yield* DateTime.now, { milliseconds: 300 })
        const expired = yield* Fixture.newKey(owner, [], { expiresAt: soon })
        yield* pass("350 millis")
        for (const { key } of [rotated, revoked, expired]) yield* refuses(Fixture.rotate(owner, key.id), "ApiKeyEnded")
        const live = yield* Fixture.newKey(owner, [])
        yield* refuses(Fixture.rotate(stranger, live.key.id), "ApiKeyNotFound")
        const nothing = ApiKeyId.make(yield* Fixture.uuid)
        yield* refuses(Fixture.rotate(owner, nothing), "ApiKeyNotFound")
        const { caller, key } = yield* Fixture.machine(owner, ["apikey:write"])
        yield* keys.revoke(owner, key.id, "manual")
        yield* refuses(Fixture.rotate(caller, nothing), "Unauthenticated")
        assert.strictEqual(yield* Fixture.verdict(live.token), "good")
      })
  )

  it.effect("a key can rotate itself, and a full organisation can rotate but not add", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { caller, key, token } = yield* Fixture.machine(owner, ["apikey:write"])
      const limited = Fixture.newKey(owner, [], { activeLimit: 1 })
      yield* refuses(limited, "ApiKeyLimitReached")
      yield* Fixture.rotate(caller, key.id, { overlapMillis: hour })
      assert.strictEqual(yield* Fixture.verdict(token), "good")
      yield* refuses(limited, "ApiKeyLimitReached")
    })
  )

  it.effect(
    "revoking the old key during the overlap ends it at once; after the overlap it keeps the date of the rotation",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const keys = yield* ApiKeyStore
        const first = yield* Fixture.newKey(owner, [])
        const { key: second } = yield* Fixture.rotate(owner, first.key.id, { overlapMillis: hour })
        const ended = yield* keys.revoke(owner, first.key.id, "manual")
        assert.strictEqual(ended.revokedReason, "manual")
        assert.strictEqual(ended.replacedBy, second.id)
        assert.strictEqual(yield* Fixture.verdict(first.token), "revoked")
        const { replaced } = yield* Fixture.rotate(owner, second.id, { overlapMillis: 20 })
        yield* pass("30 millis")
        assert.deepStrictEqual(yield* keys.revoke(owner, second.id, "manual"), replaced)
      })
  )
}

const Step = Schema.Struct({
  does: Schema.Literals(["make", "rotate", "rotate at once", "revoke"]),
  to: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 }))
})

const limits = (it: It): void => {
  it.effect.prop(
    "after any sequence of changes at most twice the limit of active keys work, and a key can always be rotated without overlap",
    [Schema.Array(Step).check(Schema.isMinLength(8), Schema.isMaxLength(24))],
    ([steps]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const keys = yield* ApiKeyStore
        const activeLimit = 2
        const made: Array<Effect.Success<ReturnType<typeof Fixture.newKey>>> = []
        for (const { does, to } of [{ does: "make", to: 0 } as const, ...steps]) {
          const chosen = made.at(-1 - (to % Math.max(1, made.length)))
          if (does === "make") {
            const result = yield* Effect.result(Fixture.newKey(owner, [], { activeLimit }))
            if (result._tag === "Success") made.push(result.success)
          } else if (chosen !== undefined && does === "revoke") {
            yield* keys.revoke(owner, chosen.key.id, "manual")
          } else if (chosen !== undefined) {
            const overlapMillis = does === "rotate" ? hour : 0
            const result = yield* Effect.result(Fixture.rotate(owner, chosen.key.id, { overlapMillis, activeLimit }))
            if (result._tag === "Success") made.push(result.success)
            else if (overlapMillis === 0) assert.strictEqual(result.failure._tag, "ApiKeyEnded")
          }
        }
        const verdicts = yield* Effect.forEach(made, ({ token }) => Fixture.verdict(token))
        assert.isAtMost(verdicts.filter((verdict) => verdict === "good").length, 2 * activeLimit)
      }),
    { arbitrary: { runs: 40 } }
  )

  it.effect("a full organisation can rotate every key once, and again after the first overlap", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const activeLimit = 2
      const rotate = (id: ApiKeyId, overlapMillis: number) => Fixture.rotate(owner, id, { overlapMillis, activeLimit })
      const { key: a } = yield* Fixture.newKey(owner, [], { activeLimit })
      const { key: b } = yield* Fixture.newKey(owner, [], { activeLimit })
      const { key: a2 } = yield* rotate(a.id, hour)
      const { key: b2 } = yield* rotate(b.id, hour)
      yield* refuses(Fixture.newKey(owner, [], { activeLimit }), "ApiKeyLimitReached")
      yield* refuses(rotate(a2.id, hour), "ApiKeyLimitReached")
      yield* (yield* ApiKeyStore).revoke(owner, a.id, "manual")
      const { key: a3 } = yield* rotate(a2.id, hour)
      const { key: b3 } = yield* rotate(b2.id, 0)
      for (const { id } of [a3, b3]) yield* refuses(rotate(id, hour), "ApiKeyLimitReached")
    })
  )

  it.effect("a key in its overlap counts once its replacement has ended", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const activeLimit = 1
      const { key } = yield* Fixture.newKey(owner, [], { activeLimit })
      const { key: next } = yield* Fixture.rotate(owner, key.id, { overlapMillis: hour, activeLimit })
      const keys = yield* ApiKeyStore
      yield* keys.revoke(owner, next.id, "manual")
      yield* refuses(Fixture.newKey(owner, [], { activeLimit }), "ApiKeyLimitReached")
      yield* keys.revoke(owner, key.id, "manual")
      assert.strictEqual(yield* Fixture.tagOf(Fixture.newKey(owner, [], { activeLimit })), "Success")
    })
  )
}

const leaks = (it: It): void => {
  it.effect("a reported token ends its credential; a report with another secret changes nothing", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const credentials = yield* CredentialStore
      const keys = yield* ApiKeyStore
      const key = yield* Fixture.newKey(owner, ["form:read"])
      const session = yield* Fixture.newSession(owner)
      const before = yield* Fixture.log(owner)
      for (const { token } of [key, session]) {
        yield* credentials.endLeaked(yield* Fixture.forged(token))
        yield* credentials.endLeaked({ ...token, kind: token.kind === "session" ? "api_key" : "session" })
        assert.strictEqual(yield* Fixture.verdict(token), "good")
      }
      assert.deepStrictEqual(yield* Fixture.log(owner), before)
      for (const { token } of [key, session]) {
        yield* credentials.endLeaked(token)
        assert.strictEqual(yield* Fixture.verdict(token), "revoked")
      }
      const reported = yield* keys.get(owner, key.key.id)
      assert.strictEqual(reported.revokedReason, "reported")
      assert.isNull(reported.revokedBy)
      const lines = yield* Fixture.log(owner)
      for (const { token } of [key, session]) yield* credentials.endLeaked(token)
      assert.deepStrictEqual(yield* Fixture.log(owner), lines)
      assert.deepInclude(reported, yield* keys.revoke(owner, key.key.id, "manual"))
    })
  )

  it.effect("a report keeps the end of a revoked key, and ends a key in its overlap at once", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const credentials = yield* CredentialStore
      const keys = yield* ApiKeyStore
      const revoked = yield* Fixture.newKey(owner, [])
      const first = yield* keys.revoke(owner, revoked.key.id, "manual")
      yield* credentials.endLeaked(revoked.token)
      assert.deepInclude(yield* keys.get(owner, revoked.key.id), first)
      const rotated = yield* Fixture.newKey(owner, [])
      yield* Fixture.rotate(owner, rotated.key.id, { overlapMillis: hour })
      yield* credentials.endLeaked(rotated.token)
      assert.strictEqual(yield* Fixture.verdict(rotated.token), "revoked")
    })
  )
}

export const contract = suite("rotation", (it, time) => {
  rotation(it, time)
  refusals(it, time)
  limits(it)
  leaks(it)
})
