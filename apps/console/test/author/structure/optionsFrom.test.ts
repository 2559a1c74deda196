/** The options of a table in the inspector: one line, which is the definition's member in every state of typing. */
import { expect, it } from "vitest"
import { changeType } from "../../../src/screens/author/structure/inspector/changeType.ts"
import {
  columnEdits,
  shownColumns,
  writtenColumns
} from "../../../src/screens/author/structure/inspector/OptionsFromControl.tsx"
import { treeOf } from "../document/support.ts"

it.each([
  ["zones.code", '"zones.code"'],
  ["zones.code, name", '{"table":"zones","value":"code","label":"name"}'],
  ["zones.code, ", '{"table":"zones","value":"code","label":""}'],
  ["zo", '"zo"'],
  ["a, b", '"a, b"']
])("%s is %s, and is shown as it was typed", (typed, json) => {
  expect(writtenColumns(typed)).toBe(json)
  expect(shownColumns(treeOf(json))).toBe(typed)
})

it("options of its own go when those of a table come, and come when they go", () => {
  const own = treeOf('{"fields":[{"slug":"a","type":"choice","options":[{"value":"x"}]}]}')
  expect(columnEdits(own, "/fields/0/optionsFrom", "z.c").map(({ edit }) => edit)).toEqual(["set", "remove"])
  const table = treeOf('{"fields":[{"slug":"a","type":"choice","optionsFrom":"z.c"}]}')
  expect(columnEdits(table, "/fields/0/optionsFrom", "").map(({ edit }) => edit)).toEqual(["remove", "set"])
  expect(columnEdits(table, "/fields/0/optionsFrom", "z.d").map(({ edit }) => edit)).toEqual(["set"])
  // Another type that has options, too, keeps those of the table.
  expect(changeType(table, "/fields/0", "choice", "choices")).toEqual([
    { edit: "set", pointer: "/fields/0/type", json: '"choices"', after: ["slug"] }
  ])
})
