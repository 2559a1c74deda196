import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nodeAt, sourceOf } from "../../../src/screens/author/document/nodes.ts"
import { applyChanges } from "../../../src/screens/author/document/TextChange.ts"
import type { StructureEdit } from "../../../src/screens/author/document/StructureEdit.ts"
import { structureChanges } from "../../../src/screens/author/document/structureChanges.ts"
import { definition, json, pointersOf, treeOf } from "./support.ts"

const edited = (text: string, edit: StructureEdit): string | undefined => {
  const made = structureChanges(text, treeOf(text), edit)
  return made === undefined ? undefined : applyChanges(text, made.changes)
}

/** The text without the white space between its parts: what an edit of another member must not change. */
const parts = (text: string): ReadonlyArray<string> => text.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:]+|[{}[\],:]/g) ?? []

const source = (text: string, pointer: string): string | undefined => {
  const node = nodeAt(treeOf(text), pointer)
  return node === undefined ? undefined : sourceOf(text, node)
}

/** Values of all members that are not within `pointer`. */
const others = (text: string, pointer: string): ReadonlyArray<string> => {
  const tree = treeOf(text)
  return pointersOf(tree).flatMap((one) => {
    if (`${one}/`.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(`${one}/`)) return []
    const node = nodeAt(tree, one)
    return node === undefined ? [] : [`${one} ${sourceOf(text, node)}`]
  })
}

const picked = fc.nat(10_000)
const at = <A>(list: ReadonlyArray<A>, index: number): A | undefined => list[index % Math.max(1, list.length)]

const lists = (text: string): ReadonlyArray<{ list: string; length: number }> => {
  const tree = treeOf(text)
  return pointersOf(tree).flatMap((list) => {
    const node = nodeAt(tree, list)
    return node?.type === "array" ? [{ list, length: node.children?.length ?? 0 }] : []
  })
}

describe("laws of structure edits", () => {
  it("A member that is set has the new value, and everything else stays as it is written", () => {
    fc.assert(
      fc.property(definition, json, picked, (text, value, pick) => {
        const pointer = at(pointersOf(treeOf(text)), pick) ?? ""
        const after = edited(text, { edit: "set", pointer, json: value })
        if (after === undefined) throw new Error("refused")
        expect(JSON.parse(source(after, pointer) ?? "")).toEqual(JSON.parse(value))
        expect(others(after, pointer)).toEqual(others(text, pointer))
      }),
      { numRuns: 500 }
    )
  })

  it("A member that is added and taken out again leaves the text as it was", () => {
    fc.assert(
      fc.property(definition, json, picked, (text, value, pick) => {
        const tree = treeOf(text)
        const objects = pointersOf(tree).filter((one) => {
          const node = nodeAt(tree, one)
          return node?.type === "object" && (node.children?.length ?? 0) > 0
        })
        const pointer = `${at(objects, pick) ?? ""}/added`
        const added = edited(text, { edit: "set", pointer, json: value })
        if (added === undefined) throw new Error("refused")
        expect(JSON.parse(source(added, pointer) ?? "")).toEqual(JSON.parse(value))
        expect(edited(added, { edit: "remove", pointer })).toBe(text)
      }),
      { numRuns: 500 }
    )
  })

  it("A list has the entry that is put in, at its place, and is as it was once the entry is taken out", () => {
    fc.assert(
      fc.property(definition, json, picked, picked, (text, value, pick, place) => {
        const target = at(lists(text), pick)
        if (target === undefined) return
        const index = place % (target.length + 1)
        const pointer = `${target.list}/${index}`
        const after = edited(text, { edit: "insert", list: target.list, index, json: value })
        if (after === undefined) throw new Error("refused")
        expect(JSON.parse(source(after, pointer) ?? "")).toEqual(JSON.parse(value))
        const back = edited(after, { edit: "remove", pointer })
        if (target.length > 0) expect(back).toBe(text)
        else expect(parts(back ?? "")).toEqual(parts(text))
      }),
      { numRuns: 500 }
    )
  })

  it("An entry that moves within its list and back leaves the text as it was", () => {
    fc.assert(
      fc.property(definition, picked, picked, picked, (text, pick, a, b) => {
        const target = at(
          lists(text).filter(({ length }) => length > 1),
          pick
        )
        if (target === undefined) return
        const [from, to] = [a % target.length, b % target.length]
        if (from === to) return
        const there = edited(text, { edit: "move", pointer: `${target.list}/${from}`, list: target.list, index: to })
        if (there === undefined) throw new Error("refused")
        const before = JSON.parse(source(text, target.list) ?? "")
        expect(JSON.parse(source(there, target.list) ?? "")).toEqual(
          before.toSpliced(from, 1).toSpliced(to, 0, before[from])
        )
        expect(edited(there, { edit: "move", pointer: `${target.list}/${to}`, list: target.list, index: from })).toBe(
          text
        )
      }),
      { numRuns: 500 }
    )
  })

  it("An entry that moves into another list is there with the same value, and nothing else changes", () => {
    fc.assert(
      fc.property(definition, picked, picked, picked, picked, (text, pick, other, a, b) => {
        const [from, to] = [
          at(
            lists(text).filter(({ length }) => length > 0),
            pick
          ),
          at(lists(text), other)
        ]
        if (from === undefined || to === undefined || from.list === to.list) return
        const pointer = `${from.list}/${a % from.length}`
        const index = b % (to.length + 1)
        const made = structureChanges(text, treeOf(text), { edit: "move", pointer, list: to.list, index })
        if (`${to.list}/`.startsWith(`${pointer}/`)) {
          expect(made).toBeUndefined()
          return
        }
        if (made === undefined) throw new Error("refused")
        const after = applyChanges(text, made.changes)
        expect(JSON.parse(source(after, made.pointer) ?? "")).toEqual(JSON.parse(source(text, pointer) ?? ""))
        const count = (one: string) =>
          parts(one)
            .filter((part) => part !== ",")
            .toSorted()
        expect(count(after)).toEqual(count(text))
      }),
      { numRuns: 500 }
    )
  })

  it("A member gets another name and keeps its value and its place", () => {
    fc.assert(
      fc.property(definition, picked, (text, pick) => {
        const tree = treeOf(text)
        const members = pointersOf(tree).filter((one) => nodeAt(tree, one)?.parent?.type === "property")
        const pointer = at(members, pick) ?? "/fields"
        const named = `${pointer.slice(0, pointer.lastIndexOf("/"))}/new`
        const after = edited(text, { edit: "name", pointer, name: "new" })
        if (after === undefined) throw new Error("refused")
        expect(source(after, named)).toBe(source(text, pointer))
        expect(parts(after)).toHaveLength(parts(text).length)
        const old = pointer
          .slice(pointer.lastIndexOf("/") + 1)
          .replace(/~1/g, "/")
          .replace(/~0/g, "~")
        expect(edited(after, { edit: "name", pointer: named, name: old })).toBe(text)
      }),
      { numRuns: 300 }
    )
  })
})

