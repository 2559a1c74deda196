import { check } from "@formwork/rules/check"
import type { Fault } from "@formwork/rules/Fault"
import { groupsOf } from "@formwork/rules/groups"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { structure } from "../../../src/messages/en/structure.ts"
import { DraftStore } from "../../../src/screens/author/document/DraftStore.ts"
import { applyChanges } from "../../../src/screens/author/document/TextChange.ts"
import { layOut } from "../../../src/screens/author/document/layOut.ts"
import { structureChanges } from "../../../src/screens/author/document/structureChanges.ts"
import { graphOf } from "../../../src/screens/author/structure/inspector/workflow/graphOf.ts"
import { cellsOf } from "../../../src/screens/author/structure/inspector/options/cells.ts"
import { OutlineActions } from "../../../src/screens/author/structure/outline/outlineActions.ts"
import { placesFor, stepOf } from "../../../src/screens/author/structure/outline/moves.ts"
import { addedAfter, copied } from "../../../src/screens/author/structure/outline/newEntries.ts"
import { allItems, itemAt, outlineOf } from "../../../src/screens/author/structure/outline/outlineOf.ts"
import { placeName } from "../../../src/screens/author/structure/outline/placeName.ts"
import { treeOf } from "../document/support.ts"

const text = layOut(
  JSON.stringify({
    title: "T",
    fields: [
      { slug: "a", type: "text" },
      {
        slug: "rows",
        type: "list",
        fields: [
          { slug: "b", type: "text" },
          { slug: "c", type: "text" }
        ]
      },
      { slug: "d", type: "text" }
    ],
    checks: [{ id: "one" }, { id: "two" }]
  })
)
const tree = treeOf(text)
const texts = structure.newTexts

const after = (edit: Parameters<typeof structureChanges>[2] | undefined): string => {
  const made = edit === undefined ? undefined : structureChanges(text, tree, edit)
  return made === undefined ? "no" : applyChanges(text, made.changes)
}

const order = (source: string): string =>
  allItems(outlineOf(treeOf(source), []))
    .flatMap(({ kind, name, pointer }) => (kind === "field" ? [pointer.split("/").length > 3 ? `-${name}` : name] : []))
    .join(" ")

it("Every step of a field leads to the neighbouring place, and a list goes into no list", () => {
  expect(order(text)).toBe("a rows -b -c d")
  const step = (pointer: string, direction: Parameters<typeof stepOf>[2]) => {
    const edit = stepOf(tree, pointer, direction)
    return edit === undefined ? "no" : order(after(edit))
  }
  expect(step("/fields/0", "down")).toBe("rows -b -c a d")
  expect(step("/fields/0", "up")).toBe("no")
  expect(step("/fields/0", "in")).toBe("rows -a -b -c d")
  expect(step("/fields/2", "in")).toBe("a rows -b -c -d")
  expect(step("/fields/1", "in")).toBe("no")
  expect(step("/fields/1/fields/0", "out")).toBe("a rows -c b d")
  expect(step("/fields/1/fields/1", "up")).toBe("a rows -c -b d")
  expect(step("/checks/0", "out")).toBe("no")
})

it("Every place that is offered can be moved to, and is another order", () => {
  const pointers = ["/fields/0", "/fields/1", "/fields/1/fields/1", "/fields/2", "/checks/1"]
  fc.assert(
    fc.property(fc.constantFrom(...pointers), fc.nat(), (pointer, pick) => {
      const places = placesFor(tree, pointer)
      const place = places[pick % places.length]
      if (place === undefined) throw new Error("no place")
      const moved = after({ edit: "move", pointer, list: place.list, index: place.index })
      expect(moved).not.toBe("no")
      expect(moved).not.toBe(text)
    })
  )
  // Four gaps of the form without its own two, and the three of the rows.
  expect(placesFor(tree, "/fields/0")).toHaveLength(2 + 3)
  expect(placesFor(tree, "/fields/1")).toHaveLength(2)
})

it("A new part and a copy have names that no part beside them has", () => {
  expect(order(after(addedAfter(tree, "/fields/0", texts)))).toBe("a field rows -b -c d")
  expect(order(after(copied(tree, "/fields/0")))).toBe("a a2 rows -b -c d")
  expect(after(copied(tree, "/checks/1"))).toContain('{ "id": "two2" }')
})

const form = { title: "T", code: "T", fields: [{ slug: "address2.city", type: "text" }] }

