/** Laws of the secrets' two ports: set and listed by people, opened by sending alone, replaced without a gap. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { SecretStore } from "@formwork/domain/secrets/SecretStore"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Fixture from "../Fixture.ts"
import type { Ports, Subject } from "../Subject.ts"

const hour = 3_600_000

const set = Effect.fnUntraced(function* (caller: Caller, name: string, value: string, overlapMillis = hour) {
  const cipher = yield* SecretCipher
  const store = yield* SecretStore
  const secret = Redacted.make(SecretValue.make(value))
  return yield* store.put(caller, name, yield* cipher.seal(caller.organisationId, name, secret), overlapMillis)
})

/** What sending would use. */
const used = ({ organisationId }: Caller, name: string) =>
  Effect.gen(function* () {
    const vault = yield* SecretVault
    return (yield* vault.resolver(organisationId)(name)).map(Redacted.value) as ReadonlyArray<string>
  }).pipe(Effect.provide(SecretVault.layer))

const laws = (it: Vitest.MethodsNonLive<Ports>, { pass }: Pick<Subject<never>, "pass">): void => {
  it.effect("a secret that was set is used, and listed without its value; nobody else has it", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const store = yield* SecretStore
      const record = yield* set(owner, "signing", "whsec_one")
      assert.deepStrictEqual([record.name, record.previousUntil], ["signing", null])
      yield* set(owner, "crm-token", "t")
      assert.deepStrictEqual(yield* used(owner, "signing"), ["whsec_one"])
      const list = yield* store.list(owner)
      assert.deepStrictEqual(
        list.map(({ name }) => name),
        ["crm-token", "signing"]
      )
      assert.deepStrictEqual(list[1], record)
      assert.deepStrictEqual(yield* store.list(stranger), [])
      assert.strictEqual(yield* Fixture.tagOf(used(stranger, "signing")), "SecretMissing")
      assert.strictEqual(yield* Fixture.tagOf(store.remove(stranger, "signing")), "SecretNotFound")
      yield* set(stranger, "signing", "whsec_two")
      assert.deepStrictEqual(yield* used(owner, "signing"), ["whsec_one"])
    })
  )

  it.effect("a replaced secret goes on beside the new one until its overlap is over, and no third ever does", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SecretStore
      yield* set(owner, "signing", "one")
      const { previousUntil, setAt } = yield* set(owner, "signing", "two", 300)
      if (previousUntil === null) assert.fail()
      const overlap = DateTime.toEpochMillis(previousUntil) - DateTime.toEpochMillis(setAt)
      assert.isAtLeast(overlap, 200)
      assert.isAtMost(overlap, 300)
      assert.deepStrictEqual(yield* used(owner, "signing"), ["two", "one"])
      yield* set(owner, "signing", "three", 300)
      assert.deepStrictEqual(yield* used(owner, "signing"), ["three", "two"])
      yield* pass("350 millis")
      assert.deepStrictEqual(yield* used(owner, "signing"), ["three"])
      assert.strictEqual((yield* store.list(owner))[0]?.previousUntil, null)
      yield* set(owner, "signing", "four", 0)
      assert.deepStrictEqual(yield* used(owner, "signing"), ["four"])
    })
  )

  it.effect("a removed secret ends with all its values, and each change leaves a line with its name", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SecretStore
      yield* set(owner, "signing", "one")
      yield* set(owner, "signing", "two")
      yield* store.remove(owner, "signing")
      assert.strictEqual(yield* Fixture.tagOf(used(owner, "signing")), "SecretMissing")
      assert.deepStrictEqual(yield* store.list(owner), [])
      assert.strictEqual(yield* Fixture.tagOf(store.remove(owner, "signing")), "SecretNotFound")
      const lines = (yield* Fixture.log(owner)).filter(({ action }) => action.startsWith("secret."))
      assert.deepStrictEqual(
        lines.map(({ action, detail }) => [action, detail]),
        [
          ["secret.removed", "signing"],
          ["secret.set", "signing"],
          ["secret.set", "signing"]
        ]
      )
    })
  )

  it.effect("two who set the same secret at once both succeed, and one of them is the current one", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      yield* Effect.forEach(["a", "b", "c", "d"], (value) => set(owner, "signing", value), { concurrency: "unbounded" })
      const values = yield* used(owner, "signing")
      assert.strictEqual(new Set(values).size, 2)
    })
  )
}

export const contract = <E>(name: string, subject: Subject<E>): void =>
  layer(subject.layer({ limit: 100_000, windowMillis: 60_000 }), { excludeTestServices: subject.clock === "real" })(
    `secrets: ${name}`,
    (it) => laws(it, subject)
  )
