/** When a key ends, and why: what its owner reads beside it. */
import { assert, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { keyEnd, RevokedReason } from "@formwork/domain/keys/ApiKey"

/** Few moments, so that a key is often revoked at the very moment of its expiry. */
const Moment = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))
const Revocation = Schema.Struct({ at: Moment, reason: RevokedReason })

const ada = { kind: "user", id: "01890000-0000-7000-8000-00000000000a", name: "Ada" } as const
const next = { kind: "key", id: "01890000-0000-7000-8000-00000000000b", name: "Web" } as const

const dated = (at: number | null) => (at === null ? null : DateTime.makeUnsafe(at))
const endOf = (expiresAt: number | null, revocation: typeof Revocation.Type | null) =>
  keyEnd({
    expiresAt: dated(expiresAt),
    replacement: next,
    revokedAt: dated(revocation?.at ?? null),
    revokedReason: revocation?.reason ?? null,
    revoker: revocation === null ? null : ada
  })

it.prop(
  "a key ends at the first of its expiry and its revocation, and has no end without either",
  [Schema.NullOr(Moment), Schema.NullOr(Revocation)],
  ([expiresAt, revocation]) => {
    const moments = [expiresAt, revocation?.at ?? null].filter((at) => at !== null)
    const end = endOf(expiresAt, revocation)
    assert.strictEqual(end === null ? null : DateTime.toEpochMillis(end.at), moments.toSorted()[0] ?? null)
  },
  { arbitrary: { runs: 300 } }
)

it.prop(
  "a key that was revoked by its expiry ended for that reason and by that person; later the revocation changes nothing",
  [Schema.NullOr(Moment), Revocation],
  ([expiresAt, revocation]) => {
    const end = endOf(expiresAt, revocation)
    if (expiresAt !== null && revocation.at > expiresAt) return assert.deepStrictEqual(end, endOf(expiresAt, null))
    assert.deepInclude(end, { reason: revocation.reason, by: ada, replacement: next })
  },
  { arbitrary: { runs: 300 } }
)

it("who revoked a key is not named where it had expired before; its replacement is", () => {
  const expired = endOf(1, { at: 2, reason: "rotated" })
  assert.deepStrictEqual(expired, { at: DateTime.makeUnsafe(1), reason: "expired", by: null, replacement: next })
})
