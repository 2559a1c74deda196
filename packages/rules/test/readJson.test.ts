/** The strict reader gives what JSON.parse gives, where that loses nothing, and a sentence or the written number where it would. */
import { Result } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { membersAreInherited } from "../src/json/inherited.ts"
import { placeIn } from "../src/json/placeIn.ts"
import * as LongNumbers from "../src/json/longNumberPlaceholders.ts"
import { bytesAtOnce, mostDigits, mostLong, scan } from "../src/json/scan.ts"
import { LongNumber } from "../src/LongNumber.ts"
import { readJson } from "../src/readJson.ts"
import { finish } from "../src/values/Slices.ts"

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
  const twice = "The file names the member `fee` of an object a second time at line 1, column 12."
  expect(failure('{"fee": 1, "fee": 2}')).toBe(twice)
  expect(failure('{"fee": 1, "f\\u0065e": 1}')).toBe(twice)
  expect(failure('"\ud800"')).toBe("The file is not valid UTF-8.")
  expect(failure('["\ud800", 1e400]')).toBe("The file is not valid UTF-8.")
  expect(failure(Uint8Array.of(0x22, 0xff, 0x22))).toBe("The file is not valid UTF-8.")
  expect(failure("[".repeat(33))).toBe("The file is nested deeper than 32 levels.")
})

it("says where a text is wrong, in lines and characters", () => {
  expect(failure('{\n  "é😀": 1,\r\n  "fee": }')).toBe("The file is not valid JSON from line 3, column 10 on.")
  expect(failure('{"é😀": @}')).toBe("The file is not valid JSON from line 1, column 8 on.")
  expect(failure("{'fee': 1}")).toBe("The file is not valid JSON from line 1, column 2 on.")
  expect(failure('{"fee": 1} x')).toBe("The file is not valid JSON from line 1, column 12 on.")
  expect(failure('{\n  "fee": 1\n\n')).toBe("The file is not valid JSON: it ends too early, at line 2, column 11.")
  expect(failure("\ufeff{}")).toBe("The file begins with a byte order mark, which is not valid JSON.")
  for (const nothing of ["", " \n"]) expect(failure(nothing)).toBe("The file is empty, which is not valid JSON.")
  expect(readJson("")).toEqual(Result.fail("The text is empty, which is not valid JSON."))
  const long = "x".repeat(100)
  expect(failure(`{"${long}": 1,\n "${long}": 1}`)).toBe(
    `The file names the member \`${long.slice(0, 64)}…\` of an object a second time at line 2, column 2.`
  )
})

it("law: a place is a line and a column as an editor counts them", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "é", "😀", "\n", "\r\n", " ")), fc.nat(), (parts, nth) => {
      const [before, after] = [
        parts.slice(0, nth % (parts.length + 1)).join(""),
        parts.slice(nth % (parts.length + 1)).join("")
      ]
      const lines = before.split("\n")
      const place = `line ${lines.length}, column ${Array.from(lines.at(-1) ?? "").length + 1}`
      const bytes = new TextEncoder().encode(before + after)
      expect(placeIn(bytes, new TextEncoder().encode(before).length)).toBe(place)
    })
  )
})

it("counts an object's own members where other code has polluted their prototype", () => {
  expect(membersAreInherited()).toBe(false)
  Reflect.set(Object.prototype, "fee", 3)
  try {
    expect(membersAreInherited()).toBe(true)
    expect(Result.getOrThrow(readJson('{"a": {"b": 1e400}}'))).toStrictEqual({ a: { b: LongNumber.of("1e400") } })
    for (const text of ['{"a": "text", "b": null, "c": [1, null, true, {"d": ""}]}', "null", '"text"', "7"])
      expect(Result.getOrThrow(readJson(text))).toStrictEqual(JSON.parse(text))
    expect(failure('{"a": 1, "a": 2}')).toBe(
      "The file names the member `a` of an object a second time at line 1, column 10."
    )
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
  expect(finish(scan(bytes, 1))?.numerals).toHaveLength(2 * mostLong + 2)
})

/** What a scan finds, and how often it pauses. */
const scanned = (text: string, atOnce?: number, depth = 100) => {
  const work = scan(new TextEncoder().encode(text), depth, atOnce)
  for (let pauses = 0; ; pauses += 1) {
    const step = work.next()
    if (step.done !== true) continue
    const { colons, elements, numerals } = step.value ?? { colons: -1, elements: -1, numerals: [] }
    return { pauses, found: { colons, elements, numerals: [...numerals] } }
  }
}

it("law: where the pass over a text pauses changes nothing of what it finds", () => {
  const awkward = fc
    .array(
      fc.constantFrom(
        '"',
        "\\",
        '\\"',
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        " ",
        "1",
        "12345678901234567890",
        "1e400",
        "é",
        "x".repeat(70)
      ),
      { maxLength: 60 }
    )
    .map((parts) => parts.join(""))
  const text = fc.oneof(fc.json({ noUnicodeString: false, depthSize: "medium" }), awkward)
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 80 }), (json, atOnce) => {
      expect(scanned(json, atOnce, 6).found).toEqual(scanned(json, Infinity, 6).found)
    }),
    { numRuns: 2_000 }
  )
})

it("pauses by bytes, and ends where there is more than a text may have", () => {
  const size = 10 * bytesAtOnce
  for (const text of [" ".repeat(size), `["${'\\"'.repeat(size / 2)}"]`, `["${"x".repeat(60)}"${" ".repeat(size)}]`])
    expect(scanned(text).pauses).toBeGreaterThan(8)
  // The first of some ten slices has too many.
  for (const unit of ["1,", "{},", "1e9,", ":", '"":1,'])
    expect(scanned(`[${unit.repeat(size / unit.length)}`).pauses).toBe(0)
  // Members whose colon has not come yet are no elements.
  const deep = `${'{"a":['.repeat(15)}${"1,".repeat(49_000)}1`
  expect(scanned(`${deep}${" ".repeat(size)}`).pauses).toBeGreaterThan(8)
})

it("a long number has a million characters at most", () => {
  const longest = "1".repeat(mostDigits)
  expect(Result.getOrThrow(readJson(`[${longest}]`))).toEqual([LongNumber.of(longest)])
  expect(failure(`[0.5, ${longest}1]`)).toBe("The file has a number with more than 1048576 characters.")
})

it("a text of many pieces is read as JSON.parse reads it", () => {
  const text = JSON.stringify({ a: 'é\n"'.repeat(200_000), b: [1, "\\".repeat(300_000)], c: { d: "x" } })
  expect(Result.getOrThrow(readJson(text))).toEqual(JSON.parse(text))
})
