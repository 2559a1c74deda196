/** What a key may pass on to a key that it makes or replaces (spec/http.md §3.20), as every store asks it in its transaction. */
import { assert, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { UserId } from "@formwork/domain/callers/Ids"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import type { ApiKey } from "@formwork/domain/keys/ApiKey"
import * as Delegation from "@formwork/domain/keys/delegation"

const [noon, one, two] = [12, 13, 14].map((hour) => DateTime.makeUnsafe(`2026-01-01T${hour}:00:00Z`))
if (noon === undefined || one === undefined || two === undefined) throw new Error("three times")

it("a key ends at its end or at the end of its overlap, whichever is sooner", () => {
  const endOf = (expiresAt: DateTime.Utc | null, revokedAt: DateTime.Utc | null) =>
    Delegation.endOf({ expiresAt, revokedAt })
  assert.isNull(endOf(null, null))
  assert.deepStrictEqual([endOf(noon, null), endOf(null, noon)], [noon, noon])
  assert.deepStrictEqual([endOf(noon, one), endOf(one, noon)], [noon, noon])
})

it("what ends makes only what ends no later; what does not end makes anything", () => {
  const outlives = (end: DateTime.Utc | null, wanted: DateTime.Utc | null) => Delegation.outlives(end, wanted)?.limit
  for (const wanted of [null, noon]) assert.isUndefined(outlives(null, wanted))
  for (const wanted of [noon, one]) assert.isUndefined(outlives(one, wanted))
  for (const wanted of [null, two]) assert.strictEqual(outlives(one, wanted), "expiresAt")
})

const id = (number: number) => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, "0")}`

it("a maker with forms or folders is told which limit names something absent, and any other caller each place", () => {
  const found = new Set([id(1), id(2)])
  const within: KeyLimits.KeyLimits = { ...KeyLimits.none, folders: [id(9)] }
  for (const maker of [null, KeyLimits.none, within]) {
    assert.isUndefined(Delegation.notFound(maker, { forms: null, folders: null }, found))
    assert.isUndefined(Delegation.notFound(maker, { forms: [id(1)], folders: [id(2)] }, found))
  }
  const limitOf = (forms: ReadonlyArray<string> | null, folders: ReadonlyArray<string> | null) => {
    const refusal = Delegation.notFound(within, { forms, folders }, found)
    return refusal?._tag === "BeyondLimits" ? refusal.limit : assert.fail("other")
  }
  assert.deepStrictEqual(
    [limitOf([id(1), id(3)], null), limitOf(null, [id(3)]), limitOf([id(3)], [id(3)]), limitOf([id(1)], [id(3)])],
    ["forms", "folders", "forms", "folders"]
  )
  for (const maker of [null, { ...KeyLimits.none, operations: ["evaluate"] }]) {
    const refusal = Delegation.notFound(maker, { forms: [id(1), id(3)], folders: [id(4), id(2)] }, found)
    assert.deepStrictEqual(refusal?._tag === "RequestInvalid" ? refusal.problems : [], [
      {
        field: "forms",
        message: '"forms" names no form of the organisation at place 1.',
        code: "choice",
        pointer: "/forms/1"
      },
      {
        field: "folders",
        message: '"folders" names no folder of the organisation at place 0.',
        code: "choice",
        pointer: "/folders/0"
      }
    ])
  }
})

it("keys take nine tenths of the places for keys, rounded down, and people all of them", () => {
  const places = (kind: "api_key" | "session" | "operator", activeLimit: number) =>
    Delegation.placesFor({ credential: { kind, id: "x" } }, { activeLimit, requestsPerMinute: 120 })
  assert.deepStrictEqual([places("api_key", 100), places("api_key", 15), places("api_key", 1)], [90, 13, 0])
  for (const kind of ["session", "operator"] as const) assert.strictEqual(places(kind, 15), 15)
})

const policy = { activeLimit: 100, requestsPerMinute: 120 }
const person: Delegation.Maker = { isKey: false, limits: null, end: null }

const old: ApiKey = {
  ...KeyLimits.none,
  id: ApiKeyId.make(id(1)),
  name: "Web",
  privileges: ["form:read", "form:write"],
  createdBy: UserId.make(id(2)),
  createdByKey: null,
  createdAt: noon,
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  revokedBy: null,
  revokedReason: null,
  replacedBy: null,
  hint: "fwk_…abcd"
}

/** The privilege that is missing, or the limit that the replacement would go beyond. */
const refused = (
  maker: Partial<Delegation.Maker>,
  held: ReadonlyArray<Privilege>,
  key: Partial<ApiKey>,
  expiresAt: DateTime.Utc | null = null
) => {
  const refusal = Delegation.rotationRefused({ ...person, ...maker }, held, { ...old, ...key }, expiresAt, policy)
  return refusal?._tag === "PrivilegeMissing" ? refusal.privilege : refusal?.limit
}

const all = Privilege.literals
const withoutBudget = all.filter((privilege) => privilege !== "apikey:budget")

it("a caller replaces a key whose privileges it holds, and is told the first that it lacks", () => {
  assert.isUndefined(refused({}, ["form:write", "form:read"], {}))
  assert.strictEqual(refused({}, ["form:read"], {}), "form:write")
  assert.strictEqual(refused({}, [], {}), "form:read")
})

it("a budget above the deployment's and the maker's own takes a privilege of its own", () => {
  for (const requestsPerMinute of [null, 1, 120]) assert.isUndefined(refused({}, withoutBudget, { requestsPerMinute }))
  assert.strictEqual(refused({}, withoutBudget, { requestsPerMinute: 121 }), "apikey:budget")
  assert.isUndefined(refused({}, all, { requestsPerMinute: 121 }))
  // A key with a budget of its own replaces none: where no privilege is missing, that is what it is told.
  const slow = { isKey: true, limits: { ...KeyLimits.none, requestsPerMinute: 60 } }
  for (const requestsPerMinute of [61, 120])
    assert.strictEqual(refused(slow, withoutBudget, { requestsPerMinute }), "requestsPerMinute")
  const limits = { ...KeyLimits.none, requestsPerMinute: 500 }
  assert.strictEqual(refused({ isKey: true, limits }, withoutBudget, { requestsPerMinute: 501 }), "apikey:budget")
  assert.strictEqual(refused({ isKey: true, limits }, withoutBudget, { requestsPerMinute: 500 }), "requestsPerMinute")
})

it("a key takes the end from no key, and gives none a later end than its own; a person may do both", () => {
  assert.isUndefined(refused({}, all, { expiresAt: one }, null))
  const key = { isKey: true }
  assert.strictEqual(refused(key, all, { expiresAt: one }, null), "expiresAt")
  assert.isUndefined(refused(key, all, { expiresAt: one }, two))
  assert.isUndefined(refused(key, all, {}, null))
  assert.strictEqual(refused({ ...key, end: one }, all, { expiresAt: one }, two), "expiresAt")
  assert.isUndefined(refused({ ...key, end: one }, all, { expiresAt: one }, one))
})

const Limited = Schema.Struct({
  forms: Schema.NullOr(Schema.Tuple([Schema.Literals([id(1), id(2)])])),
  folders: Schema.Null,
  requestsPerMinute: Schema.NullOr(Schema.Literals([60, 120])),
  addresses: Schema.NullOr(Schema.Tuple([Schema.Literals(["10.0.0.0/8", "10.1.0.0/16"])])),
  operations: Schema.NullOr(Schema.Tuple([Schema.Literals(["a", "b"])]))
})

it.prop(
  "a maker goes beyond none of its own limits: by its budget first, then by those of the key that it replaces, then by the end",
  [Limited, Limited],
  ([limits, theirs]) => {
    const expected =
      KeyLimits.sharesBudget(limits)?.limit ?? KeyLimits.firstBeyond(limits, theirs, 120)?.limit ?? "expiresAt"
    assert.strictEqual(refused({ isKey: true, limits, end: noon }, all, theirs, one), expected)
  },
  { arbitrary: { runs: 200 } }
)
