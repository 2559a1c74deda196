/** The options of a choice in the inspector: a column for each attribute, and one for the condition. */
import { describe, expect, it } from "vitest"
import { DraftStore } from "../../../src/screens/author/document/DraftStore.ts"
import { entriesOf, memberOf, nodeAt } from "../../../src/screens/author/document/nodes.ts"
import {
  newAttribute,
  removed,
  renamed,
  retyped
} from "../../../src/screens/author/structure/inspector/options/attributeEdits.ts"
import {
  attributesOf,
  cellJson,
  cellsOfOption,
  columnsOf
} from "../../../src/screens/author/structure/inspector/options/optionColumns.ts"
import { pasted } from "../../../src/screens/author/structure/inspector/options/pasted.ts"
import { columnEdits } from "../../../src/screens/author/structure/inspector/OptionsFromControl.tsx"
import { placeOfRule, rulesOfField } from "../../../src/screens/author/tryOut/whyOf.ts"
import { treeOf } from "../document/support.ts"

const options = '[{"value":"gold","label":"Gold","score":3,"fee":"1.50"},{"value":"none","when":"age > 18","vip":true}]'
const attributes =
  '[{"name":"score","type":"integer"},{"name":"fee","type":"number","decimals":2},{"name":"vip","type":"boolean"}]'
const form = `{"fields":[{"slug":"a","type":"choice","options":${options},"attributes":${attributes}}]}`
const at = "/fields/0/attributes"
const columns = columnsOf(attributesOf(nodeAt(treeOf(form), at)))

const after = (edits: ReturnType<typeof renamed>): ReturnType<typeof JSON.parse> => {
  const store = new DraftStore(form)
  expect(store.edit(edits)).toBe(true)
  return JSON.parse(store.getSnapshot().text).fields[0]
}

describe("the grid of options", () => {
  it("has a column for each attribute, and one for the condition", () => {
    expect(columns.map(({ name }) => name)).toEqual(["value", "label", "score", "fee", "vip", "when"])
    const rows = entriesOf(nodeAt(treeOf(form), "/fields/0/options")).map((option) => cellsOfOption(option, columns))
    expect(rows).toEqual([
      ["gold", "Gold", "3", "1.50", "", ""],
      ["none", "", "", "", "true", "age > 18"]
    ])
  })

  it("writes numbers as texts, which keep their digits, and true and false by themselves", () => {
    const json = (name: string, typed: string): string | undefined => {
      const column = columns.find((one) => one.name === name)
      return column && cellJson(column, typed)
    }
    expect(json("fee", "1.50")).toBe('"1.50"')
    expect(json("vip", "true")).toBe("true")
    expect(json("vip", "tr")).toBe('"tr"')
    expect(json("when", "true")).toBe('"true"')
  })

  it("takes a paste from any column on, over what is there and in new options behind it", () => {
    const node = nodeAt(treeOf(form), "/fields/0/options")
    const paste = (row: number, from: number, cells: ReadonlyArray<ReadonlyArray<string>>) =>
      JSON.parse(pasted(form, node, row, columns, from, cells))
    expect(
      paste(1, 0, [
        ["none", "No tier", "0"],
        ["new", "", "9", "2.00", "false"]
      ])
    ).toEqual([
      { value: "gold", label: "Gold", score: 3, fee: "1.50" },
      { value: "none", label: "No tier", score: "0", when: "age > 18", vip: true },
      { value: "new", score: "9", fee: "2.00", vip: false }
    ])
    expect(paste(2, 1, [["Fresh"]]).at(-1)).toEqual({ value: "Fresh", label: "Fresh" })
  })
})

describe("attributes", () => {
  it("get another name in each option that has them", () => {
    const field = after(renamed(treeOf(form), at, 0, "score", "points"))
    expect(field.attributes[0]).toEqual({ name: "points", type: "integer" })
    expect(field.options[0]).toEqual({ value: "gold", label: "Gold", points: 3, fee: "1.50" })
  })

  it("go with what the options have of them, and the last one with the list", () => {
    expect(after(removed(treeOf(form), at, 1, "fee")).options[0]).toEqual({ value: "gold", label: "Gold", score: 3 })
    const one = treeOf('{"fields":[{"options":[],"attributes":[{"name":"x","type":"text"}]}]}')
    expect(removed(one, at, 0, "x")).toEqual([{ edit: "remove", pointer: at }])
  })

  it("of another type have no decimals, and a new one a name of its own", () => {
    expect(after(retyped(treeOf(form), at, 1, "integer")).attributes[1]).toEqual({ name: "fee", type: "integer" })
    expect(JSON.parse(newAttribute(attributesOf(nodeAt(treeOf(form), at))))).toEqual({ name: "score2", type: "number" })
  })

  it("go when the options of a table come", () => {
    const store = new DraftStore(form)
    store.edit(columnEdits(treeOf(form), "/fields/0/optionsFrom", "zones.code"))
    expect(memberOf(nodeAt(treeOf(store.getSnapshot().text), "/fields/0"), "attributes")).toBeUndefined()
  })
})

it("the condition of an option is a rule of its field", () => {
  const rule = { pointer: "/fields/0/options/1/when", expression: "", read: [], inForm: "", gave: true, words: "" }
  const inRow = { ...rule, pointer: "/fields/0/fields/2/options/0/when" }
  expect(rulesOfField([rule, inRow], "/fields/0")).toEqual([rule])
  expect(rulesOfField([rule, inRow], "/fields/0/fields/2")).toEqual([inRow])
  const names = new Map([["/fields/0", { pointer: "/fields/0", name: "plan" } as never]])
  expect(placeOfRule(names, rule.pointer, () => undefined)).toEqual({ name: "plan", member: "options" })
})
