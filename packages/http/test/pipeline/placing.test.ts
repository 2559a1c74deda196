/** From the credential of a request to its caller and its place in line, without a server. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { Unauthenticated } from "@formwork/domain/callers/Refusal"
import { Callers } from "@formwork/domain/credentials/Callers"
import * as Token from "@formwork/domain/credentials/Token"
import * as Connection from "../../src/connection/Connection.ts"
import * as Authentication from "../../src/pipeline/Authentication.ts"
import { exchangeOf, requestWith } from "../support/exchange.ts"

const organisationId = OrganisationId.make("019a0000-0000-7000-8000-000000000001")
const operator = Caller.operator(organisationId, UserId.make("019a0000-0000-7000-8000-000000000002"))
const budget = { limit: 3, windowSeconds: 60, left: 2, resetSeconds: 60 }

const tokenOf = Effect.fnUntraced(function* (kind: "api_key" | "session") {
  const prefixes = yield* Token.TokenPrefixes
  return (yield* Token.mint(prefixes, kind, organisationId, "019a0000-0000-7000-8000-000000000003")).text
}, Effect.provide(SecureRandom.layerWebCrypto))

/** Authentication where every token is good until the test says otherwise. */
const setting = Effect.gen(function* () {
  let isGood = true
  let asked = 0
  const authenticate = () =>
    Effect.suspend(() => {
      asked += 1
      return isGood ? Effect.succeed({ caller: operator, budget }) : Effect.fail(new Unauthenticated())
    })
  const made = yield* Effect.provide(Authentication.make, Layer.mock(Callers, { authenticate }))
  const send = (credential: Redacted.Redacted<string> | undefined, isCookie = false) => {
    const exchange = exchangeOf(requestWith(), { place: made.placeOf(credential, "192.0.2.1", false) })
    return { ...exchange, head: { ...exchange.head, credential, isCookie } }
  }
  return { ...made, send, asked: () => asked, end: () => void (isGood = false) }
})

it.effect("a session may come in a cookie; a key may not, and no store is asked about it", () =>
  Effect.gen(function* () {
    const { asked, authenticate, send } = yield* setting
    const [key, session] = [yield* tokenOf("api_key"), yield* tokenOf("session")]
    const ill = Redacted.make("ill-formed")
    for (const refused of [send(undefined), send(undefined, true), send(key, true), send(ill, true)]) {
      assert.deepStrictEqual(yield* Effect.flip(authenticate(refused)), new Unauthenticated())
      assert.isUndefined(refused.caller)
      assert.isFalse(Connection.of(refused.request.socket).isKnown)
    }
    assert.strictEqual(asked(), 0)
    for (const accepted of [send(key), send(session), send(session, true)]) {
      yield* authenticate(accepted)
      assert.deepStrictEqual([accepted.caller, accepted.budget], [operator, budget])
      assert.isTrue(Connection.of(accepted.request.socket).isKnown)
    }
  })
)

it.effect("a request counts for its organisation once its credential was accepted, until that is refused", () =>
  Effect.gen(function* () {
    const { authenticate, end, send } = yield* setting
    const key = yield* tokenOf("api_key")
    const first = send(key)
    const stranger = first.place()
    assert.notStrictEqual(stranger.group, organisationId)
    yield* authenticate(first)
    assert.strictEqual(first.place(), stranger, "it is looked up once")
    assert.deepStrictEqual(send(key).place(), { group: organisationId, lane: operator.credential.id })
    end()
    yield* Effect.flip(authenticate(send(key)))
    assert.deepStrictEqual(send(key).place(), stranger)
  })
)

it.effect("10,000 credentials are remembered, and a request of one of them makes the server forget none", () =>
  Effect.gen(function* () {
    const { authenticate, send } = yield* setting
    const keys = Array.from({ length: 10_000 }, (_, index) => Redacted.make(`key ${index}`))
    for (const key of keys) yield* authenticate(send(key))
    yield* authenticate(send(keys[1]))
    assert.strictEqual(send(keys[0]).place().group, organisationId)
    yield* authenticate(send(Redacted.make("one more")))
    assert.notStrictEqual(send(keys[0]).place().group, organisationId, "the one that was accepted longest ago")
  })
)

it.effect(
  "strangers wait by their network: with a well-formed token apart from all others and from open endpoints",
  () =>
    Effect.gen(function* () {
      const { placeOf } = yield* setting
      const key = yield* tokenOf("api_key")
      const at = (credential: Redacted.Redacted<string> | undefined, address: string | undefined, isOpen: boolean) =>
        placeOf(credential, address, isOpen)()
      const [well, other] = [at(key, "192.0.2.1", false), at(undefined, "192.0.2.1", false)]
      assert.notStrictEqual(well.group, other.group)
      assert.deepStrictEqual([well.lane, other.lane], ["192.0.2.1", "192.0.2.1"])
      for (const same of [
        at(Redacted.make("ill-formed"), "192.0.2.1", false),
        at(key, "192.0.2.1", true),
        at(undefined, "192.0.2.1", true)
      ])
        assert.deepStrictEqual(same, other)
      assert.deepStrictEqual(at(key, "2001:db8:0:1::7", false), { group: well.group, lane: "2001:db8:0:1::/64" })
      assert.deepStrictEqual(at(key, undefined, false).group, well.group)
    })
)
