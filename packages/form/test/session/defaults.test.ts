/** What a form begins with, and what of it a person only reads. */
import { check } from "@formwork/rules/check"
import { fillable } from "@formwork/rules/fillable"
import { runPortable } from "@formwork/rules/runPortable"
import { toPortable } from "@formwork/rules/toPortable"
import { Result } from "effect"
import { expect, it } from "vitest"
import { defaultsOf } from "../../src/session/defaultsOf.ts"
import { openForm, type OpenOptions } from "../../src/FormSession.ts"

const form = fillable(
  Result.getOrThrow(
    check({
      title: "A form",
      code: "T",
      "x-theme": "dark",
      fields: [
        {
          slug: "area",
          type: "number",
          default: 12.5,
          unit: "m²",
          hint: "Outer walls",
          placeholder: "120",
          "x-width": 2
        },
        { slug: "flat", type: "boolean", default: false },
        { slug: "pitch", type: "integer", default: 30, visibleWhen: "flat == false" },
        { slug: "agent", type: "text", required: true, readOnly: true, maxLength: 3 },
        {
          slug: "rows",
          type: "list",
          readOnly: true,
          fields: [
            { slug: "n", type: "integer", default: 1 },
            { slug: "name", type: "text" }
          ]
        }
      ],
      checks: [{ id: "big", field: "area", check: "area > 20", message: "Too small" }]
    })
  )
)

const open = (options: Partial<OpenOptions> = {}) => openForm(form, { today: "2026-03-02", ...options })

it("a new form begins with its defaults, which are sent and are no mistakes of the person's", () => {
  const session = open()
  expect(session.payload()).toEqual({ area: 12.5, flat: false, pitch: 30 })
  expect(session.form.problems).toEqual([])
  session.leave("/area")
  expect(session.form.problems.map(({ field }) => field)).toEqual(["area"])
})

it("a default of a hidden field waits until the field is shown", () => {
  const session = open()
  session.set("/flat", true)
  expect(session.payload()).toEqual({ area: 12.5, flat: true })
  session.set("/flat", false)
  expect(session.payload()).toMatchObject({ pitch: 30 })
})

it("a form that is opened with values has no others: what a person took away stays away", () => {
  const session = open()
  session.set("/area", undefined)
  expect(open({ from: session.kept }).view("/area")?.value).toBeUndefined()
  expect(open({ data: { flat: true } }).payload()).toEqual({ flat: true })
  expect(open({ data: { ...defaultsOf(form.fields), flat: true } }).payload()).toEqual({ area: 12.5, flat: true })
})

it("a new row begins with the defaults of its fields", () => {
  const session = open()
  session.addRow("/rows")
  expect(session.payload()["rows"]).toEqual([{ n: 1 }])
})

it("views have what is shown of a field, and a list that is only read makes its rows so", () => {
  const session = open({ data: { rows: [{ n: 2 }] } })
  expect(session.view("/area")).toMatchObject({
    unit: "m²",
    hint: "Outer walls",
    placeholder: "120",
    readOnly: false,
    extensions: { "x-width": 2 }
  })
  expect(["/agent", "/rows", "/rows/0", "/rows/0/n", "/flat"].map((at) => session.view(at)?.readOnly)).toEqual([
    true,
    true,
    true,
    true,
    false
  ])
  expect(session.form.extensions).toEqual({ "x-theme": "dark" })
})

it("the page gives the value of a field that is only read, and its problem is seen once any field was left", () => {
  const session = open()
  session.set("/agent", "A1234")
  expect(session.payload()).toMatchObject({ agent: "A1234" })
  expect(session.view("/agent")?.problem).toBeUndefined()
  session.leave("/flat")
  expect(session.view("/agent")?.problem?.code).toBe("max_length")
})

it("a prepared form begins with the same", () => {
  const prepared = runPortable(
    toPortable(
      Result.getOrThrow(
        check({ title: "T", code: "T", fields: [{ slug: "a", type: "money", currency: "GBP", default: 5 }] })
      )
    )
  )
  expect(openForm(prepared, { today: "2026-03-02" }).payload()).toEqual({ a: "5.00" })
})
