/** The laws of an editor's tokens. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { tokens, tokensInBraces } from "../../src/authoring/tokens.ts"
import { lex } from "../../src/language/lex.ts"
import { source } from "./sources.ts"

const runs = { numRuns: 1500 }

const kindsOf = (text: string): ReadonlyArray<string> =>
  tokens(text).map(({ kind, range }) => `${kind} ${text.slice(range.start, range.end)}`)

it("the tokens of any text cover each of its characters once, in order", () => {
  fc.assert(
    fc.property(source, (text) => {
      let at = 0
      for (const { range } of tokens(text)) {
        expect(range.start).toBe(at)
        expect(range.end).toBeGreaterThan(at)
        at = range.end
      }
      expect(at).toBe(text.length)
    }),
    runs
  )
})

it("where a text is an expression's, its tokens are those of the language and spaces", () => {
  fc.assert(
    fc.property(source, (text) => {
      const lexed = lex(text)
      const found = tokens(text)
      if (Result.isFailure(lexed)) {
        // The first fault of the language is the first fault that the editor shows.
        expect(found.find(({ kind }) => kind === "invalid")?.fault).toEqual(lexed.failure)
        return
      }
      const own = found.filter(({ kind }) => kind !== "space")
      expect(own.map(({ range }) => range)).toEqual(lexed.success.slice(0, -1).map(({ range }) => range))
      expect(found.filter(({ kind }) => kind === "invalid")).toEqual([])
      for (const { kind, range } of found)
        if (kind === "space") expect(text.slice(range.start, range.end)).toMatch(/^[ \t\r\n]+$/)
    }),
    runs
  )
})

it("each kind of token has its colour", () => {
  expect(kindsOf("any (drivers, d, d.age>25.0) && today in ['a'] ? true : -x")).toEqual([
    "function any",
    "space  ",
    "punctuation (",
    "name drivers",
    "punctuation ,",
    "space  ",
    "name d",
    "punctuation ,",
    "space  ",
    "name d",
    "punctuation .",
    "name age",
    "operator >",
    "number 25.0",
    "punctuation )",
    "space  ",
    "operator &&",
    "space  ",
    "constant today",
    "space  ",
    "operator in",
    "space  ",
    "punctuation [",
    "text 'a'",
    "punctuation ]",
    "space  ",
    "operator ?",
    "space  ",
    "constant true",
    "space  ",
    "operator :",
    "space  ",
    "operator -",
    "name x"
  ])
})

it("a text that cannot be read is one token, and the tokens after it keep their kinds", () => {
  expect(kindsOf(String.raw`a == 'x\q' && b`)).toEqual([
    "name a",
    "space  ",
    "operator ==",
    "space  ",
    String.raw`invalid 'x\q'`,
    "space  ",
    "operator &&",
    "space  ",
    "name b"
  ])
  expect(kindsOf("'open\nb")).toEqual(["invalid 'open", "space \n", "name b"])
})

it("of a message the tokens between its braces are coloured, at their places, and its texts are not", () => {
  const source = "No relief: 18 of {premium}, {{x}} {round(a, 2)} {$reference} {open"
  expect(tokensInBraces(source).map(({ kind, range }) => `${kind} ${source.slice(range.start, range.end)}`)).toEqual([
    "name premium",
    "function round",
    "punctuation (",
    "name a",
    "punctuation ,",
    "space  ",
    "number 2",
    "punctuation )",
    "constant $reference"
  ])
})
