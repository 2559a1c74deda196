/** Reading JSON strictly: like JSON.parse, but ambiguous texts are refused. */
import { assert, it } from "@effect/vitest"
import { BigDecimal, Result, Schema } from "effect"
import type { Json } from "@formwork/rules/Json"
import { LongNumber } from "@formwork/rules/LongNumber"
import * as StrictJson from "../../src/request/StrictJson.ts"
import { listOf, objectOf } from "../support/reading.ts"

const parse = (text: string) => StrictJson.parse(Buffer.from(text), 32)

const refusal = (text: string): string => {
  const read = parse(text)
  return Result.isFailure(read) ? read.failure : assert.fail(`the test counts on a refusal of ${text}`)
}

const longOf = (value: unknown): LongNumber =>
  value instanceof LongNumber ? value : assert.fail(`the test counts on a long number, and this is ${String(value)}`)

/** A value as JSON.parse would have given it: with long numbers rounded. */
const rounded = (value: Result.Result<Json, string>) => Result.map(value, (json) => JSON.parse(JSON.stringify(json)))

it.prop(
  "every JSON value is read as JSON.parse reads it but for long numbers, with any white space",
  [Schema.Json],
  ([value]) => {
    for (const space of [undefined, 1, "\t"]) {
      const text = JSON.stringify(value, null, space)
      assert.deepStrictEqual(rounded(parse(text)), Result.succeed(JSON.parse(text)))
    }
  }
)

const Digits = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })))

it.prop(
  "a number is read as the double that has exactly its value, or not rounded at all",
  [Schema.Boolean, Digits, Digits, Schema.Int.check(Schema.isBetween({ minimum: -330, maximum: 330 })), Schema.Boolean],
  ([negative, whole, fraction, exponent, exponential]) => {
    const literal =
      (negative ? "-" : "") +
      (whole.join("").replace(/^0+/u, "") || "0") +
      (fraction.length === 0 ? "" : `.${fraction.join("")}`) +
      (exponential ? `E${exponent}` : "")
    const read = objectOf(Result.getOrThrow(parse(`{"a":[${literal},"${literal}",1000000000000000]}`)))
    const [number, text, other] = listOf(read["a"])
    assert.deepStrictEqual([text, longOf(other).literal], [literal, "1000000000000000"])
    if (typeof number === "number") {
      assert.strictEqual(BigDecimal.format(BigDecimal.fromStringUnsafe(String(number))), exact(literal))
    } else {
      const long = longOf(number)
      assert.strictEqual(long.literal, literal)
      const { scale } = BigDecimal.normalize(BigDecimal.fromStringUnsafe(literal))
      assert.strictEqual(long.decimals, Math.max(0, scale))
    }
  }
)

const exact = (literal: string) => BigDecimal.format(BigDecimal.fromStringUnsafe(literal))

it("numbers of up to 15 digits become doubles; longer, larger and smaller ones are kept as they were sent", () => {
  const doubles = [
    "0",
    "-0",
    "0.1",
    "999999999999999",
    "-123456789012.345",
    "1.500000000000000000000",
    "0e999",
    "1E14",
    "1e-300"
  ]
  for (const literal of doubles) assert.deepStrictEqual(parse(literal), Result.succeed(JSON.parse(literal)), literal)
  const long = [
    "9007199254740993",
    "0.1000000000000000055",
    "123.4500000000000000001",
    "-1e15",
    "1e400",
    "1e+400",
    "1.5E+15",
    "1e-301",
    "1e-400"
  ]
  for (const literal of long) assert.deepStrictEqual<unknown>(parse(literal), Result.succeed(LongNumber.of(literal)))
  for (const wrong of [
    "1e400e1",
    "1.2e5.3",
    "01e400",
    "-e400",
    "1e",
    "1e400 1e400",
    "1.e400",
    "1000000000000000.",
    "--1e15"
  ]) {
    assert.match(refusal(wrong), /^The body is not valid JSON from line 1, column \d+ on\.$/u, wrong)
  }
})

