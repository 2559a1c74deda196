/** Random forms, and what a person might do in them: the rules' own fuzzer, with steps of a session. */
import { pointerOf } from "@formwork/rules/groups"
import { fillable } from "@formwork/rules/fillable"
import type { FillableForm } from "@formwork/rules/FillableForm"
import type { Json, JsonObject } from "@formwork/rules/Json"
import * as fc from "fast-check"
import { formAt, inputAt } from "../../../rules/test/fuzz/pairs.ts"
import { type FormSession, openForm } from "../../src/FormSession.ts"

export interface Step {
  readonly kind: "set" | "type" | "clear" | "leave" | "add" | "remove" | "move" | "attempt"
  /** Picks the place. */
  readonly at: number
  /** Picks the value, or the row to go to. */
  readonly pick: number
}

export interface Filling {
  readonly checked: ReturnType<typeof formAt>["checked"]
  readonly definition: JsonObject
  readonly form: FillableForm
  readonly data: JsonObject
  readonly today: string
  readonly steps: ReadonlyArray<Step>
}

const kinds = ["set", "set", "set", "type", "clear", "leave", "leave", "add", "remove", "move"] as const

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constantFrom(...kinds), weight: 20 },
    { arbitrary: fc.constant("attempt" as const), weight: 1 }
  ),
  at: fc.nat(),
  pick: fc.nat()
})

/** A form, what it is opened with, and steps. */
export const filling: fc.Arbitrary<Filling> = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    isEmpty: fc.boolean(),
    steps: fc.array(step, { maxLength: 12 })
  })
  .map(({ isEmpty, seed, steps }) => {
    const { checked, definition } = formAt(seed, 0)
    const { data, options } = inputAt(seed, 0, definition)
    return { checked, definition, form: fillable(checked), data: isEmpty ? {} : data, today: options.today, steps }
  })

/** Every place of a session now: fields, rows and fields of rows. */
export const places = (session: FormSession): ReadonlyArray<string> =>
  session.fields.flatMap(({ field, rows }) => {
    const own = pointerOf(field.slug)
    const ofRows = (session.view(own)?.rows ?? []).flatMap((_, index) => [
      `${own}/${index}`,
      ...rows.map((row) => `${own}/${index}/${row.field.slug}`)
    ])
    return [own, ...ofRows]
  })

const typed = ["", "12,", "0012", "1.50", "-3", "1e3", "0.1000000000000000055", "99999999999999999999", "soon"]

/** What a payload has at a pointer. */
export const memberAt = (data: Json | undefined, pointer: string): Json | undefined =>
  pointer
    .split("/")
    .slice(1)
    .reduce<Json | undefined>(
      (value, name) =>
        typeof value === "object" && value !== null
          ? new Map<string, Json>(Object.entries(value)).get(name)
          : undefined,
      data
    )

/** Values of this form's fuzzer for a place, and what a person might type there. */
export const valueFor = ({ definition }: Filling, pointer: string, pick: number): Json | undefined =>
  memberAt(inputAt(pick, pick % 25, definition).data, pointer)

const isSettable = (session: FormSession, pointer: string): boolean => {
  const view = session.view(pointer)
  return view !== undefined && view.type !== "row" && !view.computed
}

const picked = <A>(items: ReadonlyArray<A>, at: number): A | undefined => items[at % Math.max(1, items.length)]

/** Does a step, if there is a place for it. */
export const take = (session: FormSession, filled: Filling, { at, kind, pick }: Step): void => {
  const all = places(session)
  if (kind === "attempt") return void session.attempt()
  if (kind === "leave") return session.leave(picked(all, at) ?? "")
  const lists = all.filter((pointer) => session.view(pointer)?.type === "list")
  const rows = all.filter((pointer) => session.view(pointer)?.type === "row")
  const list = picked(lists, at)
  const row = picked(rows, at)
  if (kind === "add") return void (list !== undefined && session.addRow(list, pick % 4))
  if (kind === "remove" || kind === "move") {
    if (row === undefined) return
    return kind === "remove" ? session.removeRow(row) : session.moveRow(row, pick % 4)
  }
  const pointer = picked(
    all.filter((own) => isSettable(session, own)),
    at
  )
  if (pointer === undefined) return
  session.set(
    pointer,
    kind === "clear" ? undefined : kind === "type" ? picked(typed, pick) : valueFor(filled, pointer, pick)
  )
}

export const opened = ({ data, form, today }: Filling): FormSession => openForm(form, { data, today })

/** The session after all steps. */
export const filledIn = (filled: Filling): FormSession => {
  const session = opened(filled)
  for (const one of filled.steps) take(session, filled, one)
  return session
}

/** All that can be seen, as a text. */
export const seen = (session: FormSession): string =>
  JSON.stringify([session.form, places(session).map((pointer) => ({ ...session.view(pointer), why: undefined }))])
