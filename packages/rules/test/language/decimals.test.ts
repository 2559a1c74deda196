import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { divide, ofNumber, parse, plain, toFixed, toText } from "../../src/values/decimal.ts"
import { formOf, evaluate, holds, oneOfEach, result } from "../support.ts"

/** Rounds n/d by its definition, from the distances to both neighbours, with no sign tricks: independent of `divide`. */
const nearestByDefinition = (n: bigint, d: bigint, even: boolean): bigint => {
  const [num, den] = d < 0n ? [-n, -d] : [n, d]
  let below = num / den
  if (below * den > num) below -= 1n
  const above = below + 1n
  const fromBelow = num - below * den
  const fromAbove = above * den - num
  if (fromBelow === 0n) return below
  if (fromBelow !== fromAbove) return fromBelow < fromAbove ? below : above
  if (even) return below % 2n === 0n ? below : above
  return num > 0n ? above : below
}

describe("decimals", () => {
  it("0.1 + 0.2 is 0.3", () => {
    expect(holds("0.1 + 0.2 == 0.3")).toBe(true)
    expect(result("0.1 + 0.2")).toBe(0.3)
  })

  it("a half rounds away from zero, or to the even neighbour", () => {
    const table: ReadonlyArray<readonly [value: string, away: number, even: number]> = [
      ["0.5", 1, 0],
      ["1.5", 2, 2],
      ["2.5", 3, 2],
      ["3.5", 4, 4],
      ["-0.5", -1, 0],
      ["-1.5", -2, -2],
      ["-2.5", -3, -2],
      ["-3.5", -4, -4],
      ["0.49", 0, 0],
      ["-0.49", 0, 0],
      ["2.51", 3, 3],
      ["-2.51", -3, -3]
    ]
    for (const [value, away, even] of table) {
      expect([value, result(`round(${value})`)]).toEqual([value, away])
      expect([value, result(`round(${value}, 0, 'even')`)]).toEqual([value, even])
    }
  })

  it("`round` keeps decimals, and rounds to tens if the count is negative", () => {
    expect(result("round(2.345, 2)")).toBe(2.35)
    expect(result("round(2.345, 2, 'even')")).toBe(2.34)
    expect(result("round(-2.345, 2)")).toBe(-2.35)
    expect(result("round(1250, -2)")).toBe(1300)
    expect(result("round(1250, -2, 'even')")).toBe(1200)
    expect(result("round(-1250, -2)")).toBe(-1300)
    expect(result("round(1.5, 4)")).toBe(1.5)
  })

  it("`floor` and `ceil` give whole numbers, below and above zero", () => {
    expect(["2.5", "-2.5", "3"].map((value) => [result(`floor(${value})`), result(`ceil(${value})`)])).toEqual([
      [2, 3],
      [-3, -2],
      [3, 3]
    ])
  })

  it("`floor`, `ceil` and `trunc` of a division are exact, however near a whole number it is", () => {
    expect(result("floor(29999999 / 10000000)")).toBe(2)
    expect(result("ceil(30000001 / 10000000)")).toBe(4)
    expect(result("trunc(-29999999 / 10000000)")).toBe(-2)
    expect(result("floor(-29999999 / 10000000)")).toBe(-3)
    expect(result("floor(whole / other)", { whole: 999_999_999_999_999, other: 1_000_000_000_000_000 / 5 })).toBe(4)
    expect(["floor", "ceil", "trunc"].map((name) => result(`${name}(2 / 3, 2)`))).toEqual([0.66, 0.67, 0.66])
    expect(["floor", "ceil", "trunc"].map((name) => result(`${name}(-2 / 3, 2)`))).toEqual([-0.67, -0.66, -0.66])
    expect(["floor", "ceil", "trunc"].map((name) => result(`${name}(-1250 / 1, -2)`))).toEqual([-1300, -1200, -1200])
    expect(["floor", "ceil", "trunc"].map((name) => result(`${name}(1.239, 2)`))).toEqual([1.23, 1.24, 1.23])
    expect(["floor", "ceil", "trunc"].map((name) => result(`${name}(1 / 0)`))).toEqual([null, null, null])
    expect(result("floor(avg(drivers, d, d.age))", { drivers: [{ age: 17 }, { age: 18 }] })).toBe(17)
  })

  it("`mod` is what is left when the quotient is rounded down", () => {
    const table: ReadonlyArray<readonly [call: string, expected: number | null]> = [
      ["mod(7, 3)", 1],
      ["mod(-7, 3)", 2],
      ["mod(7, -3)", -2],
      ["mod(-7, -3)", -1],
      ["mod(6, 3)", 0],
      ["mod(-6, 3)", 0],
      ["mod(0.3, 0.1)", 0],
      ["mod(1, 0.3)", 0.1],
      ["mod(5, 0)", null]
    ]
    expect(table.map(([call]) => [call, result(call)])).toEqual(table)
    expect(result("mod(whole, 97)", { whole: 999_999_999_999_999 })).toBe(999_999_999_999_999 % 97)
  })

  it("`pow` multiplies exactly, to 480 times and to -480, the months of forty years", () => {
    expect(result("pow(whole, 2) + 1", { whole: 7 })).toBe(50)
    expect(result("pow(0.5, 3)")).toBe(0.125)
    expect(result("pow(1.5, 0)")).toBe(1)
    expect(result("round(pow(1.0425, whole), 6)", { whole: 20 })).toBe(2.298906)
    expect(result("round(pow(1.05, -whole), 6)", { whole: 10 })).toBe(0.613913)
    expect(result("round(pow(-2, whole), 0)", { whole: 49 }, { type: "integer" })).toBe(-562_949_953_421_312)
    expect([-1, 0, 481, -481].map((whole) => result("round(pow(0, whole), 2)", { whole }))).toEqual([
      null,
      1,
      null,
      null
    ])
    // 1.000000000000001^100 is a little more than 1.0000000000001.
    expect(holds("pow(1.000000000000001, 100) > 1.0000000000001")).toBe(true)
    expect(holds("pow(whole, 2) == whole * whole", { whole: 999_999_999_999_999 })).toBe(true)
    expect(holds("pow(1.05, whole) > 2", { whole: 15 })).toBe(true)
    // A loan of 200,000.00 at 4.2 % a year, paid back by the month for thirty years: 978.0343… by hand.
    expect(holds("pow(1.0035, -whole) > 0.284278714912708", { whole: 360 })).toBe(true)
    expect(holds("pow(1.0035, -whole) < 0.284278714912709", { whole: 360 })).toBe(true)
    expect(result("round(200000 * 0.0035 / (1 - round(pow(1.0035, -whole), 15)), 2)", { whole: 360 })).toBe(978.03)
  })

  it("`sqrt` gives the nearest decimal to the root", () => {
    expect(result("sqrt(3, 6)")).toBe(1.732051)
    expect(result("sqrt(whole, 0)", { whole: 999_999_999_999_999 })).toBe(31_622_777)
    expect(["0", "0.25", "6.25", "6.24", "12.25", "-1"].map((of) => result(`sqrt(${of}, 0)`))).toEqual([
      0,
      1,
      3,
      2,
      4,
      null
    ])
    expect(result("sqrt(0.000001, 2)")).toBe(0)
    expect(result("sqrt(whole, 6)", { whole: null })).toBe(null)
  })

  it("`product` multiplies what rows have, and is 1 of none", () => {
    const drivers = [{ age: 10 }, {}, { age: 5 }]
    expect(result("round(product(drivers, d, 1 + d.age * 0.01), 6)", { drivers })).toBe(1.155)
    expect(result("round(product(map(drivers, d, d.age)), 0)", { drivers })).toBe(50)
    expect(result("round(product(drivers, d, d.age), 0)")).toBe(1)
    expect(holds("product(drivers, d, d.age) == 50", { drivers })).toBe(true)
    const many = Array.from({ length: 10 }, () => ({ age: 999_999_999_999_999 }))
    expect(holds("product(drivers, d, d.age) > 1", { drivers: many })).toBe(true)
  })

  it("a half goes toward zero where the third part of `round` says so", () => {
    expect(["2.5", "-2.5", "2.51", "1.5"].map((value) => result(`round(${value}, 0, 'zero')`))).toEqual([2, -2, 3, 1])
    expect(result("round(1 / 8, 2, 'zero')")).toBe(0.12)
  })

  it("a division is exact and is rounded once", () => {
    expect(result("round(1 / 3, 2)")).toBe(0.33)
    expect(result("round(2 / 3, 2)")).toBe(0.67)
    expect(result("round(-2 / 3, 2)")).toBe(-0.67)
    expect(result("round(1 / 8, 2, 'even')")).toBe(0.12)
    // Rounding twice would give 0.45 first and then 0.5.
    expect(result("round(4449 / 10000, 1)")).toBe(0.4)
  })

  it("a division by zero is missing, rounded or compared", () => {
    expect(result("round(1 / 0, 2)")).toBe(null)
    expect(holds("1 / 0 == 1")).toBe(null)
    expect(holds("1 / (0.1 - 0.1) > 5")).toBe(null)
  })

  it("divisions of any sign compare exactly", () => {
    expect(holds("1 / 3 == 2 / 6")).toBe(true)
    expect(holds("1 / 3 < 0.3333333333333334")).toBe(true)
    expect(holds("1 / 3 > 0.3333333333333333")).toBe(true)
    expect(holds("1 / -3 < 0")).toBe(true)
    expect(holds("-1 / -3 > 0")).toBe(true)
    expect(holds("1 / -3 < 1 / -4")).toBe(true)
  })

  it("rounding agrees with its definition", () => {
    const nonZero = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).filter((value) => value !== 0n)
    fc.assert(
      fc.property(
        fc.oneof(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: -50n, max: 50n })),
        fc.oneof(nonZero, fc.constantFrom(2n, -2n, 4n, 20n)),
        (n, d) => {
          expect(divide(n, d, "away")).toBe(nearestByDefinition(n, d, false))
          expect(divide(n, d, "even")).toBe(nearestByDefinition(n, d, true))
          const floor = divide(n, d, "floor")
          const ceiling = divide(n, d, "ceiling")
          const [num, den] = d < 0n ? [-n, -d] : [n, d]
          expect(floor * den <= num && num < (floor + 1n) * den).toBe(true)
          expect(ceiling * den >= num && num > (ceiling - 1n) * den).toBe(true)
        }
      )
    )
  })

  it("every number's shortest form is read back as the number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(plain(value)).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(plain(value))).toBe(value === 0 ? 0 : value)
      })
    )
    expect([1e21, 1.5e-7, -1.234e22, 1e-10].map(plain)).toEqual([
      "1000000000000000000000",
      "0.00000015",
      "-12340000000000000000000",
      "0.0000000001"
    ])
  })

  it("what is printed is read back, with and without trailing zeros", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.integer({ min: 0, max: 18 }),
        (value, scale) => {
          expect(parse(toFixed(value, scale), scale)).toBe(value)
          expect(parse(toText(value, scale), scale)).toBe(value)
          expect(toText(value, scale)).not.toMatch(/\.\d*0$/)
        }
      )
    )
  })

  it("a text that is not a decimal, or has too many digits, is refused", () => {
    expect(["", "1.", ".5", "+1", "1e3", "01", "1,5", " 1", "0x1", "Infinity"].map((text) => parse(text, 2))).toEqual(
      Array(10).fill("type")
    )
    expect(parse("1.005", 2)).toBe("decimals")
    expect(parse("1.500", 2)).toBe(150n)
    expect(parse("9".repeat(1_000_000), 2)).toBe("too_large")
    expect(ofNumber(Number.POSITIVE_INFINITY, 2)).toBe("type")
    expect(ofNumber(-0, 2)).toBe(0n)
  })

  it("sums and products of a form are those of exact arithmetic", () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 })
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: -999, max: 999 }), (price, amount, whole) => {
        const fields = [
          ...oneOfEach,
          { slug: "result", type: "number", decimals: 4, formula: "price * amount + whole - 0.25" }
        ]
        const data = { price: toFixed(BigInt(price), 2), amount: amount / 100, whole }
        const exact = BigInt(price) * BigInt(amount) + BigInt(whole) * 10_000n - 2500n
        const { calculatedData, problems } = evaluate(formOf({ fields }), data)
        if (exact > 999_999_999_999_999n || exact < -999_999_999_999_999n) {
          expect(calculatedData["result"]).toBe(null)
          expect(problems[0]?.code).toBe("too_large")
        } else expect(calculatedData["result"]).toBe(Number(toText(exact, 4)))
      }),
      { numRuns: 100 }
    )
  })
})
