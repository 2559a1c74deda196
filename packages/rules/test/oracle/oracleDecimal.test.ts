/** decimal.js as an outside oracle: arithmetic, comparison and rounding of both back ends, the oracle, and their shared arithmetic. */
import { Decimal } from "decimal.js"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { divide, type Rounding, toText } from "../../src/values/decimal.ts"
import { oracle } from "./oracle.ts"
import { checked, formOf, TODAY } from "../support.ts"
import { present } from "../present.ts"

/** Enough digits for every product here; a quotient is rounded by the test itself. */
const Exact = Decimal.clone({ precision: 120, toExpNeg: -100, toExpPos: 100 })

const options = { today: TODAY, draft: false }
const most = 10 ** 15 - 1

const units = fc.oneof(
  fc.integer({ min: -most, max: most }),
  fc.integer({ min: -100_000, max: 100_000 }),
  // Halves, and what lies next to one.
  fc.tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.integer({ min: -1, max: 1 })).map(([n, by]) => n * 10 + 5 + by)
)

/** A value of `a`, `b` or `c`: money with two decimals, sent as a text. */
const money = units.map((value) => new Exact(value).div(100).toFixed(2))

const operand = fc.constantFrom("a", "b", "c", "0.5", "2.5", "1.005", "3", "0.000001")
const term = fc.oneof(
  operand,
  fc.tuple(operand, fc.constantFrom("+", "-", "*"), operand).map(([x, sign, y]) => `(${x} ${sign} ${y})`)
)

/** A call that rounds, without its closing parenthesis: the decimals follow, and what the third part says. */
const calls: ReadonlyArray<readonly [name: string, last: string, rounding: Decimal.Rounding]> = [
  ["round", "", Decimal.ROUND_HALF_UP],
  ["round", ", 'even'", Decimal.ROUND_HALF_EVEN],
  ["round", ", 'zero'", Decimal.ROUND_HALF_DOWN],
  ["floor", "", Decimal.ROUND_FLOOR],
  ["ceil", "", Decimal.ROUND_CEIL],
  ["trunc", "", Decimal.ROUND_DOWN]
]

interface Case {
  readonly formula: string
  readonly expected: (of: (name: string) => Decimal) => Decimal | null
}

/** What decimal.js makes of a term: the same few shapes, read again. */
const valueOf = (text: string, of: (name: string) => Decimal): Decimal => {
  const match = /^\((\S+) ([-+*]) (\S+)\)$/.exec(text)
  if (match === null) return /^[abc]$/.test(text) ? of(text) : new Exact(text)
  const [x, y] = [valueOf(present(match[1]), of), valueOf(present(match[3]), of)]
  return match[2] === "+" ? x.plus(y) : match[2] === "-" ? x.minus(y) : x.times(y)
}

/** To `digits` decimals, before the point where negative. */
const rounded = (value: Decimal, digits: number, rounding: Decimal.Rounding): Decimal =>
  digits >= 0
    ? value.toDecimalPlaces(digits, rounding)
    : value.div(new Exact(10).pow(-digits)).toDecimalPlaces(0, rounding).times(new Exact(10).pow(-digits))

