import { EditorState, Transaction } from "@codemirror/state"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { DraftStore, type View } from "../../../src/screens/author/document/DraftStore.ts"
import { nodeAt } from "../../../src/screens/author/document/nodes.ts"
import type { StructureEdit } from "../../../src/screens/author/document/StructureEdit.ts"
import { definition, json, pointersOf } from "./support.ts"

/** A source editor as far as the store knows one: a state of its own that follows. */
const openView = (store: DraftStore) => {
  let state: EditorState
  const { close, view } = store.open(EditorState.tabSize.of(4), (opened): View => {
    state = opened
    return {
      update: (transactions) => {
        for (const transaction of transactions) {
          if (transaction.startState !== state) throw new Error("a transaction of another state")
          state = transaction.state
        }
      }
    }
  })
  return {
    close,
    view,
    text: () => state.doc.toString(),
    type: (from: number, insert: string, to = from) =>
      store.dispatch([
        state.update({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
          userEvent: "input.type"
        })
      ])
  }
}

type Step = readonly ["edit" | "type" | "select", number, number, number, string] | readonly ["undo" | "redo"]

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("edit" as const), fc.nat(999), fc.nat(999), fc.nat(5), json) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant("type" as const),
      fc.nat(999),
      fc.nat(999),
      fc.nat(5),
      fc.constantFrom("a", '"', "\n")
    )
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant("select" as const), fc.nat(999), fc.nat(), fc.nat(), fc.constant("")) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom("undo" as const, "redo" as const)) }
)

const editOf = (store: DraftStore, a: number, b: number, kind: number, value: string): StructureEdit => {
  const { good } = store.getSnapshot()
  const all = good === undefined ? [""] : pointersOf(good.tree)
  const [pointer = "", other = ""] = [all[a % all.length], all[b % all.length]]
  const length = (good === undefined ? undefined : nodeAt(good.tree, other))?.children?.length ?? 0
  switch (kind) {
    case 0:
      return { edit: "set", pointer, json: value }
    case 1:
      return { edit: "remove", pointer }
    case 2:
      return { edit: "name", pointer, name: `n${b}` }
    case 3:
      return { edit: "insert", list: other, index: a % (length + 1), json: value }
    case 4:
      return { edit: "move", pointer, list: other, index: a % (length + 1) }
    default:
      return { edit: "duplicate", pointer, with: { slug: '"copy"' } }
  }
}

const run = (store: DraftStore, view: ReturnType<typeof openView>, [kind, ...given]: Step): void => {
  const [a = 0, b = 0, which = 0, value = ""] = given
  const { good, text } = store.getSnapshot()
  if (kind === "edit") store.edit(editOf(store, a, b, which, value))
  else if (kind === "type") view.type(a % (text.length + 1), value)
  else if (kind === "select" && good !== undefined) {
    const all = pointersOf(good.tree)
    store.select(all[a % all.length] ?? "")
  } else if (kind === "undo") store.undo()
  else if (kind === "redo") store.redo()
}

it("Undoing every edit of both editors gives the first text back, byte for byte, and redoing them gives the last", () => {
  fc.assert(
    fc.property(definition, fc.array(step, { maxLength: 20 }), (text, steps) => {
      const store = new DraftStore(text)
      const view = openView(store)
      for (const one of steps) run(store, view, one)
      while (store.redo());
      const last = store.getSnapshot()
      expect(view.text()).toBe(last.text)
      while (store.undo());
      expect(store.getSnapshot()).toMatchObject({ text, canUndo: false })
      expect(view.text()).toBe(text)
      while (store.redo());
      expect(store.getSnapshot()).toMatchObject({ text: last.text, canRedo: false })
    }),
    { numRuns: 300 }
  )
})

const form = `{
  "fields": [
    { "slug": "a" },
    { "slug": "b" },
    { "slug": "c" }
  ]
}
`

it("Undo puts the selected member back", () => {
  const store = new DraftStore(form)
  store.select("/fields/0")
  store.edit({ edit: "insert", list: "/fields", index: 1, json: '{"slug":"x"}' })
  expect(store.getSnapshot().selected).toBe("/fields/1")
  store.edit({ edit: "move", pointer: "/fields/1", list: "/fields", index: 3 })
  expect(store.getSnapshot().selected).toBe("/fields/3")
  store.select("/fields/2/slug")
  store.undo()
  expect(store.getSnapshot()).toMatchObject({ selected: "/fields/1" })
  store.undo()
  expect(store.getSnapshot()).toMatchObject({ selected: "/fields/0", text: form })
  store.redo()
  store.redo()
  expect(store.getSnapshot().selected).toBe("/fields/2/slug")
})

