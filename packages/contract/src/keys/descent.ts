/** Laws of what a key leads to: keys that descend from it, and idempotency keys that its replacements share (spec/http.md §3.21). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

import { setting } from "./ReachFixture.ts"

const descent = (it: It): void => {
  it.effect("revoking a key with its descendants ends every key that it led to, and no other", () =>
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const owner = yield* Fixture.owner
      const parent = yield* Fixture.machine(owner, ["apikey:write"])
      const child = yield* Fixture.machine(parent.caller, ["apikey:write"])
      const grandchild = yield* Fixture.newKey(child.caller, [])
      const { token: renewed } = yield* Fixture.rotate(owner, grandchild.key.id)
      const bystander = yield* Fixture.newKey(owner, [])
      assert.deepStrictEqual(
        (yield* store.list(owner, { createdByKey: parent.key.id })).map(({ id }) => id),
        [child.key.id]
      )
      yield* store.revoke(owner, child.key.id, "manual")
      assert.strictEqual(yield* Fixture.verdict(renewed), "good")

      yield* store.revoke(owner, parent.key.id, "manual", true)
      for (const token of [parent.token, child.token, grandchild.token, renewed])
        assert.strictEqual(yield* Fixture.verdict(token), "revoked")
      assert.strictEqual(yield* Fixture.verdict(bystander.token), "good")
      const revoked = (yield* Fixture.log(owner)).filter(({ action }) => action === "api_key.revoked")
      assert.strictEqual(new Set(revoked.map(({ subject }) => subject)).size, revoked.length)
      assert.strictEqual(revoked.length, 3)
    })
  )

  it.effect("a key with forms or folders finds itself and its descendants, and every other key is missing", () =>
    Effect.gen(function* () {
      const { caller, key, folder, owner } = yield* setting
      const store = yield* ApiKeyStore
      const { key: child } = yield* Fixture.newKey(caller, [], { limits: { folders: [folder.id] } })
      const { key: other } = yield* Fixture.newKey(owner, [])
      assert.deepStrictEqual((yield* store.list(caller)).map(({ id }) => id).sort(), [child.id, key.id].sort())
      yield* refuses(store.get(caller, other.id), "ApiKeyNotFound")
      yield* refuses(store.revoke(caller, other.id, "manual"), "ApiKeyNotFound")
      yield* refuses(Fixture.rotate(caller, other.id), "ApiKeyNotFound")
      yield* store.revoke(caller, child.id, "manual")
    })
  )

  it.effect("an idempotency key outlives the rotations of the key that sent it", () =>
    Effect.gen(function* () {
      const store = yield* SubmissionStore
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const idempotency = { key: "k", bodyHash: new Uint8Array(32).fill(5) }
      const first = yield* Fixture.machine(owner)
      const filed = yield* store.file(first.caller, yield* Fixture.filing(version, { idempotency }))
      const admit = Effect.fnUntraced(function* (id: typeof first.key.id) {
        const { key, token } = yield* Fixture.rotate(owner, id, { overlapMillis: 3_600_000 })
        return { key, caller: (yield* Admissions.use((admissions) => admissions.admit(token))).caller }
      })
      const second = yield* admit(first.key.id)
      const third = yield* admit(second.key.id)
      for (const { caller } of [second, third]) {
        const again = yield* store.file(caller, yield* Fixture.filing(version, { idempotency }))
        assert.strictEqual(again._tag, "Replayed")
        assert.deepStrictEqual(
          yield* store.replay(caller, version.formId, idempotency),
          filed._tag === "Filed" ? filed.submission : undefined
        )
      }
      const stranger = yield* Fixture.machine(owner)
      assert.isUndefined(yield* store.replay(stranger.caller, version.formId, idempotency))
    })
  )
}

export const contract = suite("descent of keys", (it) => {
  descent(it)
})
