/** Laws of secrets: people set and list them, only a claim of the outbox reads values, and replacing leaves no gap. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import type { Content } from "@formwork/domain/filing/Content"
import { SecretStore } from "@formwork/domain/secrets/SecretStore"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { FormVersion } from "@formwork/domain/forms/Form"
import { refuses } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import { passTo, suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const hour = 3_600_000

const set = Effect.fnUntraced(function* (
  caller: Caller,
  name: string,
  value: string,
  overlapMillis = hour,
  hosts?: ReadonlyArray<string>
) {
  const cipher = yield* SecretCipher
  const store = yield* SecretStore
  const secret = Redacted.make(SecretValue.make(value))
  return yield* store.put(caller, name, yield* cipher.seal(caller.organisationId, name, secret), overlapMillis, hosts)
})

/** One form of each caller: its submissions are numbered in one sequence. */
const versions = new WeakMap<Caller, FormVersion>()

const versionOf = Effect.fnUntraced(function* (caller: Caller) {
  const version = versions.get(caller) ?? (yield* Fixture.liveForm(caller)).version
  versions.set(caller, version)
  return version
})

/** What a claim of a delivery that is signed with this secret brings. */
const claimed = Effect.fnUntraced(function* (caller: Caller, secret: string) {
  const delivery = { ...FiringFixture.delivery("https://far.example/hook"), secret }
  yield* FiringFixture.file(caller, yield* versionOf(caller), [delivery])
  return yield* FiringFixture.claimOne(caller)
})

const resolved = Effect.fnUntraced(function* (caller: Caller, name: string) {
  const { organisationId, secrets } = yield* claimed(caller, name)
  return yield* (yield* SecretVault).forOneClaim()(organisationId, secrets)(name)
}, Effect.provide(SecretVault.layer))

/** The values that sending would use. */
const used = (caller: Caller, name: string) =>
  Effect.map(resolved(caller, name), ({ values }) => values.map((value): string => Redacted.value(value)))

/** The hosts that sending would allow. */
const hostsOf = (caller: Caller, name: string) => Effect.map(resolved(caller, name), ({ hosts }) => hosts)

export const example = (it: It): void => {
  it.effect("people see the name of a secret, never its value", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SecretStore

      const { setAt } = yield* set(owner, "signing", "whsec_one")

      assert.deepStrictEqual(yield* store.list(owner), [{ name: "signing", hosts: [], setAt, previousUntil: null }])
    })
  )

  it.effect("sending finds the current value of a secret, and then the one that it replaced", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const cipher = yield* SecretCipher
      yield* set(owner, "signing", "whsec_one")
      yield* set(owner, "signing", "whsec_two")

      const { secrets } = yield* claimed(owner, "signing")

      const values = yield* Effect.forEach(secrets, ({ sealed: value }) =>
        cipher.open(owner.organisationId, "signing", value)
      )
      assert.deepStrictEqual(values.map(Redacted.value), ["whsec_two", "whsec_one"])
    })
  )
}

const keeping = (it: It): void => {
  it.effect("a secret is used and listed without its value, only in its organisation", () =>
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
      yield* refuses(used(stranger, "signing"), "SecretMissing")
      yield* refuses(store.remove(stranger, "signing"), "SecretNotFound")
      yield* set(stranger, "signing", "whsec_two")
      assert.deepStrictEqual(yield* used(owner, "signing"), ["whsec_one"])
    })
  )
}

const replacing = (it: It, time: Time): void => {
  it.effect("a replaced value stays valid beside the new one until its overlap ends, and at most two are valid", () =>
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
      yield* passTo(time, 300)
      assert.deepStrictEqual(yield* used(owner, "signing"), ["three"])
      assert.strictEqual((yield* store.list(owner))[0]?.previousUntil, null)
      yield* set(owner, "signing", "four", 0)
      assert.deepStrictEqual(yield* used(owner, "signing"), ["four"])
    })
  )

  it.effect("removing a secret ends all its values, and each change adds a line with its name", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SecretStore
      yield* set(owner, "signing", "one")
      yield* set(owner, "signing", "two")
      yield* store.remove(owner, "signing")
      yield* refuses(used(owner, "signing"), "SecretMissing")
      assert.deepStrictEqual(yield* store.list(owner), [])
      yield* refuses(store.remove(owner, "signing"), "SecretNotFound")
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

  it.effect("callers who set one secret at once all succeed, and one of their values is current", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      yield* Effect.forEach(["a", "b", "c", "d"], (value) => set(owner, "signing", value), { concurrency: "unbounded" })
      const values = yield* used(owner, "signing")
      assert.strictEqual(new Set(values).size, 2)
    })
  )
}

