/** What a session promises, on the rules' random forms and payloads: README.md. */
import { compile } from "@formwork/rules/compile"
import { lenient, missingIn, resultOf, toJson } from "@formwork/rules/Evaluation"
import { fillable } from "@formwork/rules/fillable"
import { pointerOf } from "@formwork/rules/groups"
import type { Json } from "@formwork/rules/Json"
import { isObject, LongNumber } from "@formwork/rules/LongNumber"
import { readJson } from "@formwork/rules/readJson"
import { runPortable } from "@formwork/rules/runPortable"
import { toPortable } from "@formwork/rules/toPortable"
import { Result } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { formAt } from "../../../rules/test/fuzz/pairs.ts"
import { type FormSession, openForm } from "../../src/FormSession.ts"
import { type Filling, filledIn, filling, memberAt, opened, places, seen, take, valueFor } from "./fillings.ts"

const RUNS = 100

const law = (name: string, holds: (filled: Filling, session: FormSession) => void): void =>
  it(name, () =>
    fc.assert(
      fc.property(filling, (filled) => holds(filled, filledIn(filled))),
      { numRuns: RUNS }
    )
  )

const evaluate = ({ checked, today }: Filling, session: FormSession) =>
  compile(checked).evaluate(session.payload(), { today, draft: false })

/** Names as `hiddenFields` writes them. */
const named = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/u, "[$1]")
    .replaceAll("/", ".")

