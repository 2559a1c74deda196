/** Random patterns of RE2, and texts that some of them match. */
import * as fc from "fast-check"

const atoms = fc.constantFrom(
  ...Array.from("abkKsS0_ µß\n字"),
  "ſ",
  "𝒳",
  ".",
  "\\d",
  "\\w",
  "\\W",
  "\\s",
  "\\pL",
  "\\PN",
  "\\p{Greek}",
  "[a-c]",
  "[^a]",
  "[^\\n字]",
  "[k-s0-9]",
  "\\.",
  "^",
  "$",
  "\\A",
  "\\z",
  "\\b",
  "\\B",
  "(?s:.)",
  "(?m:^)",
  "(?m:$)",
  "(?i:k)",
  "(?i:ß)",
  "(?i:μ)",
  "(?i:[a-s])"
)

export const patterns = fc.letrec<{ readonly pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: atoms },
    { weight: 4, arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => a + b) },
    { weight: 2, arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(${a}|${b})`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{0,3}", "{1,}", "*?", "+?"))
        .map(([a, times]) => `(?:${a})${times}`)
    }
  )
})).pattern

const units = fc.constantFrom(
  ...Array.from("abcksKS0_9 .\nµμΜßẞ字é"),
  "ſ",
  "\u212a",
  "𝒳",
  "\ud800",
  "\udc00",
  "\0",
  "\u{10ffff}"
)
export const texts = fc.array(units, { maxLength: 12 }).map((all) => all.join(""))
