/** Laws of SessionStore: wrong passwords are counted by account and place (spec/http.md §3.14, docs/decisions/0136). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import { freeForStrangers } from "@formwork/domain/people/SessionStore"
import * as Fixture from "../Fixture.ts"
import { attempt, exhaust } from "./attempts.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const home = { network: "192.0.2.1" }
const email = "owner@ashworth.example"

/** Fails once from each of `count` networks. */
const swarm = (organisationId: OrganisationId, count: number) =>
  Effect.forEach(Array.from({ length: count }), (_, index) =>
    attempt(organisationId, email, { network: `198.51.100.${index}` })
  )

const places = (it: It, { pass }: Time): void => {
  it.effect("wrong passwords from one network slow that network alone, and a success there forgets them", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { organisationId } = owner
      const elsewhere = { network: "198.51.100.7" }
      yield* exhaust(organisationId, email, elsewhere)
      assert.strictEqual(yield* attempt(organisationId, email, elsewhere), 1)
      assert.deepStrictEqual([...new Set(yield* exhaust(organisationId, email, home))], ["free"])
      assert.isNumber(yield* attempt(organisationId, email, home))
      yield* Fixture.newSession(owner, home)
      assert.strictEqual(yield* attempt(organisationId, email, home), "free")
      assert.isNumber(yield* attempt(organisationId, email, elsewhere))
    })
  )

  it.effect(
    "a hundred from networks that the account does not know slow all of these, and no network that it knows",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { organisationId } = owner
        yield* Fixture.newSession(owner, home)
        assert.deepStrictEqual([...new Set(yield* swarm(organisationId, freeForStrangers))], ["free"])
        assert.strictEqual(yield* attempt(organisationId, email, { network: "203.0.113.9" }), 1)
        assert.strictEqual(yield* attempt(organisationId, email), 1)
        assert.deepStrictEqual([...new Set(yield* exhaust(organisationId, email, home))], ["free"])
        assert.strictEqual(yield* attempt(organisationId, email, home), 1)
        yield* pass("1 second")
        assert.strictEqual(yield* attempt(organisationId, email, { network: "203.0.113.9" }), "free")
        assert.strictEqual(yield* attempt(organisationId, email, { network: "203.0.113.10" }), 2)
        assert.strictEqual(yield* attempt(organisationId, email, home), "free")
        yield* Fixture.newSession(owner, home)
        assert.isNumber(yield* attempt(organisationId, email, { network: "203.0.113.10" }), "a success is no amnesty")
      })
  )

  it.effect("a session that proves its password again waits only for its own attempts", () =>
    Effect.gen(function* () {
      const { organisationId } = yield* Fixture.owner
      const [own, other] = [{ session: yield* Fixture.uuid }, { session: yield* Fixture.uuid }]
      yield* swarm(organisationId, freeForStrangers + 1)
      assert.deepStrictEqual([...new Set(yield* exhaust(organisationId, email, own))], ["free"])
      assert.strictEqual(yield* attempt(organisationId, email, own), 1)
      assert.strictEqual(yield* attempt(organisationId, email, other), "free")
    })
  )

  it.effect("an account knows the latest twenty networks", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { organisationId } = owner
      for (let index = 0; index <= 20; index++) yield* Fixture.newSession(owner, { network: `192.0.2.${index}` })
      yield* swarm(organisationId, freeForStrangers)
      assert.strictEqual(yield* attempt(organisationId, email, { network: "192.0.2.0" }), 1)
      for (const index of [1, 20])
        assert.strictEqual(yield* attempt(organisationId, email, { network: `192.0.2.${index}` }), "free")
    })
  )
}

export const contract = suite("sign-in places", places)
