/** Texts of rules for the laws of an editor: right ones, those cut off or broken somewhere, and texts that are none. */
import * as fc from "fast-check"
import { rulesIn } from "./rulesIn.ts"
import { formAt } from "../fuzz/pairs.ts"

const pieces = [
  "'",
  '"',
  "'''",
  "r'",
  "b'x'",
  "\\",
  "\\u00",
  "\n",
  "\r",
  "\t",
  " ",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "?",
  ":",
  ",",
  ".",
  "=",
  "==",
  "&",
  "&&",
  "|",
  "%",
  "//",
  "/*",
  "#",
  "1",
  "1.",
  ".5",
  "1e5",
  "12abc",
  "“",
  "≤",
  "\u0000",
  "\ud800",
  "\udc00",
  "👍",
  "é",
  "in",
  "today",
  "null",
  "any",
  "any(",
  "size(",
  "alpha",
  "drivers",
  "d",
  "d.",
  "not",
  "if",
  "__proto__",
  "constructor"
]

const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: "binary" })), {
  maxLength: 12
})

const rules = Array.from({ length: 60 }, (_, seed) => rulesIn(formAt(seed, 0).definition)).flat()

const rule = fc.constantFrom(...rules).map((one) => one.source)

/** A rule of a random form; in part of them something is cut out, put in or left off at the end. */
export const source: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: rule },
  {
    weight: 3,
    arbitrary: fc
      .tuple(rule, fc.nat(), fc.nat({ max: 5 }), fc.oneof(fc.constant(""), fc.constantFrom(...pieces)))
      .map(([text, at, cut, put]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + put + text.slice(place + cut)
      })
  },
  { weight: 1, arbitrary: fc.tuple(rule, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))) },
  { weight: 2, arbitrary: hostile.map((parts) => parts.join("")) }
)
