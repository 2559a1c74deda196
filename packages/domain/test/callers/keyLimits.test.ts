/** The limits of a key, and what of them it may pass on (spec/http.md §3.19 and spec/http.md §3.20). */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { Privilege } from "@formwork/domain/callers/Privilege"

const id = (number: number) => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, "0")}`
const ids = (count: number) => Array.from({ length: count }, (_, index) => id(index))
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => `op.${String.fromCodePoint(65 + (index % 26))}${"x".repeat(index / 26)}`)
const networks = (count: number) => Array.from({ length: count }, (_, index) => `10.0.${index}.0/24`)

/** Each limit, with values that it takes and values that it does not. */
const values: {
  readonly [L in keyof KeyLimits.KeyLimits]: {
    readonly good: ReadonlyArray<unknown>
    readonly bad: ReadonlyArray<unknown>
  }
} = {
  forms: {
    good: [null, ids(1), ids(100)],
    bad: [undefined, [], ids(101), [id(1), id(1)], ["x"], [id(1).replace("-7", "-4")], id(1)]
  },
  folders: {
    good: [null, ids(1), ids(100)],
    bad: [undefined, [], ids(101), [id(1), id(1)], ["x"], [id(1).replace("-7", "-4")], id(1)]
  },
  requestsPerMinute: { good: [null, 1, 100_000], bad: [undefined, 0, 100_001, 1.5, -1, "60"] },
  addresses: {
    good: [null, networks(1), networks(32), ["::/0"]],
    bad: [undefined, [], networks(33), ["10.0.0.0/8", "10.0.0.0/8"], ["10.0.0.1/8"], ["10.0.0.1"]]
  },
  operations: {
    good: [null, letters(1), letters(100), ["evaluate"], ["A.z"], ["x".repeat(60)]],
    bad: [undefined, [], letters(101), ["a", "a"], [""], ["x".repeat(61)], ["a-b"], ["a "], [" a"], ["evaluate1"]]
  }
}

it("each limit is null or what the specification lets it be, and each is there", () => {
  const is = Schema.is(KeyLimits.KeyLimits)
  assert.isTrue(is(KeyLimits.none))
  assert.deepStrictEqual(Object.keys(KeyLimits.none), Object.keys(values))
  for (const [name, { bad, good }] of Object.entries(values)) {
    for (const value of good)
      assert.isTrue(is({ ...KeyLimits.none, [name]: value }), `${name} ${JSON.stringify(value)}`)
    for (const value of bad)
      assert.isFalse(is({ ...KeyLimits.none, [name]: value }), `${name} ${JSON.stringify(value)}`)
  }
})

/** One limit of each kind. */
const each: KeyLimits.KeyLimits = {
  forms: [id(1)],
  folders: [id(2)],
  requestsPerMinute: 60,
  addresses: ["203.0.113.0/24"],
  operations: ["evaluate"]
}

it("limits that are all null are no limits, and a single other one makes them limits", () => {
  assert.isNull(KeyLimits.compact(KeyLimits.none))
  for (const name of ["forms", "folders", "requestsPerMinute", "addresses", "operations"] as const) {
    const limits = { ...KeyLimits.none, [name]: each[name] }
    assert.strictEqual(KeyLimits.compact(limits), limits, name)
  }
})

it("a key with forms or folders reaches those of both, and any other key every form", () => {
  for (const limits of [null, { ...each, forms: null, folders: null }]) assert.isUndefined(KeyLimits.reach(limits))
  assert.deepStrictEqual(KeyLimits.reach(each), { forms: [id(1)], folders: [id(2)] })
  assert.deepStrictEqual(KeyLimits.reach({ ...each, folders: null }), { forms: [id(1)], folders: [] })
  assert.deepStrictEqual(KeyLimits.reach({ ...each, forms: null }), { forms: [], folders: [id(2)] })
})

it("a key with forms or folders has none of the privileges over the whole organisation", () => {
  const whole = [
    "folder:write",
    "table:read",
    "table:write",
    "table:publish",
    "user:write",
    "audit:read",
    "organisation:write"
  ]
  assert.deepStrictEqual([...KeyLimits.wholeOrganisation], whole)
  for (const privilege of whole) assert.isTrue(Schema.is(Privilege)(privilege), privilege)
})

it("a request fits addresses where it comes from one of them; where it comes from is known", () => {
  for (const limits of [null, { ...each, addresses: null }])
    for (const address of ["198.51.100.1", undefined]) assert.isTrue(KeyLimits.admitsAddress(limits, address))
  const limits = { ...KeyLimits.none, addresses: ["203.0.113.0/24", "2001:db8::/32"] }
  for (const address of ["203.0.113.9", "2001:db8::9"]) assert.isTrue(KeyLimits.admitsAddress(limits, address), address)
  for (const address of ["203.0.114.0", "2001:db9::", "", undefined])
    assert.isFalse(KeyLimits.admitsAddress(limits, address), String(address))
})

it("a key with operations may do those alone, any other caller each", () => {
  for (const limits of [null, { ...each, operations: null }]) assert.isTrue(KeyLimits.allows(limits, "forms.list"))
  assert.isTrue(KeyLimits.allows(each, "evaluate"))
  for (const operation of ["forms.list", "evaluat", ""]) assert.isFalse(KeyLimits.allows(each, operation), operation)
})

it("a key with a budget of its own makes no key, whatever the new one would get", () => {
  for (const maker of [null, { ...each, requestsPerMinute: null }]) assert.isUndefined(KeyLimits.sharesBudget(maker))
  assert.strictEqual(KeyLimits.sharesBudget(each)?.limit, "requestsPerMinute")
})

const none = KeyLimits.none

/** What a maker with `own` limits asks for, and the first limit that it goes beyond. */
const cases: ReadonlyArray<
  readonly [own: Partial<KeyLimits.KeyLimits>, wanted: Partial<KeyLimits.KeyLimits>, beyond: string | undefined]
> = [
  [{}, {}, undefined],
  [{}, each, undefined],
  [{ forms: [id(1), id(2)] }, { forms: [id(2)] }, undefined],
  [{ forms: [id(1), id(2)] }, { folders: [id(9)] }, undefined],
  [{ forms: [id(1)] }, {}, "forms"],
  [{ forms: [id(1)] }, { forms: [id(1), id(3)] }, "forms"],
  [{ folders: [id(9)] }, { folders: [id(8)] }, undefined],
  [{ folders: [id(9)] }, {}, "forms"],
  [{ folders: [id(9)] }, { forms: [id(1)], folders: [id(9)] }, "forms"],
  [{ forms: [id(1)], folders: [id(9)] }, { forms: [id(1)], folders: [id(9)] }, undefined],
  [{ requestsPerMinute: 60 }, { requestsPerMinute: 60 }, undefined],
  [{ requestsPerMinute: 60 }, { requestsPerMinute: 61 }, "requestsPerMinute"],
  [{ requestsPerMinute: 60 }, {}, "requestsPerMinute"],
  [{ requestsPerMinute: 120 }, {}, undefined],
  [{ addresses: ["10.0.0.0/8"] }, { addresses: ["10.1.0.0/16", "10.2.0.1/32"] }, undefined],
  [{ addresses: ["10.0.0.0/8"] }, { addresses: ["10.1.0.0/16", "11.0.0.0/16"] }, "addresses"],
  [{ addresses: ["10.0.0.0/8"] }, { addresses: ["10.0.0.0/7"] }, "addresses"],
  [{ addresses: ["10.0.0.0/8"] }, {}, "addresses"],
  [{ operations: ["a", "b"] }, { operations: ["b"] }, undefined],
  [{ operations: ["a", "b"] }, { operations: ["b", "c"] }, "operations"],
  [{ operations: ["a", "b"] }, {}, "operations"],
  [each, {}, "forms"],
  [each, { forms: [id(1)] }, "requestsPerMinute"],
  [each, { forms: [id(1)], requestsPerMinute: 1 }, "addresses"],
  [each, { forms: [id(1)], requestsPerMinute: 1, addresses: ["203.0.113.7/32"] }, "operations"],
  [each, each, undefined]
]

it("the first limit that a new key would go beyond is named, in the order of the document", () => {
  for (const [own, wanted, beyond] of cases)
    assert.strictEqual(
      KeyLimits.firstBeyond({ ...none, ...own }, { ...none, ...wanted }, 120)?.limit,
      beyond,
      JSON.stringify([own, wanted])
    )
  assert.isUndefined(KeyLimits.firstBeyond(null, { ...none, requestsPerMinute: 100_000 }, 120))
})

/** Null, and every choice of at least one of `items`. */
const choices = <A>(...items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A> | null> => {
  const all = items.reduce<ReadonlyArray<ReadonlyArray<A>>>(
    (some, item) => some.flatMap((chosen) => [chosen, [...chosen, item]]),
    [[]]
  )
  return all.map((chosen) => (chosen.length === 0 ? null : chosen))
}

/** Asserts for every pair of `all` that the one passes on the other exactly where it `may`. */
const pairs = (
  all: ReadonlyArray<Partial<KeyLimits.KeyLimits>>,
  may: (maker: KeyLimits.KeyLimits, wanted: KeyLimits.KeyLimits) => boolean
) => {
  for (const own of all)
    for (const more of all) {
      const [maker, wanted] = [
        { ...none, ...own },
        { ...none, ...more }
      ]
      const isWithin = KeyLimits.firstBeyond(maker, wanted, 120) === undefined
      assert.strictEqual(isWithin, may(maker, wanted), JSON.stringify([own, more]))
    }
}

it("what a key passes on may do nothing that the key may not: no operation, address, form or number of requests more", () => {
  pairs(
    choices("a", "b", "c").map((operations) => ({ operations })),
    (maker, wanted) =>
      ["a", "b", "c", "d"].every((one) => !KeyLimits.allows(wanted, one) || KeyLimits.allows(maker, one))
  )
  pairs(
    choices("10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "::/0").map((addresses) => ({ addresses })),
    (maker, wanted) =>
      ["10.1.2.3", "10.1.3.1", "10.2.0.1", "11.0.0.1", "::1"].every(
        (one) => !KeyLimits.admitsAddress(wanted, one) || KeyLimits.admitsAddress(maker, one)
      )
  )
  pairs(
    choices(id(1), id(2), id(3)).flatMap((forms) => choices(id(9)).map((folders) => ({ folders, forms }))),
    (maker, wanted) => {
      const [own, passed] = [KeyLimits.reach(maker), KeyLimits.reach(wanted)]
      return own === undefined || passed?.forms.every((form) => own.forms.includes(form)) === true
    }
  )
  pairs(
    [null, 1, 119, 120, 121, 500].map((requestsPerMinute) => ({ requestsPerMinute })),
    ({ requestsPerMinute: most }, { requestsPerMinute }) => most === null || (requestsPerMinute ?? 120) <= most
  )
})
