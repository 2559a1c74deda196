/** A session whose form changes while it is filled. */
import { pointerOf } from "@formwork/rules/groups"
import { fillable } from "@formwork/rules/fillable"
import type { FillableForm } from "@formwork/rules/FillableForm"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { formAt } from "../../../rules/test/fuzz/pairs.ts"
import { openForm } from "../../src/FormSession.ts"
import { type Filling, filledIn, filling, places, seen } from "./fillings.ts"

const RUNS = 100

/** The form, and others that have some of its fields: as an author changes one. */
const othersOf = ({ checked, steps }: Filling): ReadonlyArray<FillableForm> => {
  const { fields, ...form } = fillable(checked)
  const without = fields.filter((_, index) => index % 3 !== steps.length % 3)
  const relabelled = fields.map((own, index) =>
    index % 2 === 0 ? own : { ...own, field: { ...own.field, label: `${own.field.label} again` } }
  )
  const some = [without, relabelled, fields.toReversed()].map((own) => ({ ...form, fields: own }))
  return [...some, fillable(formAt(steps.length, 1).checked)]
}

it("a session that goes on with another form shows what one shows that is opened from what it kept", () => {
  fc.assert(
    fc.property(filling, (filled) => {
      const session = filledIn(filled)
      for (const other of [...othersOf(filled), filled.form]) {
        const opened = openForm(other, { today: filled.today, from: session.kept })
        session.goOnWith(other)
        expect(seen(session)).toBe(seen(opened))
        expect(session.payloadJson()).toBe(opened.payloadJson())
        expect(session.kept).toEqual(opened.kept)
      }
    }),
    { numRuns: RUNS }
  )
})

it("when a session goes on with another form, a listener is called if and only if its view changed, and once", () => {
  let [called, silent] = [0, 0]
  fc.assert(
    fc.property(filling, (filled) => {
      const session = filledIn(filled)
      const forms = [...othersOf(filled), filled.form]
      const calls = new Map<string, number>()
      const pointers = new Set([
        "",
        ...places(session),
        ...forms.flatMap(({ fields }) => fields.map(({ field }) => pointerOf(field.slug)))
      ])
      for (const pointer of pointers)
        session.subscribe(pointer, () => void calls.set(pointer, (calls.get(pointer) ?? 0) + 1))
      const viewAt = (pointer: string) => (pointer === "" ? session.form : session.view(pointer))
      const textOf = (view: object | undefined): string => JSON.stringify({ ...view, why: undefined })
      for (const form of forms) {
        const before = new Map([...pointers].map((pointer) => [pointer, viewAt(pointer)]))
        calls.clear()
        session.goOnWith(form)
        for (const [pointer, view] of before) {
          const isOther = textOf(view) !== textOf(viewAt(pointer))
          expect([pointer, calls.get(pointer) ?? 0]).toEqual([pointer, isOther ? 1 : 0])
          expect([pointer, view === viewAt(pointer)]).toEqual([pointer, !isOther])
          if (isOther) called += 1
          else silent += 1
        }
      }
    }),
    { numRuns: RUNS }
  )
  expect(called).toBeGreaterThan(200)
  expect(silent).toBeGreaterThan(200)
})
