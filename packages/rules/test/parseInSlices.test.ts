/** A large text is read in slices: what it gives is what JSON.parse gives, wherever it pauses. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { isUtf8InSlices, parseInSlices } from "../src/json/parseInSlices.ts"
import { mostDigits } from "../src/json/scan.ts"
import { LongNumber } from "../src/LongNumber.ts"
import { readJson, readJsonInSlices } from "../src/readJson.ts"
import { finish } from "../src/values/Slices.ts"

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const parse = (text: string, atOnce?: number) => parseInSlices(new TextEncoder().encode(text), decode, atOnce)

const native = (text: string): unknown => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** With numbers as JSON.parse gives them. */
const rounded = (value: unknown): unknown => {
  if (value instanceof LongNumber) return value.toJSON()
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]))
}

const sliced = (text: string, atOnce: number): unknown => {
  const parsed = finish(parse(text, atOnce))
  return "misreadAt" in parsed ? undefined : { value: rounded(parsed.value) }
}

const marks = [
  '"',
  "\\",
  '\\"',
  "\\u00e9",
  "\\ud83d",
  "\\ude00",
  "\\u",
  "\\x",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  " ",
  "\n",
  "\r"
]
const values = ["null", "true", "nul", "1", "-", "-0", "01", "1.", ".5", "1e400", "1E-7", "12345678901234567890"]
const others = ['"a":', '"__proto__":', '"__proto__":1', '"a":1', "é", "\t", "\u0001", "\u00a0", "\ufeff"]

/** Texts that are nearly JSON: parts in any order, and JSON of which a character is another. */
const parts = fc.array(fc.constantFrom(...marks, ...values, ...others), { maxLength: 30 }).map((all) => all.join(""))
const json = fc.oneof(
  fc.json({ noUnicodeString: false, depthSize: "medium" }),
  fc.jsonValue().map((value) => JSON.stringify(value, null, 2))
)
const changed = fc
  .tuple(json, fc.nat(), fc.constantFrom("", '"', "\\", ",", ":", "]", "}", "1", "e", " ", "\u0000"))
  .map(([text, at, by]) => text.slice(0, at % (text.length + 1)) + by + text.slice((at % (text.length + 1)) + 1))
// Bytes in UTF-8 have no half of a surrogate pair.
const texts = fc
  .oneof(json, changed, parts)
  .map((text) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text)))

it("law: it takes and gives what JSON.parse does, wherever it pauses", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, atOnce) => {
      const [own, wanted] = [sliced(text, atOnce), native(text)]
      expect(own).toStrictEqual(wanted)
      // Names in their order too, and `__proto__`.
      expect(JSON.stringify(own)).toBe(JSON.stringify(wanted))
    }),
    { numRuns: 10_000 }
  )
})

it("law: bytes are UTF-8 in slices where they are as a whole", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .array(fc.constantFrom(0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80))
      .map((all) => Uint8Array.from(all)),
    fc.string({ unit: "binary" }).map((text) => new TextEncoder().encode(text))
  )
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 9 }), (all, atOnce) => {
      expect(finish(isUtf8InSlices(all, decode, atOnce))).toBe(decode(all) !== undefined)
      const quoted = Uint8Array.of(0x22, ...all.filter((byte) => byte > 0x22 && byte !== 0x5c), 0x22)
      expect("misreadAt" in finish(parseInSlices(quoted, decode, atOnce))).toBe(decode(quoted) === undefined)
    }),
    { numRuns: 10_000 }
  )
})

/** A mutant counts each byte, and megabytes of them take it longer than a test may. */
const ofLongTexts = process.env["MUTATION_PART"] === undefined ? 60 : 8

it("law: a long text is answered as a short one", () => {
  const padding = " ".repeat(1_048_577)
  const spaces = new TextEncoder().encode(padding)
  // Each way in which a text is answered; most others are no JSON.
  const each = ['["é", 1e400]', '{"a":{"b":1,"b":2}}', '{"a":1,}', '"ü"']
  fc.assert(
    fc.property(texts, (text) => {
      expect(finish(readJsonInSlices(`${text}${padding}`))).toStrictEqual(readJson(text))
      const cut = new TextEncoder().encode(text).subarray(1)
      const long = new Uint8Array(cut.length + spaces.length)
      long.set(cut)
      long.set(spaces, cut.length)
      expect(finish(readJsonInSlices(long))).toStrictEqual(readJson(cut))
    }),
    { numRuns: ofLongTexts, examples: each.map((text) => [text]) }
  )
})

/** Wherever a token begins or ends in a text that is JSON. */
const boundaries = (text: string): ReadonlyArray<number> => [
  0,
  ...Array.from(
    text.matchAll(/"(?:\\.|[^"\\])*"|[-\d][-+.\deE]*|[a-z]+|[[\]{},:]|\s+/gu),
    ({ 0: token, index }) => index + token.length
  )
]

