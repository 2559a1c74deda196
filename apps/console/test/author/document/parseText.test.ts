import * as fc from "fast-check"
import { expect, it } from "vitest"
import { parseText } from "../../../src/screens/author/document/parseText.ts"
import { json } from "./support.ts"

const signs = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  " ",
  "\n",
  "0",
  "-",
  ".",
  "e",
  "+",
  "/",
  "*",
  "t",
  "n",
  "\u00a0",
  "\u2028",
  "\u0001"
]

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it("A text has a tree exactly if it is JSON with different names in each object", () => {
  const mutated = fc
    .tuple(json, fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...signs)), { maxLength: 2 }))
    .map(([text, edits]) =>
      edits.reduce((one, [at, gone, put]) => {
        const place = at % (one.length + 1)
        return one.slice(0, place) + put + one.slice(place + gone)
      }, text)
    )
  fc.assert(
    fc.property(mutated, (text) => {
      const parsed = parseText(text)
      const reason = "broken" in parsed ? parsed.broken.reason : undefined
      expect(reason === undefined || reason === "twice", `${reason}`).toBe(isJson(text))
    }),
    { numRuns: 3000 }
  )
})

it("The reason and the line of a broken text are those of its first fault", () => {
  const of = (text: string) => {
    const parsed = parseText(text)
    return "broken" in parsed ? [parsed.broken.reason, parsed.broken.line] : undefined
  }
  expect(of("")).toEqual(["empty", 1])
  expect(of('{\n  "a": 1\n  "b": 2\n}')).toEqual(["comma", 3])
  expect(of('{\n  "a" 1}')).toEqual(["colon", 2])
  expect(of('{"a": }')).toEqual(["value", 1])
  expect(of('{"a": 1,\n}')).toEqual(["name", 2])
  expect(of('{"a": 1')).toEqual(["brace", 1])
  expect(of('{"a": [1')).toEqual(["bracket", 1])
  expect(of('{"a": "x\n}')).toEqual(["text", 1])
  expect(of('{"a": 1.}')).toEqual(["number", 1])
  expect(of('{"a": yes}')).toEqual(["word", 1])
  expect(of('{"a": 1 /* one */}')).toEqual(["comment", 1])
  expect(of('{"a": 1}\n}')).toEqual(["end", 2])
  expect(of('{"a": 1,\n"\\u0061": 2}')).toEqual(["twice", 2])
  expect(of("[".repeat(100_000))).toEqual(["deep", 1])
  expect(of(`${"[".repeat(32)}${"]".repeat(32)}`)).toBeUndefined()
})