const claiming = (it: It): void => {
  it.effect(
    "a claim has the secrets that its content names, of its own organisation and no others, as they were then",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const stranger = yield* Fixture.owner
        const vault = yield* SecretVault
        for (const name of ["crm", "crm-user", "signing", "other"]) {
          yield* set(owner, name, `${name}-old`, 0, ["crm.example"])
          yield* set(stranger, name, `${name}-of-a-stranger`)
        }
        const header = (name: string, secret: string) => ({ name, value: { secret } })
        const integration: Content = {
          kind: "integration",
          method: "POST",
          url: "https://crm.example/leads",
          headers: [
            header("authorization", "crm"),
            header("x-user", "crm-user"),
            header("x-none", "missing"),
            header("x-again", "crm")
          ]
        }
        yield* FiringFixture.file(owner, yield* versionOf(owner), [integration, FiringFixture.note])
        const claims = yield* FiringFixture.claim([owner])
        for (const name of ["crm", "crm-user"]) yield* set(owner, name, "new", 0)
        const opened = vault.forOneClaim()
        const found = yield* Effect.forEach(claims, ({ kind, organisationId, secrets }) =>
          Effect.forEach([...new Set(secrets.map(({ name }) => name))].sort(), (name) =>
            Effect.map(opened(organisationId, secrets)(name), ({ hosts, values }) => [
              kind,
              name,
              values.map((value): string => Redacted.value(value)),
              hosts
            ])
          )
        )
        assert.deepStrictEqual(found.flat(), [
          ["integration", "crm", ["crm-old"], ["crm.example"]],
          ["integration", "crm-user", ["crm-user-old"], ["crm.example"]]
        ])
      }).pipe(Effect.provide(SecretVault.layer))
  )
}

const naming = (it: It): void => {
  it.effect("sending has the hosts that a secret names now, and a new value keeps them unless it names others", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SecretStore
      const hosts = ["crm.example", "crm.example:8443"]
      assert.deepStrictEqual((yield* set(owner, "crm", "one", 0, hosts)).hosts, hosts)
      assert.deepStrictEqual(yield* hostsOf(owner, "crm"), hosts)
      yield* set(owner, "crm", "two")
      assert.deepStrictEqual([yield* used(owner, "crm"), yield* hostsOf(owner, "crm")], [["two", "one"], hosts])
      yield* set(owner, "crm", "three", 0)
      assert.deepStrictEqual(yield* hostsOf(owner, "crm"), hosts)
      assert.deepStrictEqual((yield* store.list(owner))[0]?.hosts, hosts)
      yield* set(owner, "crm", "four", hour, ["other.example"])
      assert.deepStrictEqual(yield* hostsOf(owner, "crm"), ["other.example"])
    })
  )

  it.effect("the hosts of a secret are changed at once and alone, and the change leaves a line that names them", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const store = yield* SecretStore
      yield* set(owner, "crm", "one")
      const before = yield* set(owner, "crm", "two")
      yield* set(owner, "other", "one", 0, ["other.example"])
      const hosts = ["crm.example", "crm.example:8443"]
      assert.deepStrictEqual(yield* store.setHosts(owner, "crm", hosts), { ...before, hosts })
      assert.deepStrictEqual([yield* used(owner, "crm"), yield* hostsOf(owner, "crm")], [["two", "one"], hosts])
      assert.deepStrictEqual(yield* hostsOf(owner, "other"), ["other.example"])
      yield* store.setHosts(owner, "crm", [])
      assert.deepStrictEqual(yield* hostsOf(owner, "crm"), [])
      yield* refuses(store.setHosts(owner, "missing", hosts), "SecretNotFound")
      yield* refuses(store.setHosts(stranger, "crm", hosts), "SecretNotFound")
      const lines = (yield* Fixture.log(owner)).filter(({ action }) => action === "secret.hosts_changed")
      assert.deepStrictEqual(
        lines.map(({ detail }) => detail),
        ["crm: ", "crm: crm.example, crm.example:8443"]
      )
    })
  )
}

export const contract = suite("secrets", (it, time) => {
  example(it)
  keeping(it)
  replacing(it, time)
  naming(it)
  claiming(it)
})
