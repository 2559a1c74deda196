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

const throwing = {
  get fee(): number {
    throw new Error("not now")
  }
}

it.each([
  ["inherited members", Object.create({ fee: 3 }), [], "must be JSON, not an object that inherits members"],
  ["a Map", { fees: new Map([["a", 1]]) }, ["fees"], "must be JSON, not a Map"],
  ["an instance of a class", [new Quote()], [0], "must be JSON, not a Quote"],
  ["a Date", { at: new Date(0) }, ["at"], "must be JSON, not a Date"],
  ["NaN", { a: [1, Number.NaN] }, ["a", 1], "must be JSON, not NaN"],
  ["undefined in an array", [undefined], [0], "must be JSON, not undefined"],
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
  if (fact !== "cannot be read") expect(copy.failure.path).toEqual(path)
  expect(copy.failure.fact).toBe(fact)
})

it("refuses a circle, and more than a body may have", () => {
  const circle: Record<string, unknown> = {}
  circle["again"] = { circle, and: circle }
  expect(Result.isFailure(plainJson(circle))).toBe(true)
  expect(Result.isFailure(plainJson(Array.from({ length: 50_001 }, () => 0)))).toBe(true)
  expect(Result.isSuccess(plainJson(Array.from({ length: 50_000 }, () => 0)))).toBe(true)
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
