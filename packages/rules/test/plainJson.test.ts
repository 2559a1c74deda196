/** Whatever a program hands over becomes JSON that nothing else holds, or a refusal; never an exception. */
import { Result } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { runInNewContext } from "node:vm"
import { LongNumber } from "../src/LongNumber.ts"
import { plainJson } from "../src/plainJson.ts"

const arbitrary = fc.anything({
  maxDepth: 5,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true
})

it("gives JSON or a refusal for every value, and does not throw", () => {
  fc.assert(
    fc.property(arbitrary, (value) => {
      const copy = plainJson(value)
      if (Result.isFailure(copy)) expect(copy.failure.fact).not.toBe("")
      else expect(JSON.parse(JSON.stringify(copy.success))).toEqual(JSON.parse(JSON.stringify(value)))
    })
  )
})

it("copies every JSON value, member by member", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value))
      const copy = Result.getOrThrow(plainJson(plain))
      expect(JSON.parse(JSON.stringify(copy))).toStrictEqual(plain)
      if (typeof plain === "object" && plain !== null) expect(copy).not.toBe(plain)
    })
  )
})

class Quote {
  readonly fee = 3
}

class PaidInEuros extends Quote {}

/** A function that inherits nothing, with the member that tells `Object.prototype` in any realm. */
const callable = Object.setPrototypeOf(
  Object.defineProperty(() => 1, "isPrototypeOf", { value: 1 }),
  null
)

const throwing = {
  get fee(): number {
    throw new Error("not now")
  }
}

const inherits = "must be JSON, not an object that inherits members"

it.each([
  ["inherited members", Object.create({ fee: 3 }), [], inherits],
  ["a Map", { fees: new Map([["a", 1]]) }, ["fees"], "must be JSON, not a Map"],
  ["an instance of a class", [new Quote()], [0], "must be JSON, not a Quote"],
  ["a Date", { at: new Date(0) }, ["at"], "must be JSON, not a Date"],
  ["an instance of a class with a vowel within", new PaidInEuros(), [], "must be JSON, not a PaidInEuros"],
  ["an object that inherits from a function", Object.create(callable), [], inherits],
  ["what follows a member that is left out", { a: undefined, b: 1n }, ["b"], "must be JSON, not a bigint"],
  ["NaN", { a: [1, Number.NaN] }, ["a", 1], "must be JSON, not NaN"],
  ["undefined in an array", [undefined], [0], "must be JSON, not undefined"],
  [
    "an instance of a class with a vowel",
    { a: 1, b: { c: [] }, d: [0, new Error("x")] },
    ["d", 1],
    "must be JSON, not an Error"
  ],
  [
    "an instance of a class without a name",
    new (class {
      readonly fee = 3
    })(),
    [],
    inherits
  ],
  ["members of an object without a prototype", Object.create(Object.create(null)), [], inherits],
  ["a constructor that is none", Object.create({ constructor: "Map" }), [], inherits],
  ["its own kind of isPrototypeOf", Object.create({ isPrototypeOf: 1 }), [], inherits],
  ["infinity", -Infinity, [], "must be JSON, not -Infinity"],
  ["a function", { a: () => 1 }, ["a"], "must be JSON, not a function"],
  ["a symbol", Symbol("s"), [], "must be JSON, not a symbol"],
  ["a bigint", { a: 1n }, ["a"], "must be JSON, not a bigint"],
  ["a getter that throws", throwing, ["fee"], "cannot be read"],
  [
    "a proxy that throws",
    {
      p: new Proxy(
        {},
        {
          ownKeys: (): [] => {
            throw new Error("not now")
          }
        }
      )
    },
    ["p"],
    "cannot be read"
  ]
])("refuses %s", (_name, value, path, fact) => {
  const copy = plainJson(value)
  if (Result.isSuccess(copy)) throw new Error(JSON.stringify(copy.success))
  expect(copy.failure).toEqual({ path, fact })
})

it("refuses a circle", () => {
  const circle: Record<string, unknown> = {}
  circle["again"] = { circle, and: circle }
  expect(Result.isFailure(plainJson(circle))).toBe(true)
})

/** `levels` objects and arrays, one in the other. */
const nested = (levels: number): unknown =>
  Array.from({ length: levels - 1 }).reduce((inner, _, index) => (index % 2 === 0 ? [inner] : { inner }), {})

it("takes as much as a body may have, and says what is more and where", () => {
  const zeros = (count: number) => Array.from({ length: count }, () => 0)
  const members = (count: number) => Object.fromEntries(zeros(count).map((zero, index) => [`m${index}`, zero]))
  for (const fitting of [
    nested(32),
    zeros(50_000),
    { a: zeros(25_000), b: zeros(25_000) },
    members(50_000),
    { ...members(49_999), none: undefined, last: 0 },
    [members(25_000), members(25_000)]
  ])
    expect(Result.isSuccess(plainJson(fitting))).toBe(true)
  const failure = (value: unknown) => {
    const copy = plainJson(value)
    return Result.isFailure(copy) ? copy.failure : "copied"
  }
  const elements = "must not have more than 50000 elements of arrays"
  expect(failure(zeros(50_001))).toEqual({ path: [], fact: elements })
  expect(failure({ a: zeros(25_000), b: [zeros(25_000)] })).toEqual({ path: ["b", 0], fact: elements })
  const more = "must not have more than 50000 members"
  expect(failure(members(50_001))).toEqual({ path: ["m50000"], fact: more })
  expect(failure([members(25_000), members(25_001)])).toEqual({ path: [1, "m25000"], fact: more })
  expect(failure(nested(33))).toMatchObject({ fact: "must not be nested deeper than 32 levels" })
})

it("takes objects of another realm, without a prototype, with a member called __proto__, and long numbers", () => {
  const long = LongNumber.of("1e400")
  expect(Result.getOrThrow(plainJson(runInNewContext("({ a: [1] })")))).toEqual({ a: [1] })
  expect(Result.getOrThrow(plainJson(Object.assign(Object.create(null), { a: long, b: undefined })))).toEqual({
    a: long
  })
  const copy = Result.getOrThrow(plainJson(JSON.parse('{"__proto__": {"fee": 3}}')))
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"fee":3}}')
  expect(Reflect.get(Object(copy), "fee")).toBeUndefined()
})

it("takes a number that a reader would not have rounded as what a text of it has", () => {
  const numbers = [0, -0.5, 999_999_999_999_999, 1e15, 0.1 + 0.2, 5e-324]
  expect(Result.getOrThrow(plainJson(numbers))).toEqual([
    ...numbers.slice(0, 3),
    ...["1000000000000000", "0.30000000000000004", "5e-324"].map((text) => LongNumber.of(text))
  ])
})

it("reads a member once: what it gave is what the copy has", () => {
  let read = 0
  const given = {
    get fee() {
      return ++read
    }
  }
  expect(plainJson(given)).toEqual(Result.succeed({ fee: 1 }))
})
