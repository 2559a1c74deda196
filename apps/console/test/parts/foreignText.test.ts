/** Texts of strangers: what is shown of them, and what a person can type of them. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { hidden, signed, typeable } from "../../src/parts/foreignText.ts"

/** Names with control characters among their letters. */
const names = fc
  .array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\u202E", "\u200B", "\u2066", "\u00AD", "\u0007", "  "))
  )
  .map((parts) => parts.join(""))

const hasHidden = (text: string): boolean => text.replaceAll(/[\t\n]/gu, "").search(new RegExp(hidden.source, "u")) >= 0

test("a text with signs has no control character but tabs and line ends", () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(hasHidden(signed(name))).toBe(false)
    })
  )
})

const joined = (emoji: ReadonlyArray<string>): string => emoji.join("\u200D")
const people = fc.constantFrom("👩", "👨🏽", "👧", "❤️", "🏳️", "🌈", "👩🏿", "♂️")
const letters = fc.constantFrom("می", "خواهم", "क्", "ष", "ന്", "ක්")

test("a joiner between emoji, and one between letters that join, is shown as it is", () => {
  fc.assert(
    fc.property(fc.array(people, { minLength: 2, maxLength: 4 }), (family) => {
      expect(signed(`The ${joined(family)} tariff`)).toBe(`The ${joined(family)} tariff`)
      expect(typeable(joined(family))).toBe(joined(family))
    })
  )
  fc.assert(
    fc.property(letters, letters, fc.constantFrom("\u200C", "\u200D"), (before, after, joiner) => {
      expect(signed(before + joiner + after)).toBe(before + joiner + after)
    })
  )
})

test("a joiner anywhere else has its sign", () => {
  const other = fc.constantFrom("a", "Z", "é", "я", " ", "1", "-", "")
  const joiner = fc.constantFrom("\u200C", "\u200D")
  fc.assert(
    fc.property(other, fc.oneof(people, letters, other), joiner, fc.boolean(), (one, two, between, isFirst) => {
      const [before, after] = isFirst ? [one, two] : [two, one]
      expect(signed(before + between + after)).toBe(`${before}\u25AF${after}`)
    })
  )
  expect(signed("👩\u200D\u200D👩")).toBe("👩\u25AF\u25AF👩")
  expect(signed("👩\u200C👩")).toBe("👩\u25AF👩")
})

test("a name is typed without its control characters, and what a person types of it is the same", () => {
  fc.assert(
    fc.property(names, (name) => {
      const typed = typeable(name)
      expect(hasHidden(typed)).toBe(false)
      expect(typeable(typed)).toBe(typed)
    })
  )
  expect(typeable("\u202EQuotes\u200B  on the\u00AD website ")).toBe("Quotes on the website")
  expect(typeable("Quotes")).not.toBe(typeable("Quote"))
})
