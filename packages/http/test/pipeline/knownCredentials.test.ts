/** Who a request counts for before it is authenticated (docs/decisions/0125). */
import { assert, it } from "@effect/vitest"
import { Redacted } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import * as KnownCredentials from "../../src/pipeline/KnownCredentials.ts"

const organisationId = OrganisationId.make("019a0000-0000-7000-8000-000000000001")
const operator = Caller.operator(organisationId, UserId.make("019a0000-0000-7000-8000-000000000002"))

const callerOf = (id: string): Caller.Caller => ({ ...operator, credential: { kind: "api_key", id } })

it("a credential that was accepted counts for its organisation and itself, until it is refused", () => {
  const known = KnownCredentials.make()
  const [one, other] = [Redacted.make("one"), Redacted.make("other")]
  assert.isUndefined(known.find(one))
  known.accept(one, callerOf("k1"))
  assert.deepStrictEqual(known.find(one), { group: organisationId, lane: "k1" })
  assert.deepStrictEqual(known.find(Redacted.make("one")), { group: organisationId, lane: "k1" })
  assert.isFalse(known.isStranger(known.find(one) ?? assert.fail("unknown")))
  for (const text of ["", "on", "onee", "other"]) assert.isUndefined(known.find(Redacted.make(text)), text)
  known.refuse(other)
  assert.isDefined(known.find(one))
  known.refuse(one)
  assert.isUndefined(known.find(one))
})

it("every other request counts for its network: apart where its token may be valid", () => {
  const known = KnownCredentials.make()
  const [well, ill] = [known.stranger("192.0.2.1", true), known.stranger("192.0.2.1", false)]
  assert.deepStrictEqual([well.lane, ill.lane], ["192.0.2.1", "192.0.2.1"])
  assert.notStrictEqual(well.group, ill.group)
  assert.deepStrictEqual([known.isStranger(well), known.isStranger(ill)], [true, true])
  assert.notStrictEqual(known.stranger("192.0.2.2", true).lane, well.lane)
})

it("ten thousand are remembered: the one that was accepted longest ago is forgotten first", () => {
  const known = KnownCredentials.make()
  const credential = (index: number) => Redacted.make(`${index}`)
  for (let index = 0; index < 10_000; index++) known.accept(credential(index), callerOf(`k${index}`))
  for (const index of [0, 1, 9_999]) assert.strictEqual(known.find(credential(index))?.lane, `k${index}`)
  known.accept(credential(10_000), callerOf("k10000"))
  assert.isUndefined(known.find(credential(0)))
  for (const index of [1, 9_999, 10_000]) assert.strictEqual(known.find(credential(index))?.lane, `k${index}`)
})