it.prop("a text that JSON.parse refuses is refused, and never throws", [Schema.String], ([text]) => {
  let valid = true
  try {
    JSON.parse(text)
  } catch {
    valid = false
  }
  assert.strictEqual(Result.isSuccess(parse(text)), valid)
})

it.prop(
  "random bytes never make the reader throw",
  [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))],
  ([bytes]) => {
    StrictJson.parse(Buffer.from(bytes), 32)
  }
)

it.prop(
  "a repeated member is refused at every place and with every escape of its name",
  [Schema.String, Schema.Json, Schema.Boolean],
  ([name, value, escaped]) => {
    const units = Array.from(
      { length: name.length },
      (_, index) => `\\u${name.charCodeAt(index).toString(16).padStart(4, "0")}`
    )
    const again = escaped ? `"${units.join("")}"` : JSON.stringify(name)
    const twice = `{${JSON.stringify(name)}:${JSON.stringify(value)},${again}:0}`
    for (const text of [twice, `[${twice}]`, `{"a":[0,${twice}]}`]) {
      const at = Array.from(text.slice(0, text.lastIndexOf(`,${again}`) + 1)).length + 1
      const said = refusal(text)
      assert.isTrue(said.startsWith("The body names the member `"), said)
      assert.isTrue(said.endsWith(`\` of an object a second time at line 1, column ${at}.`), said)
    }
  }
)

it("a body has at most 20,000 numbers that may be long, whatever they are", () => {
  for (const number of ["1e400", "1e5", "12345678901234567"]) {
    const bodyOf = (count: number) => `{"a":1,"b":[${Array.from({ length: count }, () => number).join()}]}`
    assert.isTrue(Result.isSuccess(parse(bodyOf(20_000))), number)
    assert.deepStrictEqual(
      parse(bodyOf(20_001)),
      Result.fail("The body has more than 20000 numbers with an exponent or with more than 15 digits.")
    )
  }
  assert.isTrue(Result.isSuccess(parse(`[${Array.from({ length: 50_000 }, (_, index) => index).join()}]`)))
})

it("a body has at most 50,000 members, of all objects together", () => {
  const bodyOf = (count: number) =>
    `[{"a":0},{${Array.from({ length: count - 1 }, (_, index) => `"k${index}":0`).join()}}]`
  assert.isTrue(Result.isSuccess(parse(bodyOf(50_000))))
  assert.deepStrictEqual(parse(bodyOf(50_001)), Result.fail("The body has more than 50000 members."))
})

it("a body has at most 50,000 elements, of all arrays together, however many members it has", () => {
  const refused = Result.fail("The body has more than 50000 elements of arrays.")
  for (const element of ["0", "null", '"a,b[]"', "{}", "[]", "[ ]", "{\n}", "[\r]", "{\t}"]) {
    const elements = (count: number) => Array.from({ length: count }, () => element).join(" ,\n")
    const bodyOf = (count: number) => `{"a":[ ],"b":[[${elements(count - 42_001)}],${objects}],"c":{}}`
    assert.isTrue(Result.isSuccess(parse(bodyOf(50_000))), element)
    assert.deepStrictEqual(parse(bodyOf(50_001)), refused, element)
  }
})

/** 42,000 elements. */
const objects = Array.from({ length: 42_000 }, () => '{"a":{}}').join()

it("the same name in two objects, or a colon in a string, is not a repeated member", () => {
  for (const text of [
    '{"a":"\\\\","b":"\\\\\\""}',
    '{"\\\\":{"\\\\\\\\":[]}}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":0}}}',
    '{"a:b":":\\":"}',
    '{"":":::"}'
  ]) {
    assert.deepStrictEqual(parse(text), Result.succeed(JSON.parse(text)))
  }
})

