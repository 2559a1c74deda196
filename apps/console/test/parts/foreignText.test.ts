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
