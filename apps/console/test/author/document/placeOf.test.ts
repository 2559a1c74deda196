import * as fc from "fast-check"
import { expect, it } from "vitest"
import { nodeAt } from "../../../src/screens/author/document/nodes.ts"
import { placeOf, pointerAt } from "../../../src/screens/author/document/placeOf.ts"
import { definition, pointersOf, text, treeOf, writtenText } from "./support.ts"

const escapes = fc.func(fc.boolean())

it("A range of a text is the same characters of the source, whichever of them are escaped", () => {
  fc.assert(
    fc.property(text, escapes, definition, fc.nat(20), fc.nat(20), (value, escape, other, a, b) => {
      const source = `{"before": ${other}, "rule":  ${writtenText(value, escape)}, "after": 1}`
      const [start, end] = [Math.min(a, b, value.length), Math.min(Math.max(a, b), value.length)]
      const tree = treeOf(source)
      const { from, to } = placeOf(source, tree, { pointer: "/rule", range: { start, end } })
      expect(JSON.parse(`"${source.slice(from, to)}"`)).toBe(value.slice(start, end))
      // And the way back.
      for (const [unit, offset] of [
        [start, from],
        [end, to]
      ] as const) {
        const back = pointerAt(source, tree, offset)
        expect(back.pointer).toBe("/rule")
        if (back.offset !== undefined) expect(back.offset).toBe(unit)
      }
    }),
    { numRuns: 1000 }
  )
})

it("A caret in a value is at the pointer of that value", () => {
  fc.assert(
    fc.property(definition, (source) => {
      const tree = treeOf(source)
      for (const pointer of pointersOf(tree)) {
        const node = nodeAt(tree, pointer)
        if (node === undefined) throw new Error(pointer)
        if (node.children === undefined && node.length > 1)
          expect(pointerAt(source, tree, node.offset + 1).pointer).toBe(pointer)
        const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined
        if (key !== undefined) expect(pointerAt(source, tree, key.offset + 1).pointer).toBe(pointer)
      }
    }),
    { numRuns: 300 }
  )
})

it("A fault of an object or a list marks its name or its bracket, and one of something missing what is around it", () => {
  const source = '{ "fields": [{ "slug": "a" }], "title": "T" }'
  const tree = treeOf(source)
  const marked = (pointer: string, range?: { start: number; end: number }) => {
    const { from, to } = placeOf(source, tree, range === undefined ? { pointer } : { pointer, range })
    return source.slice(from, to)
  }
  expect(marked("/fields")).toBe('"fields"')
  expect(marked("/fields/0")).toBe("{")
  expect(marked("")).toBe("{")
  expect(marked("/title")).toBe('"T"')
  expect(marked("/fields/0/slug/x")).toBe('"a"')
  expect(marked("/fields/7")).toBe('"fields"')
  expect(marked("/title", { start: 0, end: 99 })).toBe("T")
  expect(marked("/title", { start: 5, end: 9 })).toBe("")
})