it("law: a text that is not JSON is so from the first character on that cannot stand there", () => {
  fc.assert(
    fc.property(
      json,
      fc.nat(),
      fc.constantFrom("@", "'", "/"),
      fc.integer({ min: 1, max: 40 }),
      (text, nth, stray, atOnce) => {
        const all = boundaries(text)
        const at = all[nth % all.length] ?? 0
        const before = new TextEncoder().encode(text.slice(0, at)).length
        expect(finish(parse(text.slice(0, at) + stray + text.slice(at), atOnce))).toEqual({ misreadAt: before })
      }
    ),
    { numRuns: 3_000 }
  )
})

it("law: a text that is cut between two tokens ends too early", () => {
  fc.assert(
    fc.property(json, fc.nat(), (text, nth) => {
      const all = boundaries(text)
      const cut = text.slice(0, all[nth % all.length] ?? 0)
      if (native(cut) !== undefined) return
      expect(finish(parse(cut))).toEqual({ misreadAt: new TextEncoder().encode(cut).length })
    }),
    { numRuns: 3_000 }
  )
})

it("a string, a number or a word that is wrong is so from its beginning on", () => {
  for (const wrong of ['"a\n"', '"\\x"', '"open', "01", "1.", "nul", "-", `"${"x".repeat(99)}\u0001"`])
    for (const atOnce of [1, 16, 8_192])
      expect(finish(parse(`{"é": [1, ${wrong}`, atOnce)), wrong).toEqual({ misreadAt: 11 })
})

/** The first member that is there twice. */
const repeatedIn = (text: string) => {
  const parsed = finish(parse(text))
  return "misreadAt" in parsed ? parsed : parsed.repeated
}

it("names a member that is there twice, however it is escaped, in any object, and where the second one stands", () => {
  for (const text of ['{"a":1,"b":2}', '[{"a":1},{"a":1}]', '{"__proto__":1}', '{"toString":1}'])
    expect(repeatedIn(text)).toBeUndefined()
  expect(repeatedIn('{"a":1,"a":1,"b":1,"b":2}')).toEqual({ name: "a", at: 7 })
  expect(repeatedIn(String.raw`[{"f":{"fee":1, "f\u0065e":2}}]`)).toEqual({ name: "fee", at: 16 })
  expect(repeatedIn('{"__proto__":1,"__proto__":2}')).toEqual({ name: "__proto__", at: 15 })
})

const valueOf = (text: string): unknown => {
  const parsed = finish(parse(text))
  return "misreadAt" in parsed ? parsed : parsed.value
}

it("a long number stays as it is written", () => {
  const text = "[1e400, -12345678901234567890, 1e2, 0.1, 123456789012345]"
  const long = [LongNumber.of("1e400"), LongNumber.of("-12345678901234567890")]
  expect(valueOf(text)).toStrictEqual([...long, 100, 0.1, 123_456_789_012_345])
})

it("a member of any name is one as JSON.parse makes it", () => {
  for (const name of ["a", "__proto__", "toString"]) {
    const text = `{"${name}":1}`
    const made = valueOf(text)
    expect(Object.getOwnPropertyDescriptors(made)).toEqual(Object.getOwnPropertyDescriptors(JSON.parse(text)))
  }
})

it("what is no text at all is read no further than a piece, or than a number may be long", () => {
  for (const [bytes, most] of [
    [Uint8Array.of(0x22, ...Array<number>(5_000).fill(0x80), 0x22), 16 + 3],
    [new TextEncoder().encode("n".repeat(2 * mostDigits)), mostDigits]
  ] as const) {
    const lengths: Array<number> = []
    const listening = (piece: Uint8Array) => {
      lengths.push(piece.length)
      return decode(piece)
    }
    expect(finish(parseInSlices(bytes, listening, 16))).toEqual({ misreadAt: 0 })
    expect(Math.max(...lengths)).toBeLessThanOrEqual(most)
  }
})

it("a decoder that fails is not taken for a text that is none", () => {
  const failing = () => {
    throw new RangeError("no memory")
  }
  expect(() => finish(parseInSlices(new TextEncoder().encode("[1]"), failing))).toThrow("no memory")
})

it("pauses by characters, within one string as well as between values", () => {
  const size = 1_000_000
  for (const text of [
    `"${"x".repeat(size)}"`,
    `"${String.raw`\\`.repeat(size / 2)}"`,
    `[${" ".repeat(size)}]`,
    `[${Array<string>(200_000).fill("1").join(" ,\n")}]`,
    `[${Array<string>(20_000).fill('{"a":{}}').join(",")}]`,
    `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":1`).join(",")}}`
  ]) {
    const work = parse(text)
    let pauses = 0
    while (work.next().done !== true) pauses += 1
    expect(pauses).toBeGreaterThan(text.length / 10_000)
    expect(pauses).toBeLessThan(text.length / 2_000)
  }
})
