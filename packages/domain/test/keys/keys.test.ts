/** Keys, as an embedder uses them. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type * as Caller from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { ApiKeyPolicy, ApiKeys, maxOverlap } from "@formwork/domain/keys/ApiKeys"
import { Sessions } from "@formwork/domain/people/Sessions"
import { Invitations } from "@formwork/domain/people/Invitations"
import { authenticate, nowhere, password, refusal, request, services, setting, tag } from "../people/ownerFixture.ts"

layer(services)("keys", (it) => {
  it.effect("a new key has each privilege once, a token of its own, and the requested expiry", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const expiresAt = DateTime.addDuration(yield* DateTime.now, "1 hour")
      const { key, token } = yield* keys.create(operator, {
        name: "Web",
        privileges: ["form:read", "form:write", "form:read"],
        expiresAt
      })
      assert.deepStrictEqual([key.name, key.privileges], ["Web", ["form:read", "form:write"]])
      assert.deepStrictEqual(key.expiresAt, expiresAt)
      assert.strictEqual(key.hint, `fwk_…${Redacted.value(token.text).slice(-4)}`)
      assert.deepStrictEqual([token.kind, token.credentialId], ["api_key", key.id])
      const { caller } = yield* authenticate(token.text)
      assert.deepStrictEqual(caller.credential, { kind: "api_key", id: key.id })
      assert.isNull((yield* keys.create(operator, request)).key.expiresAt)
    })
  )

  it.effect(
    "a caller cannot give a privilege that it lacks: the refusal names the first, in the order of the request",
    () =>
      Effect.gen(function* () {
        const { operator } = yield* setting
        const keys = yield* ApiKeys
        const caller = { ...operator, privileges: ["apikey:write", "form:read"] as const }
        const requests: ReadonlyArray<readonly [ReadonlyArray<Privilege>, Privilege | undefined]> = [
          [["form:read"], undefined],
          [["form:read", "audit:read", "form:write"], "audit:read"],
          [["form:write", "audit:read"], "form:write"]
        ]
        for (const [privileges, missing] of requests) {
          const found = yield* refusal(keys.create(caller, { name: "Web", privileges }))
          assert.strictEqual(typeof found === "object" && "privilege" in found ? found.privilege : undefined, missing)
        }
      })
  )

  it.effect("every call needs only its privilege", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const overlap = Duration.zero
      const rotation = { overlap, name: undefined, expiresAt: undefined }
      const calls = {
        "apikey:read": [keys.list, (as: Caller.Caller) => keys.get(as, nowhere)],
        "apikey:write": [
          (as: Caller.Caller) => keys.create(as, request),
          (as: Caller.Caller) => keys.revoke(as, nowhere),
          (as: Caller.Caller) => keys.rotate(as, nowhere, rotation)
        ]
      } satisfies Partial<Record<Privilege, ReadonlyArray<(as: Caller.Caller) => Effect.Effect<unknown, unknown>>>>
      for (const [needed, all] of Object.entries(calls)) {
        for (const call of all) {
          const work: (as: Caller.Caller) => Effect.Effect<unknown, { readonly _tag: string }> = call
          const without = Privilege.literals.filter((privilege) => privilege !== needed)
          const found: unknown = yield* refusal(work({ ...operator, privileges: without }))
          assert.deepInclude(found, { _tag: "PrivilegeMissing", privilege: needed })
          const alone = Privilege.literals.filter((privilege) => privilege === needed)
          assert.include(["nothing", "ApiKeyNotFound"], yield* tag(work({ ...operator, privileges: alone })))
        }
      }
    })
  )

  it.effect("keys are listed newest first, found by id, and revoked with the reason manual", () =>
    Effect.gen(function* () {
      const { operator, owner } = yield* setting
      const keys = yield* ApiKeys
      const first = yield* keys.create(operator, request)
      yield* TestClock.adjust("1 second")
      const second = yield* keys.create(operator, request)
      assert.deepStrictEqual(
        (yield* keys.list(operator)).map(({ id }) => id),
        [second.key.id, first.key.id]
      )
      assert.deepInclude(yield* keys.get(operator, first.key.id), first.key)
      assert.strictEqual(yield* tag(keys.get(operator, nowhere)), "ApiKeyNotFound")
      const revoked = yield* keys.revoke(operator, first.key.id)
      assert.deepStrictEqual([revoked.revokedReason, revoked.revokedBy], ["manual", owner.id])
      assert.strictEqual(yield* tag(authenticate(first.token.text)), "Unauthenticated")
      yield* authenticate(second.token.text)
    })
  )

  it.effect("an organisation may have 100 active keys, unless configured otherwise", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      for (let made = 0; made < 100; made++) yield* keys.create(operator, request)
      assert.deepInclude(yield* refusal(keys.create(operator, request)), { _tag: "ApiKeyLimitReached", limit: 100 })
      const one = Layer.fresh(services).pipe(
        Layer.provide(Layer.succeed(ApiKeyPolicy, { activeLimit: 1, requestsPerMinute: 120 }))
      )
      yield* Effect.gen(function* () {
        const other = yield* setting
        const few = yield* ApiKeys
        yield* few.create(other.operator, request)
        assert.deepInclude(yield* refusal(few.create(other.operator, request)), { limit: 1 })
      }).pipe(Effect.provide(one))
    })
  )

  it.effect("rotation keeps the name unless another is given, and both keys work until the overlap is over", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const old = yield* keys.create(operator, { name: "Web", privileges: ["form:read"] })
      const expiresAt = DateTime.addDuration(yield* DateTime.now, "30 days")
      const next = yield* keys.rotate(operator, old.key.id, { overlap: maxOverlap, name: undefined, expiresAt })
      assert.deepStrictEqual(
        [next.key.name, next.key.privileges, next.key.expiresAt],
        ["Web", ["form:read"], expiresAt]
      )
      assert.deepStrictEqual([next.replaced.id, next.replaced.replacedBy], [old.key.id, next.key.id])
      assert.strictEqual(next.token.credentialId, next.key.id)
      assert.strictEqual(Duration.toDays(maxOverlap), 7)
      yield* TestClock.adjust(Duration.subtract(maxOverlap, Duration.millis(1)))
      yield* authenticate(old.token.text)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* tag(authenticate(old.token.text)), "Unauthenticated")
      yield* authenticate(next.token.text)
      const overlap = Duration.zero
      const last = yield* keys.rotate(operator, next.key.id, { overlap, name: "New", expiresAt: undefined })
      assert.deepStrictEqual([last.key.name, last.key.expiresAt], ["New", expiresAt])
      assert.strictEqual(yield* tag(authenticate(next.token.text)), "Unauthenticated")
    })
  )

  it.effect("a name or an overlap outside its bounds is a defect, because adapters check both", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const { key } = yield* keys.create(operator, request)
      const rotation = { overlap: Duration.zero, name: undefined, expiresAt: undefined }
      const badName = "A key's name has 1 to 100 characters"
      for (const name of ["", "x".repeat(101), "a\nb", "\ud800"]) {
        assert.strictEqual(yield* tag(keys.create(operator, { ...request, name })), badName)
        assert.strictEqual(yield* tag(keys.rotate(operator, key.id, { ...rotation, name })), badName)
      }
      for (const overlap of [Duration.millis(-1), Duration.sum(maxOverlap, Duration.millis(1))]) {
        const rotated = keys.rotate(operator, key.id, { ...rotation, overlap })
        assert.strictEqual(yield* tag(rotated), "A rotated key works for at most 7 days")
      }
      yield* authenticate((yield* keys.create(operator, { ...request, name: "😀".repeat(100) })).token.text)
    })
  )

  it.effect("reporting a leaked token ends its key, session or invitation; any other text changes nothing", () =>
    Effect.gen(function* () {
      const { email, operator, organisationId, tenant } = yield* setting
      const keys = yield* ApiKeys
      const { key, token } = yield* keys.create(operator, request)
      const session = yield* Sessions.use((sessions) => sessions.signIn({ email, organisationId, password }))
      yield* keys.report(Redacted.make("fwk_none"))
      yield* authenticate(token.text)
      yield* keys.report(token.text)
      yield* keys.report(session.token.text)
      const invitations = yield* Invitations
      const { delivery } = yield* invitations.invite(operator, {
        email: "olive@ashworth.example",
        name: "O",
        role: "viewer"
      })
      if (delivery.by !== "caller") return assert.fail("there is no mail server here")
      yield* keys.report(delivery.token)
      assert.strictEqual(yield* tag(invitations.accept(delivery.token, password)), "InvitationRefused")
      assert.strictEqual(tenant.keys.get(key.id)?.key.revokedReason, "reported")
      for (const { text } of [token, session.token])
        assert.strictEqual(yield* tag(authenticate(text)), "Unauthenticated")
    })
  )
})
