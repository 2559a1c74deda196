import * as fc from "fast-check"
import { expect, it } from "vitest"
import type { Node } from "../../../src/screens/author/document/parseText.ts"
import { parseText } from "../../../src/screens/author/document/parseText.ts"
import { reparse } from "../../../src/screens/author/document/reparse.ts"
import { definition, json, treeOf } from "./support.ts"

/** What a node says of itself, and whether what is in it knows it. */
const plain = ({ children, colonOffset, length, offset, type, value }: Node): unknown => ({
  type,
  offset,
  length,
  colonOffset,
  value: children === undefined ? (value as unknown) : undefined,
  children: children?.map(plain)
})

const knowTheirParents = (node: Node): boolean =>
  (node.children ?? []).every((child) => child.parent === node && knowTheirParents(child))

const shown = (read: ReturnType<typeof parseText>): unknown => ("tree" in read ? plain(read.tree) : read)

const put = fc.oneof(
  json,
  fc.constantFrom("", "", "{", "}", "[", "]", ",", ":", '"', "\\", " ", "\n", "\r", "0", "-", ".", "e", "/*", "//"),
  fc.constantFrom(
    "true",
    "nul",
    '"a":1',
    ',"a":1',
    '"slug"',
    "\\u00",
    "\u0001",
    "\u00a0",
    "[".repeat(31),
    "]".repeat(31)
  )
)

/** Beside something long, so that a value is worth being read alone; as deep as a text may be, or on the surface. */
const text = fc
  .tuple(fc.oneof(definition, json), fc.constantFrom(0, 1, 28, 30), fc.boolean())
  .map(([value, levels, isFirst]) => {
    const deep = "[".repeat(levels) + value + "]".repeat(levels)
    const long = `"${"-".repeat(400)}"`
    return isFirst ? `[${deep}, ${long}]` : `{"long": ${long}, "value":${deep}}`
  })
  .filter((source) => "tree" in parseText(source))

const change = fc.tuple(fc.nat(), fc.oneof(fc.constant(0), fc.nat(6)), put)

/** Anywhere, but seldom within what is long. */
const changed = (source: string, [at, gone, added]: readonly [number, number, string]): string => {
  const start = source.startsWith("{") ? 405 : 0
  const place = Math.min(source.length, start + (at % Math.max(1, source.length - 380)))
  return source.slice(0, place) + added + source.slice(place + gone)
}

it("A text that differs in one place is read as if it was read from its beginning, right or wrong", () => {
  const seen = new Map([
    ["tree", 0],
    ["broken", 0]
  ])
  fc.assert(
    fc.property(text, fc.array(change, { minLength: 1, maxLength: 4 }), (first, changes) => {
      let good = { text: first, tree: treeOf(first) }
      let now = first
      for (const one of changes) {
        now = changed(now, one)
        const read = reparse(good, now)
        expect(shown(read), now).toEqual(shown(parseText(now)))
        const kind = "tree" in read ? "tree" : "broken"
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
        if (!("tree" in read)) continue
        expect(knowTheirParents(read.tree)).toBe(true)
        good = { text: now, tree: read.tree }
      }
    }),
    { numRuns: 3000 }
  )
  for (const [, count] of seen) expect(count).toBeGreaterThan(100)
})

it("The tree of the text before is never changed, and is the answer where the text is the same again", () => {
  fc.assert(
    fc.property(text, change, (first, one) => {
      const tree = treeOf(first)
      const before = JSON.stringify(plain(tree))
      reparse({ text: first, tree }, changed(first, one))
      expect(JSON.stringify(plain(tree))).toBe(before)
      expect(reparse({ text: first, tree }, first)).toEqual({ tree })
    }),
    { numRuns: 300 }
  )
})
