/** Admissions that share a statement, from two processes on a real server. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Fixture from "@formwork/contract/Fixture"
import { each, processes, times, unbounded } from "./Processes.ts"

layer(processes, { excludeTestServices: true })("admissions in one batch", (it) => {
  it.effect("each token of a shared statement gets its own answer, over organisations and processes", () =>
    Effect.gen(function* () {
      const admissions = yield* each(Admissions)
      const keys = yield* ApiKeyStore
      const settings = yield* Effect.forEach(
        times(6, (index) => index),
        () =>
          Effect.gen(function* () {
            const owner = yield* Fixture.owner
            const good = yield* Fixture.newKey(owner, ["form:read"])
            const session = yield* Fixture.newSession(owner)
            const revoked = yield* Fixture.newKey(owner, [])
            yield* keys.revoke(owner, revoked.key.id, "manual")
            const forged = yield* Fixture.forged(good.token)
            return { owner, good: [good.token, session.token], bad: [revoked.token, forged] }
          })
      )
      const asked = times(40, () => settings)
        .flat()
        .flatMap(({ bad, good, owner }) => [
          ...good.map((token) => ({ owner, token, wanted: "Success" })),
          ...bad.map((token) => ({ owner, token, wanted: "Unauthenticated" }))
        ])
      yield* Effect.forEach(
        asked,
        Effect.fnUntraced(function* ({ owner, token, wanted }, index) {
          const result = yield* Effect.result(admissions[index % 2 === 0 ? 0 : 1].admit(token))
          assert.strictEqual(result._tag === "Success" ? "Success" : result.failure._tag, wanted)
          if (result._tag === "Failure") return
          assert.strictEqual(result.success.caller.organisationId, owner.organisationId)
          assert.strictEqual(result.success.caller.credential.id, token.credentialId)
        }),
        unbounded
      )
    })
  )
})
