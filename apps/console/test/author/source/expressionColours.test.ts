/** Colours of an expression inside JSON. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { tokens } from "@formwork/rules/tokens"
import { colouredTokens } from "../../../src/screens/author/source/expressionColours.ts"

/** Some characters as escapes, as an author may write them. */
const literalOf = (text: string, escaped: ReadonlyArray<boolean>): string =>
  `"${[...Array(text.length).keys()]
    .map((at) => {
      const unit = text.charAt(at)
      if (escaped[at] === true) return `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`
      return JSON.stringify(unit).slice(1, -1)
    })
    .join("")}"`

describe("colours of expressions", () => {
  it("each token has its own characters in the source, whichever of them are escaped", () => {
    const text = fc.stringMatching(/^[a-z0-9 .,'"\\+*()?:<>=é\n-]{0,40}$/)
    fc.assert(
      fc.property(text, fc.array(fc.boolean(), { maxLength: 40 }), fc.nat(100), (decoded, escaped, start) => {
        const literal = literalOf(decoded, escaped)
        const found = colouredTokens(literal, start)
        const expected = tokens(decoded).filter(({ kind }) => kind !== "space")
        expect(found.map(({ kind }) => kind)).toEqual(expected.map(({ kind }) => kind))
        expect(
          found.map(({ from, to }) => JSON.parse(`"${literal.slice(from - start, to - start)}"`) as unknown)
        ).toEqual(expected.map(({ range }) => decoded.slice(range.start, range.end)))
      })
    )
  })

  it("a text whose escape is being typed has no colours", () => {
    expect(colouredTokens('"a + \\u00"', 0)).toEqual([])
    expect(colouredTokens('"a + ', 0)).toEqual([])
  })
})