describe("as a person would write it", () => {
  const form = `{
  "title": "T",
  "fields": [
    { "slug": "a", "type": "number", "min": 1.50 },
    { "slug": "b", "type": "list",
      "fields": [
        { "slug": "c", "type": "text" }
      ] }
  ],
  "checks": []
}
`
  const now = (edit: StructureEdit): string => edited(form, edit) ?? "refused"

  it("A member joins the line of the others, behind those that it belongs after", () => {
    const after = now({ edit: "set", pointer: "/fields/0/label", json: '"A"', after: ["slug", "type"] })
    expect(after).toContain('{ "slug": "a", "type": "number", "label": "A", "min": 1.50 },')
  })

  it("A field of rows goes on a line of its own, indented like its neighbours", () => {
    const after = now({ edit: "insert", list: "/fields/1/fields", index: 1, json: '{"slug":"d","type":"text"}' })
    expect(after).toContain(
      '        { "slug": "c", "type": "text" },\n        { "slug": "d", "type": "text" }\n      ] }'
    )
  })

  it("The first entry of an empty list is indented below it", () => {
    const after = now({ edit: "insert", list: "/checks", index: 0, json: '{"id":"x"}' })
    expect(after).toContain('"checks": [\n    { "id": "x" }\n  ]\n}')
  })

  it("A copy stands behind its original, with its numerals and another name", () => {
    const after = now({ edit: "duplicate", pointer: "/fields/0", with: { slug: '"a2"' } })
    expect(after).toContain(
      '{ "slug": "a", "type": "number", "min": 1.50 },\n    { "slug": "a2", "type": "number", "min": 1.50 },\n'
    )
  })

  it("A list that moves keeps its lines", () => {
    const after = now({ edit: "move", pointer: "/fields/1", list: "/fields", index: 0 })
    expect(after).toContain('"fields": [\n    { "slug": "b", "type": "list",\n      "fields": [\n')
    expect(after).toContain('      ] },\n    { "slug": "a"')
  })

  it("Keys typed into a text change it where they are typed, and leave escapes as they are", () => {
    const text = '{ "label": "caf\\u00e9 \\/ bar" }'
    const made = structureChanges(text, treeOf(text), { edit: "set", pointer: "/label", json: '"café / bars"' })
    expect(made?.changes).toEqual([{ from: 28, to: 28, insert: "s" }])
  })
})