it("a string of any length is read to its own end, with escapes anywhere in it", () => {
  // A reader that finds the wrong end of the string reads each of these as something else.
  const tail = ':,"]}{[1e400 0123456789012345678'
  const middles = ["", "\\", '"', '\\"', "\\\\", "é", "\u0000", "😀"]
  for (let before = 0; before < 200; before++) {
    for (const middle of middles) {
      for (const after of [0, 1, 63, 64, 65, 130]) {
        const string = "x".repeat(before) + middle + tail + middle + "y".repeat(after) + middle
        const text = JSON.stringify([string, { a: string, b: { a: 1 } }, 1])
        const read = parse(text)
        if (!Result.isSuccess(read) || JSON.stringify(read.success) !== text) assert.fail(text)
      }
    }
  }
  for (const open of ['"', `"${"x".repeat(62)}`, `"${"x".repeat(63)}`, `"${"x".repeat(99)}`, `"${"x".repeat(99)}\\"`])
    assert.strictEqual(refusal(open), "The body is not valid JSON from line 1, column 1 on.", open)
})

it("the number of levels is limited; values beside one another add no level", () => {
  const deep = "The body is nested deeper than 3 levels."
  const read = (text: string) => StrictJson.parse(Buffer.from(text), 3)
  for (const text of [
    "[[[]]]",
    '{"a":{"a":{}}}',
    '[{"a":[]},{"a":[]},[],[[]],{},{"b":{}}]',
    "[[],[],[],[],[]]",
    '{"a":{},"b":{},"c":{},"d":{"a":{}}}',
    '["[[[[","{{{{"]'
  ]) {
    assert.deepStrictEqual(read(text), Result.succeed(JSON.parse(text)), text)
  }
  for (const text of [
    "[[[[]]]]",
    '{"a":{"a":{"a":{}}}}',
    '[[[{"a":0}]]]',
    '{"a":[{"a":[]}]}',
    "[[],[[[",
    "[[[[",
    "[true,[null,[false,[true]]]]"
  ])
    assert.deepStrictEqual(read(text), Result.fail(deep), text)
})

it("bytes that are not UTF-8 are refused as such, before they are parsed as JSON", () => {
  for (const bytes of [[0x22, 0xff, 0x22], [0xc3], [0x22, 0xed, 0xa0, 0x80, 0x22], [0xff, 0xfe]]) {
    assert.deepStrictEqual(StrictJson.parse(Buffer.from(bytes), 32), Result.fail("The body is not valid UTF-8."))
  }
})

it("long numbers and characters beyond ASCII keep their places", () => {
  const text = '{"é":[1e400,"\u0061😀",12345678901234567890],"ß":{"😀":null,"a":-1e400},"n":7}'
  assert.deepStrictEqual<unknown>(
    parse(text),
    Result.succeed({
      é: [LongNumber.of("1e400"), "a😀", LongNumber.of("12345678901234567890")],
      ß: { "😀": null, a: LongNumber.of("-1e400") },
      n: 7
    })
  )
})

it("in slices it gives the same, and pauses after its passes over the text", () => {
  const read = (text: string) => {
    const work = StrictJson.parseInSlices(Buffer.from(text), 2)
    for (let pauses = 0; ; pauses++) {
      const step = work.next()
      if (step.done === true) return [pauses, step.value]
    }
  }
  assert.deepStrictEqual<unknown>(read('{"é":1e400}'), [2, Result.succeed({ é: LongNumber.of("1e400") })])
  const twice = "The body names the member `a` of an object a second time at line 1, column 8."
  assert.deepStrictEqual(read('{"a":1,"a":1}'), [2, Result.fail(twice)])
  const open = "The body is not valid JSON: it ends too early, at line 1, column 2."
  assert.deepStrictEqual(read("{"), [2, Result.fail(open)])
  assert.deepStrictEqual(read("[[[]]]"), [0, Result.fail("The body is nested deeper than 2 levels.")])
})
