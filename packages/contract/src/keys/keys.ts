/** Laws of ApiKeyStore and Admissions: what a key may do, and when it ends. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import * as fc from "fast-check"
import * as Caller from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Token from "@formwork/domain/credentials/Token"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { passTo, suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const Privileges = Schema.UniqueArray(Privilege)

const admit = Effect.fnUntraced(function* (token: Token.Token) {
  const admissions = yield* Admissions
  return yield* Effect.exit(admissions.admit(token))
})

const refused = Effect.fnUntraced(function* (token: Token.Token) {
  const admissions = yield* Admissions
  yield* refuses(admissions.admit(token), "Unauthenticated")
})

export const example = (it: It): void => {
  it.effect("a key authenticates until it is revoked", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const keys = yield* ApiKeyStore
      const { key, token } = yield* Fixture.newKey(owner, ["submission:read"])
      assert.strictEqual(yield* Fixture.verdict(token), "good")

      yield* keys.revoke(owner, key.id, "manual")

      assert.strictEqual(yield* Fixture.verdict(token), "revoked")
      assert.deepInclude(yield* keys.get(owner, key.id), { revokedReason: "manual", revokedBy: owner.userId })
    })
  )
}

const proof = (it: It): void => {
  it.effect.prop(
    "a key has exactly the privileges of its grant, in the organisation that it was made in",
    [Privileges],
    ([privileges]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { caller, key } = yield* Fixture.machine(owner, privileges)
        assert.deepStrictEqual([...caller.privileges].sort(), [...privileges].sort())
        assert.strictEqual(caller.organisationId, owner.organisationId)
        assert.strictEqual(caller.userId, owner.userId)
        assert.deepStrictEqual(caller.credential, { kind: "api_key", id: key.id })
      }),
    { arbitrary: { runs: 20 } }
  )

  it.effect("only the exact token authenticates: not another secret, another key or another organisation", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const { key, token } = yield* Fixture.newKey(owner, ["submission:read"])
      yield* refused(yield* Fixture.forged(token))
      yield* refused(yield* Token.mint(Fixture.prefixes, "api_key", owner.organisationId, yield* Fixture.uuid))
      yield* refused(yield* Token.mint(Fixture.prefixes, "api_key", stranger.organisationId, key.id))
      yield* refused({ ...token, organisationId: stranger.organisationId })
      assert.strictEqual((yield* admit(token))._tag, "Success")
    })
  )
}

const endings = (it: It, subject: Time): void => {
  it.effect("a revoked key is refused at its next request, stays listed, and keeps the first date", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* ApiKeyStore
      const { key, token } = yield* Fixture.newKey(owner, ["submission:read"])
      assert.strictEqual((yield* admit(token))._tag, "Success")
      const first = yield* store.revoke(owner, key.id, "manual")
      yield* refused(token)
      yield* subject.pass("10 millis")
      const second = yield* store.revoke(owner, key.id, "reported")
      assert.strictEqual(second.revokedReason, "manual")
      assert.strictEqual(second.revokedBy, owner.userId)
      assert.deepStrictEqual(second.revokedAt, first.revokedAt)
      assert.isNotNull(first.revokedAt)
      assert.deepStrictEqual(
        (yield* store.list(owner)).map(({ id }) => id),
        [key.id]
      )
      assert.deepInclude(yield* store.get(owner, key.id), second)
    })
  )

  it.effect("a key whose end has passed is not made", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* ApiKeyStore
      const expiresAt = yield* DateTime.now
      yield* subject.pass("1 millis")
      assert.strictEqual((yield* Effect.flip(Fixture.newKey(owner, [], { expiresAt })))._tag, "RequestInvalid")
      assert.deepStrictEqual(yield* store.list(owner), [])
    })
  )

  it.effect("a key is refused from the moment it expires", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const expiresAt = DateTime.add(yield* DateTime.now, { milliseconds: 400 })
      const { token } = yield* Fixture.newKey(owner, ["submission:read"], { expiresAt })
      assert.strictEqual((yield* admit(token))._tag, "Success")
      yield* passTo(subject, 400)
      yield* refused(token)
    })
  )

  it.effect("any sequence of making, ending and using keys agrees with a simple model", () =>
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const step = fc.record({ act: fc.constantFrom("make", "revoke", "use"), pick: fc.nat(7) })
      for (const steps of fc.sample(fc.array(step, { maxLength: 25 }), { numRuns: 12, seed: 20 })) {
        const owner = yield* Fixture.owner
        const made: Array<{ readonly token: Token.Token; readonly id: string; active: boolean }> = []
        for (const { act, pick } of steps) {
          const chosen = made[pick % Math.max(1, made.length)]
          if (act === "make") {
            const { key, token } = yield* Fixture.newKey(owner, ["submission:read"])
            made.push({ token, id: key.id, active: true })
          } else if (chosen !== undefined && act === "revoke") {
            const key = (yield* store.list(owner)).find(({ id }) => id === chosen.id)
            if (key !== undefined) yield* store.revoke(owner, key.id, "manual")
            chosen.active = false
          } else if (chosen !== undefined) {
            assert.strictEqual((yield* admit(chosen.token))._tag, chosen.active ? "Success" : "Failure")
          }
        }
        const listed = new Map<string, boolean>(
          (yield* store.list(owner)).map((key) => [key.id, key.revokedAt === null])
        )
        assert.deepStrictEqual(listed, new Map(made.map(({ active, id }) => [id, active])))
      }
    })
  )
}

const delegation = (it: It): void => {
  it.effect.prop(
    "a key can delegate only its own privileges",
    [Privileges, Privileges],
    ([held, wanted]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { caller } = yield* Fixture.machine(owner, held)
        const result = yield* Effect.result(Fixture.newKey(caller, wanted))
        const lacking = wanted.filter((privilege) => !held.includes(privilege))
        if (lacking.length === 0) assert.strictEqual(result._tag, "Success")
        else
          assert.include(
            lacking,
            result._tag === "Failure" && result.failure._tag === "PrivilegeMissing" && result.failure.privilege
          )
      }),
    { arbitrary: { runs: 20 } }
  )

  it.effect("a creator may delegate the privileges that it has in the store, not those that it claims", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { caller } = yield* Fixture.machine(owner, ["apikey:write"])
      const inflated: Caller.Caller = { ...caller, privileges: Privilege.literals }
      yield* refuses(Fixture.newKey(inflated, ["form:write"]), "PrivilegeMissing")
      const viewer = yield* Fixture.person(owner, "viewer")
      const posing = Caller.operator(owner.organisationId, viewer.user.id, "owner")
      yield* refuses(Fixture.newKey(posing, ["form:write"]), "PrivilegeMissing")
    })
  )

  it.effect("a caller whose credential has ended makes no keys", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* ApiKeyStore
      const { caller, key } = yield* Fixture.machine(owner, ["apikey:write"])
      yield* store.revoke(owner, key.id, "manual")
      yield* refuses(Fixture.newKey(caller, ["apikey:write"]), "Unauthenticated")
    })
  )

  it.effect("an organisation has a limited number of active keys; revoking one makes room", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* ApiKeyStore
      const limited = Fixture.newKey(owner, [], { activeLimit: 2 })
      const { key } = yield* limited
      yield* limited
      assert.strictEqual((yield* refuses(limited, "ApiKeyLimitReached")).limit, 2)
      yield* store.revoke(owner, key.id, "manual")
      yield* limited
    })
  )

  it.effect("the keys of another organisation are missing", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const store = yield* ApiKeyStore
      const { key, token } = yield* Fixture.newKey(owner, ["submission:read"])
      assert.deepStrictEqual(yield* store.list(stranger), [])
      yield* refuses(store.get(stranger, key.id), "ApiKeyNotFound")
      yield* refuses(store.revoke(stranger, key.id, "manual"), "ApiKeyNotFound")
      assert.strictEqual((yield* admit(token))._tag, "Success")
    })
  )
}

export const contract = suite("keys", (it, time) => {
  example(it)
  proof(it)
  endings(it, time)
  delegation(it)
})
