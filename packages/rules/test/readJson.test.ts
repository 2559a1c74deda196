/** The strict reader gives what JSON.parse gives, where that loses nothing, and a sentence or the written number where it would. */
import { Result } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { membersAreInherited } from "../src/json/inherited.ts"
import * as LongNumbers from "../src/json/longNumberPlaceholders.ts"
import { mostLong, scan } from "../src/json/scan.ts"
import { LongNumber } from "../src/LongNumber.ts"
import { readJson } from "../src/readJson.ts"

const failure = (text: string | Uint8Array): string => {
  const read = readJson(text, { subject: "The file" })
  return Result.isFailure(read) ? read.failure : `read ${JSON.stringify(read.success)}`
}

it("reads every JSON text of short numbers as JSON.parse does, from a string and from bytes", () => {
  const json = fc
    .json({ noUnicodeString: false, depthSize: "medium" })
    .filter((text) => !/\d{16}|[\d.]{16}|e/iu.test(text))
  fc.assert(
    fc.property(json, (text) => {
      const parsed: unknown = JSON.parse(text)
      expect(Result.getOrThrow(readJson(text, { depth: 100 }))).toStrictEqual(parsed)
      expect(Result.getOrThrow(readJson(new TextEncoder().encode(text), { depth: 100 }))).toStrictEqual(parsed)
    })
  )
})

it("keeps a number that a double may not hold as it is written, beside text of any alphabet", () => {
  const read = Result.getOrThrow(
    readJson('{"ключ €": [0.10000000000000000555, 1e400, 12.5, "1e400 ✓"], "n": 12345678901234567890}')
  )
  expect(read).toStrictEqual({
    "ключ €": [LongNumber.of("0.10000000000000000555"), LongNumber.of("1e400"), 12.5, "1e400 ✓"],
    n: LongNumber.of("12345678901234567890")
  })
})

it("refuses a member that is named twice, also where an escape writes its name, and half of a surrogate pair", () => {
  expect(failure('{"fee": 1, "fee": 2}')).toBe("The file names a member of an object twice.")
  expect(failure('[{"fee": 1, "f\\u0065e": 1}]')).toBe("The file names a member of an object twice.")
  expect(failure('"\ud800"')).toBe("The file is not valid UTF-8.")
  expect(failure('["\ud800", 1e400]')).toBe("The file is not valid UTF-8.")
  expect(failure(Uint8Array.of(0x22, 0xff, 0x22))).toBe("The file is not valid UTF-8.")
  expect(failure("\ufeff{}")).toBe("The file is not valid JSON.")
  expect(failure("")).toBe("The file is not valid JSON.")
  expect(failure("[".repeat(33))).toBe("The file is nested deeper than 32 levels.")
  expect(readJson("")).toEqual(Result.fail("The text is not valid JSON."))
})

it("counts an object's own members where other code has polluted their prototype", () => {
  expect(membersAreInherited()).toBe(false)
  Reflect.set(Object.prototype, "fee", 3)
  try {
    expect(membersAreInherited()).toBe(true)
    expect(Result.getOrThrow(readJson('{"a": {"b": 1e400}}'))).toStrictEqual({ a: { b: LongNumber.of("1e400") } })
    for (const text of ['{"a": "text", "b": null, "c": [1, null, true, {"d": ""}]}', "null", '"text"', "7"])
      expect(Result.getOrThrow(readJson(text))).toStrictEqual(JSON.parse(text))
    expect(failure('{"a": 1, "a": 2}')).toBe("The file names a member of an object twice.")
  } finally {
    Reflect.deleteProperty(Object.prototype, "fee")
  }
})

it("leaves the bytes of a text without long numbers as they are, although parts of it were examined", () => {
  const short = new TextEncoder().encode("[1e2,1.50000000000000000]")
  const left = LongNumbers.replace(short, [1, 4, 5, 24])
  expect(left.bytes).toBe(short)
  expect(left.numbers).toEqual([])
  const replaced = LongNumbers.replace(new TextEncoder().encode("[1e400,1e2]"), [1, 6, 7, 10])
  expect(new TextDecoder().decode(replaced.bytes)).toBe("[1000000000000000,1e2]")
  expect(replaced.numbers).toEqual([LongNumber.of("1e400")])
})

it("remembers the places of long numbers until there is one too many, and of no more", () => {
  const bytes = new TextEncoder().encode(`[${"1e9,".repeat(mostLong + 9)}0]`)
  expect(scan(bytes, 1)?.numerals).toHaveLength(2 * mostLong + 2)
})