law(
  "the engine, given the payload, answers with the computed values, the hidden fields and the outcomes that are shown",
  (filled, session) => {
    const { calculatedData, hiddenFields, outcomes } = evaluate(filled, session)
    expect(session.outcomes).toEqual(outcomes)
    const isHidden = (pointer: string): boolean =>
      hiddenFields.includes(named(pointer)) || hiddenFields.includes(named(pointer).replace(/\[.*/u, ""))
    for (const pointer of places(session)) {
      const view = session.view(pointer)
      expect([pointer, view?.shown]).toEqual([pointer, !isHidden(pointer)])
      expect(view?.outcomes).toEqual(outcomes.filter((one) => one.pointer === `/data${pointer}`))
      if (view?.computed !== true) continue
      const value = pointer
        .split("/")
        .slice(1)
        .reduce<Json | undefined>(
          (own, name) =>
            own === null || own === undefined ? null : Object.entries(own).find(([key]) => key === name)?.[1],
          calculatedData
        )
      expect([pointer, view.value]).toEqual([pointer, value ?? null])
    }
  }
)

law(
  "after the attempt exactly the engine's problems are seen, in its order, and the payload is valid where the engine says so",
  (filled, session) => {
    const { problems, valid } = evaluate(filled, session)
    const attempt = session.attempt()
    expect(attempt.problems).toEqual(problems)
    expect(session.form.problems).toEqual(problems)
    expect([attempt.valid, session.form.valid]).toEqual([valid, valid])
    const atFields = places(session).flatMap((pointer) => session.view(pointer)?.problems ?? [])
    const placed = problems.filter(({ pointer }) => pointer !== "/data")
    expect(atFields.map((problem) => JSON.stringify(problem)).toSorted()).toEqual(
      placed.map((problem) => JSON.stringify(problem)).toSorted()
    )
  }
)

law(
  "before the attempt no field shows that it is required, and what shows is a problem of a draft",
  (filled, session) => {
    const complete = evaluate(filled, session)
    expect(session.missing).toEqual(missingIn(complete))
    expect(session.wrong).toEqual(lenient(complete).problems)
    if (session.form.attempted) return
    expect(session.form.problems.filter((problem) => !session.wrong.includes(problem))).toEqual([])
  }
)

it("before the attempt a problem shows once its place was left, or if it was there when the session was opened", () => {
  let shown = 0
  fc.assert(
    fc.property(filling, (filled) => {
      const session = opened(filled)
      const hasValue = (pointer: string): boolean =>
        pointer !== "/data" && (memberAt(session.payload(), pointer.slice("/data".length)) ?? null) !== null
      const wrongAtFirst = new Set(session.wrong.flatMap(({ pointer }) => (hasValue(pointer) ? [pointer] : [])))
      const isNobodys = (pointer: string): boolean =>
        pointer === "/data" || session.view(pointer.slice("/data".length))?.computed === true
      if (wrongAtFirst.size > 0)
        for (const { pointer } of session.wrong) if (isNobodys(pointer)) wrongAtFirst.add(pointer)
      expect(new Set(session.form.problems.map(({ pointer }) => pointer))).toEqual(wrongAtFirst)
      const settable = places(session).filter((pointer) => session.view(pointer)?.type !== "row")
      const left = settable.filter((_, index) => index % 2 === 0)
      for (const [index, pointer] of settable.entries())
        if (session.view(pointer)?.computed === false) session.set(pointer, valueFor(filled, pointer, index))
      const still = places(session)
      for (const pointer of left) session.leave(pointer)
      for (const { code, pointer } of session.wrong) {
        const own = pointer.slice("/data".length)
        if (!settable.includes(own) || !still.includes(own) || isNobodys(pointer)) continue
        const isSeen = session.view(own)?.problems.some((problem) => problem.code === code) === true
        expect([own, isSeen]).toEqual([own, left.includes(own) || wrongAtFirst.has(pointer)])
        if (isSeen) shown += 1
      }
    }),
    { numRuns: RUNS }
  )
  expect(shown).toBeGreaterThan(20)
})

it("a listener is called if and only if its view changed, and once", () => {
  let [called, silent] = [0, 0]
  fc.assert(
    fc.property(filling, (filled) => {
      const session = opened(filled)
      const lists = session.fields.filter(({ field }) => field.type === "list")
      const pointers = new Set([
        "",
        ...places(session),
        ...lists.flatMap(({ field, rows }) =>
          [0, 1, 2, 3].flatMap((row) => [
            `${pointerOf(field.slug)}/${row}`,
            ...rows.map((own) => `${pointerOf(field.slug)}/${row}/${own.field.slug}`)
          ])
        )
      ])
      const calls = new Map<string, number>()
      for (const pointer of pointers)
        session.subscribe(pointer, () => void calls.set(pointer, (calls.get(pointer) ?? 0) + 1))
      const snapshot = (pointer: string): string =>
        JSON.stringify(pointer === "" ? session.form : { ...session.view(pointer), why: undefined })
      for (const step of filled.steps) {
        const before = new Map([...pointers].map((pointer) => [pointer, snapshot(pointer)]))
        calls.clear()
        take(session, filled, step)
        for (const pointer of pointers) {
          const changed = before.get(pointer) !== snapshot(pointer)
          expect([pointer, calls.get(pointer) ?? 0]).toEqual([pointer, changed ? 1 : 0])
          if (changed) called += 1
          else silent += 1
        }
      }
    }),
    { numRuns: RUNS }
  )
  expect(called).toBeGreaterThan(200)
  expect(silent).toBeGreaterThan(500)
})

it("the order in which different fields are set does not matter", () => {
  fc.assert(
    fc.property(
      filling,
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      (filled, picks, order) => {
        const base = filledIn(filled)
        const scalars = places(base).filter((pointer) => {
          const view = base.view(pointer)
          return view !== undefined && view.type !== "row" && view.type !== "list" && !view.computed
        })
        if (scalars.length === 0) return
        const sets = new Map(
          picks.map(([at, pick]) => {
            const pointer = scalars[at % scalars.length] ?? ""
            return [pointer, valueFor(filled, pointer, pick)] as const
          })
        )
        const after = (entries: ReadonlyArray<readonly [string, Json | undefined]>): string => {
          const session = openForm(filled.form, { today: filled.today, from: base.kept })
          for (const [pointer, value] of entries) session.set(pointer, value)
          return `${seen(session)} ${session.payloadJson()}`
        }
        const shuffled = [...sets]
          .map((entry) => [Number(order.next().value), entry] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, entry]) => entry)
        expect(after(shuffled)).toBe(after([...sets]))
      }
    ),
    { numRuns: RUNS }
  )
})