it("A member stays selected while the source around it is edited", () => {
  const store = new DraftStore(form)
  const view = openView(store)
  store.select("/fields/1")
  view.type(form.indexOf('{ "slug": "a"'), '{ "slug": "new" }, ')
  expect(store.getSnapshot().selected).toBe("/fields/2")
  view.type(0, "x")
  expect(store.getSnapshot()).toMatchObject({ selected: "/fields/2", broken: { reason: "word", line: 1 } })
  view.type(0, "", 1)
  expect(store.getSnapshot()).toMatchObject({ selected: "/fields/2", broken: undefined })
})

it("A text that is not JSON keeps the last structure, which cannot be edited until the text is mended", () => {
  const store = new DraftStore(form)
  const view = openView(store)
  const comma = form.indexOf(",")
  view.type(comma, "", comma + 1)
  const { broken, good } = store.getSnapshot()
  expect(broken).toEqual({ reason: "comma", offset: form.indexOf('{ "slug": "b"') - 1, line: 4 })
  expect(good?.text).toBe(form)
  expect(store.edit({ edit: "remove", pointer: "/fields/0" })).toBe(false)
  store.undo()
  expect(store.getSnapshot()).toMatchObject({ text: form, broken: undefined })
  expect(store.edit({ edit: "remove", pointer: "/fields/0" })).toBe(true)
})

it("Keys typed one after the other into one control are undone together, and two structure edits one by one", () => {
  const store = new DraftStore(form)
  for (const slug of ["ab", "abc", "abcd"])
    store.edit({ edit: "set", pointer: "/fields/0/slug", json: JSON.stringify(slug) }, { typing: true })
  store.edit({ edit: "remove", pointer: "/fields/1" })
  store.edit({ edit: "remove", pointer: "/fields/1" })
  store.undo()
  store.undo()
  expect(store.getSnapshot().text).toContain("abcd")
  store.undo()
  expect(store.getSnapshot()).toMatchObject({ text: form, canUndo: false })
})

it("Several edits are one change: all of them are made, or none", () => {
  const store = new DraftStore(form)
  const first: StructureEdit = { edit: "remove", pointer: "/fields/0" }
  expect(store.edit([first, { edit: "remove", pointer: "/fields/2" }])).toBe(false)
  expect(store.getSnapshot().text).toBe(form)
  expect(store.edit([first, { edit: "remove", pointer: "/fields/1" }])).toBe(true)
  expect(JSON.parse(store.getSnapshot().text)).toEqual({ fields: [{ slug: "b" }] })
  store.undo()
  expect(store.getSnapshot()).toMatchObject({ text: form, canUndo: false })
})

it("Listeners hear of every change until they leave, and the snapshot stays the same in between", () => {
  const store = new DraftStore(form)
  let heard = 0
  const leave = store.subscribe(() => (heard += 1))
  const before = store.getSnapshot()
  expect(store.getSnapshot()).toBe(before)
  store.select("/fields/1")
  expect(store.getSnapshot().edition).toBe(before.edition)
  store.edit({ edit: "remove", pointer: "/fields/0" })
  expect([heard, store.getSnapshot().edition]).toEqual([2, before.edition + 1])
  leave()
  store.undo()
  expect(heard).toBe(2)
})

it("A closed view hears nothing, and the history outlives it", () => {
  const store = new DraftStore(form)
  const view = openView(store)
  view.type(0, " ")
  view.close()
  store.dispatch({ changes: { from: 0, insert: "\n" }, annotations: Transaction.userEvent.of("input") })
  expect(view.text()).toBe(` ${form}`)
  store.undo()
  store.undo()
  expect(store.getSnapshot().text).toBe(form)
})

it("A draft that is replaced changes where the texts differ, and undo gives the old one back", () => {
  const store = new DraftStore(form)
  store.select("/fields/2")
  store.replace(form.replace('"b"', '"bee"'))
  expect(store.getSnapshot()).toMatchObject({ selected: "/fields/2", text: form.replace('"b"', '"bee"') })
  store.replace(form.replace('"b"', '"bee"'))
  store.undo()
  expect(store.getSnapshot()).toMatchObject({ text: form, canUndo: false })
})