const scenario: fc.Arbitrary<Case> = fc.oneof(
  term.map((text): Case => ({ formula: text, expected: (of) => valueOf(text, of) })),
  fc
    .tuple(term, fc.integer({ min: -3, max: 8 }), fc.constantFrom(...calls))
    .map(([text, digits, [name, last, rounding]]): Case => ({
      formula: `${name}(${text}, ${digits}${last})`,
      expected: (of) => rounded(valueOf(text, of), digits, rounding)
    })),
  fc
    .tuple(term, term, fc.integer({ min: -2, max: 6 }), fc.constantFrom(...calls))
    .map(([x, y, digits, [name, last, rounding]]): Case => ({
      formula: `${name}(${x} / ${y}, ${digits}${last})`,
      expected: (of) => {
        const divisor = valueOf(y, of)
        return divisor.isZero() ? null : rounded(valueOf(x, of).div(divisor), digits, rounding)
      }
    })),
  fc.tuple(term, fc.constantFrom("floor", "ceil")).map(([text, name]): Case => ({
    formula: `${name}(${text})`,
    expected: (of) => (name === "floor" ? valueOf(text, of).floor() : valueOf(text, of).ceil())
  })),
  fc.tuple(term, fc.integer({ min: 0, max: 8 })).map(([text, digits]): Case => ({
    formula: `sqrt(${text}, ${digits})`,
    expected: (of) => {
      const value = valueOf(text, of)
      return value.isNegative() && !value.isZero() ? null : rounded(value.sqrt(), digits, Decimal.ROUND_HALF_UP)
    }
  })),
  fc
    .tuple(operand, fc.integer({ min: -3, max: 5 }), fc.integer({ min: -2, max: 6 }))
    .map(([text, by, digits]): Case => ({
      formula: `round(pow(${text}, ${by}), ${digits})`,
      expected: (of) => {
        const value = valueOf(text, of)
        return value.isZero() && by < 0 ? null : rounded(value.pow(by), digits, Decimal.ROUND_HALF_UP)
      }
    })),
  fc.tuple(term, term).map(([x, y]): Case => ({
    formula: `mod(${x}, ${y})`,
    expected: (of) => {
      const [dividend, divisor] = [valueOf(x, of), valueOf(y, of)]
      if (divisor.isZero()) return null
      const rest = dividend.mod(divisor)
      return rest.isZero() || rest.isNegative() === divisor.isNegative() ? rest : rest.plus(divisor)
    }
  }))
)

const formFor = (formula: string): JsonObject => {
  const inputs = ["a", "b", "c"].map((slug) => ({ slug, type: "money", currency: "GBP" }))
  // A text has room for what no field of a number could hold; `+ 0` keeps it from being shown as money.
  return formOf({
    fields: [
      ...inputs,
      { slug: "result", type: "text", maxLength: 200, formula: `text((${formula}) + 0)` },
      { slug: "more", type: "boolean", formula: `${formula} > a * b` }
    ]
  })
}

it("decimal.js agrees, to the last digit, with both back ends and the oracle", () => {
  fc.assert(
    fc.property(scenario, fc.array(fc.tuple(money, money, money), { minLength: 4, maxLength: 4 }), (one, inputs) => {
      const definition = formFor(one.formula)
      const form = checked(definition)
      const [closures, generated] = [compileClosures(form), compileGenerated(form)]
      for (const [a, b, c] of inputs) {
        const data: { readonly [name: string]: string } = { a, b, c }
        const of = (name: string): Decimal => new Exact(present(data[name]))
        const value = one.expected(of)
        const text: Json = value === null ? null : value.isZero() ? "0" : value.toFixed()
        const expected = { result: text, more: value === null ? null : value.gt(of("a").times(of("b"))) }
        for (const found of [
          closures.evaluate(data, options),
          generated.evaluate(data, options),
          oracle(definition, data, options)
        ])
          expect([one.formula, data, found.calculatedData]).toEqual([one.formula, data, expected])
      }
    }),
    { numRuns: 600 }
  )
})

const ways: ReadonlyArray<readonly [Rounding, Decimal.Rounding]> = [
  ["away", Decimal.ROUND_HALF_UP],
  ["even", Decimal.ROUND_HALF_EVEN],
  ["zero", Decimal.ROUND_HALF_DOWN],
  ["floor", Decimal.ROUND_FLOOR],
  ["ceiling", Decimal.ROUND_CEIL],
  ["truncate", Decimal.ROUND_DOWN]
]

it("decimal.js agrees on the division of whole numbers of any sign", () => {
  const whole = fc.oneof(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: -20n, max: 20n }))
  fc.assert(
    fc.property(
      whole,
      whole.filter((value) => value !== 0n),
      fc.constantFrom(...ways),
      (a, b, [way, rounding]) => {
        const exact = new Exact(a.toString()).div(b.toString()).toDecimalPlaces(0, rounding)
        expect(toText(divide(a, b, way), 0)).toBe(exact.isZero() ? "0" : exact.toFixed())
      }
    ),
    { numRuns: 3000 }
  )
})
