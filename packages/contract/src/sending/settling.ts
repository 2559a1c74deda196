/** Laws of Outbox: several attempts are recorded in one step, each for itself. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Claim } from "@formwork/domain/sending/Outbox"
import { at } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import type { It, Time } from "../suite.ts"

export const settling = (it: It, { pass }: Time): void => {
  it.effect(
    "attempts that are recorded together are recorded each by its own result, and only under its own lease",
    () =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const stranger = yield* FiringFixture.setting
        const outbox = yield* Outbox
        const store = yield* FiringStore
        yield* FiringFixture.file(owner, version, [FiringFixture.note])
        const late = yield* FiringFixture.claimOne(owner, { leaseMillis: 20 })
        yield* pass("40 millis")
        const again = yield* FiringFixture.claimOne(owner)
        yield* FiringFixture.file(owner, version, [FiringFixture.note, FiringFixture.note])
        yield* FiringFixture.file(stranger.owner, stranger.version, [FiringFixture.note])
        const claims = yield* FiringFixture.claim([owner, stranger.owner])
        const [one, two, three] = [at(claims, 0), at(claims, 1), at(claims, 2)]
        const recorded = yield* outbox.settle([
          { claim: three, settlement: FiringFixture.settlement("dead", { reason: "No." }) },
          { claim: late, settlement: FiringFixture.settlement("dead") },
          { claim: one, settlement: FiringFixture.settlement("delivered", { status: 250, excerpt: "ok" }) },
          { claim: { ...two, leaseId: late.leaseId }, settlement: FiringFixture.settlement("dead") }
        ])
        assert.deepStrictEqual(recorded, [true, false, true, false])
        const stateOf = ({ id, organisationId }: Claim) =>
          Effect.map(
            store.get(organisationId === owner.organisationId ? owner : stranger.owner, id),
            ({ lastAttempt, state }) => [state, lastAttempt?.result, lastAttempt?.status, lastAttempt?.reason]
          )
        assert.deepStrictEqual(yield* Effect.forEach([one, two, three, again], stateOf), [
          ["delivered", "delivered", 250, null],
          ["pending", null, null, null],
          ["dead", "dead", null, "No."],
          ["pending", null, null, null]
        ])
        assert.deepStrictEqual(yield* outbox.settle([]), [])
      })
  )
}