it("a hidden value is kept while the form is open, and is not sent", () => {
  let hidden = 0
  fc.assert(
    fc.property(filling, (filled) => {
      const session = filledIn(filled)
      for (const pointer of places(session)) {
        const view = session.view(pointer)
        if (view === undefined || view.shown || view.computed || view.type === "row" || view.type === "list") continue
        const value = valueFor(filled, pointer, hidden) ?? "kept"
        session.set(pointer, value)
        expect(session.view(pointer)?.value).toEqual(value)
        hidden += 1
      }
      const { hiddenFields } = evaluate(filled, session)
      const sent = JSON.stringify(session.payload())
      for (const name of hiddenFields.filter((own) => !own.includes("[")))
        expect(Object.keys(session.payload())).not.toContain(name)
      expect(resultOf(evaluate(filled, session)).hiddenFields, sent).toEqual(session.filling.hiddenFields)
    }),
    { numRuns: RUNS }
  )
  expect(hidden).toBeGreaterThan(20)
})

law("a field without a value is missing exactly if it is required and shown", (_, session) => {
  const missing = new Set(session.missing.map(({ pointer }) => pointer.slice("/data".length)))
  for (const pointer of places(session)) {
    const view = session.view(pointer)
    if (view === undefined || view.type === "row" || view.type === "list" || view.value !== undefined) continue
    expect([pointer, missing.has(pointer)]).toEqual([pointer, view.required && view.shown])
  }
})

law("a session that is opened again from what an older one kept shows the same", (filled, session) => {
  const again = openForm(filled.form, { today: filled.today, from: JSON.parse(JSON.stringify(session.kept)) })
  expect(again.payloadJson()).toBe(session.payloadJson())
  // Fields that became wrong since the first opening count as left in the second.
  again.attempt()
  session.attempt()
  expect(seen(again)).toBe(seen(session))
})

law("nothing is lost on the way through another form", (filled, session) => {
  const other = fillable(formAt(filled.steps.length, 1).checked)
  const between = openForm(other, { today: filled.today, from: session.kept })
  const back = openForm(filled.form, { today: filled.today, from: between.kept })
  expect(back.payloadJson()).toBe(session.payloadJson())
})

law("a prepared form shows what the checked one shows", (filled, session) => {
  const prepared = openForm(runPortable(toPortable(filled.checked, { internal: true })), {
    today: filled.today,
    data: filled.data
  })
  for (const step of filled.steps) take(prepared, filled, step)
  expect(seen(prepared)).toBe(seen(session))
  expect(prepared.payloadJson()).toBe(session.payloadJson())
})

/** What a strict reader makes of it. */
const strict = (value: Json): Json => {
  if (typeof value === "number") return Object.is(value, -0) ? 0 : orLong(value)
  if (typeof value !== "object" || value === null || value instanceof LongNumber) return value
  if (isList(value)) return value.map(strict)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, strict(member)]))
}
const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)
const orLong = (value: number): Json => {
  const long: unknown = LongNumber.of(String(value))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rules take one where JSON.parse would put a number
  return long === undefined ? value : (long as Json)
}

law("the payload as JSON, read strictly, gives the engine's answer to the payload", ({ checked, today }, session) => {
  const engine = compile(checked)
  const answer = (data: Json): string => {
    if (!isObject(data)) throw new Error("a payload is an object")
    return toJson(engine.evaluate(data, { today, draft: false }))
  }
  expect(answer(Result.getOrThrow(readJson(session.payloadJson())))).toBe(answer(strict(session.payload())))
})