it("An address and a location are groups of fields that the checker takes, under names that are free, and undone at once", () => {
  const store = new DraftStore(layOut(JSON.stringify(form)))
  const actions = new OutlineActions(store, texts)
  const definition = (): typeof form => JSON.parse(store.getSnapshot().text)
  const groups = () => [...groupsOf(definition().fields.map(({ slug }) => slug))]
  expect([actions.addGroup("address"), actions.addGroup("address"), actions.addGroup("location")]).toEqual([
    true,
    true,
    true
  ])
  expect(groups()).toEqual(["address2", "address", "address3", "location"])
  expect(definition()).not.toHaveProperty("sections")
  expect(check(definition())).toMatchObject({ _tag: "Success" })
  expect(store.getSnapshot().selected).toMatch(/^\/fields\/9/u)
  store.undo()
  expect(groups()).toEqual(["address2", "address", "address3"])
  const [emptied] = [new DraftStore('{"title": "T", "code": "T"}')]
  new OutlineActions(emptied, texts).addGroup("location")
  expect(check(JSON.parse(emptied.getSnapshot().text))).toMatchObject({ _tag: "Success" })
})

it("In a form with sections a group has one of its own", () => {
  const laid = { ...form, sections: [{ id: "address", title: "A", fields: ["address2.city"] }] }
  const store = new DraftStore(layOut(JSON.stringify(laid)))
  new OutlineActions(store, texts).addGroup("address")
  const { sections }: typeof laid = JSON.parse(store.getSnapshot().text)
  expect(sections.at(-1)).toEqual({
    id: "address2",
    title: "Address",
    fields: ["address.street", "address.postcode", "address.city", "address.country"]
  })
  expect(check(JSON.parse(store.getSnapshot().text))).toMatchObject({ _tag: "Success" })
})

it("Faults are counted at the part that they are in and at those around it", () => {
  const faults: ReadonlyArray<Fault> = ["/fields/1/fields/0/type", "/fields/1", "/title", "/checks/0"].map(
    (pointer) => ({
      pointer,
      message: ""
    })
  )
  const counts = Object.fromEntries(allItems(outlineOf(tree, faults)).map(({ faults: count, key }) => [key, count]))
  expect(counts).toMatchObject({ form: 1, fields: 2, "fields/rows": 2, "fields/rows/b": 1, checks: 1, "fields/a": 0 })
})

it("A row whose part did not change is the same object", () => {
  const before = outlineOf(tree, [])
  const changed = outlineOf(treeOf(text.replace('"slug": "d"', '"slug": "d", "label": "D"')), [], before)
  const same = allItems(changed).filter((item) => allItems(before).includes(item))
  expect(
    allItems(changed)
      .filter((item) => !same.includes(item))
      .map(({ key }) => key)
  ).toEqual(["fields", "fields/d"])
})

it("A pointer leads to the innermost part around it, and has a name for people", () => {
  const items = outlineOf(tree, [])
  expect(itemAt(items, "/fields/1/fields/0/formula")?.key).toBe("fields/rows/b")
  expect(itemAt(items, "/fields/1/maxItems")?.key).toBe("fields/rows")
  expect(itemAt(items, "/title")?.key).toBe("form")
  expect(placeName(tree, "/fields/1/fields/0/formula")).toEqual(["rows", "b", "formula"])
  expect(placeName(tree, "/checks/1/check")).toEqual(["two", "check"])
})

it("Cells are read as a spreadsheet writes them", () => {
  expect(cellsOf('a\tA\r\nb\t"B ""b""\n2"\n\n c \t\n')).toEqual([
    ["a", "A"],
    ["b", 'B "b"\n2'],
    ["c", ""]
  ])
  expect(cellsOf("")).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 5 }), (rows) => {
      const written = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join("\t")).join("\n")
      const kept = rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""))
      expect(cellsOf(written)).toEqual(kept)
    })
  )
})

it("States of a drawing do not overlap, and every transition between states that exist is drawn", () => {
  const names = ["a", "bb", "ccc", "dddd", "eeeee"]
  fc.assert(
    fc.property(
      fc.subarray(names, { minLength: 1 }),
      fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 8 }),
      (states, pairs) => {
        const transitions = pairs.map(([from, to]) => ({ name: `${from}-${to}`, from, to, privilege: "" }))
        const graph = graphOf({ initial: states[0] ?? "", states, transitions })
        expect(graph.states.map(({ name }) => name).toSorted()).toEqual(states.toSorted())
        for (const one of graph.states)
          for (const other of graph.states)
            if (one.name < other.name)
              expect(one.y !== other.y || one.x + one.width < other.x || other.x + other.width < one.x).toBe(true)
        const drawn = transitions.filter(({ from, to }) => states.includes(from) && states.includes(to))
        expect(graph.arrows).toHaveLength(drawn.length)
      }
    )
  )
})
