/** A session by example: the demo's motor quote, as a person fills it. */
import { readFileSync } from "node:fs"
import { check } from "@formwork/rules/check"
import { fillable } from "@formwork/rules/fillable"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { Result } from "effect"
import { expect, it } from "vitest"
import { openForm, type OpenOptions } from "../../src/FormSession.ts"

const demo = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../../apps/server/demo/${name}.json`, import.meta.url), "utf8"))

const formOf = (definition: Json) => fillable(Result.getOrThrow(check(definition)))
const quote = formOf(demo("motor-quote"))
const TODAY = "2026-03-02"

const open = (options: Partial<OpenOptions> = {}) => openForm(quote, { today: TODAY, ...options })
const withFields = (...fields: ReadonlyArray<JsonObject>) =>
  openForm(formOf({ title: "A form", code: "T", fields }), { today: TODAY })

it("an empty form counts what is missing, and shows no problem until it is attempted", () => {
  const session = open()
  expect([session.title, session.timeZone]).toEqual(["Motor quote", "Europe/London"])
  expect(session.missing).toHaveLength(13)
  // A check of the list already fails without drivers; the person sees it once they went on from the list.
  expect(session.wrong.map(({ code, field }) => `${code} ${field}`)).toEqual(["rule drivers"])
  expect(session.form.problems).toEqual([])
  session.leave("/proposerName")
  expect(session.view("/proposerName")).toMatchObject({ required: true, problem: undefined })
  expect(session.attempt().valid).toBe(false)
  expect(session.view("/proposerName")?.problem?.code).toBe("required")
  session.set("/proposerName", "Ada Byron")
  expect(session.view("/proposerName")?.problem).toBeUndefined()
  expect(session.missing).toHaveLength(12)
})

it("a value that is wrong when the form is opened shows its problem at once, and one that is typed when it is left", () => {
  const session = open({ data: { email: "nowhere", vehicleValue: "50.00" } })
  expect(session.form.problems.map(({ code, field }) => `${code} ${field}`)).toEqual([
    "pattern email",
    "min vehicleValue"
  ])
  session.set("/advert", "ftp")
  expect(session.view("/advert")?.problem).toBeUndefined()
  session.leave("/advert")
  expect(session.view("/advert")?.problem?.code).toBe("pattern")
})

it("computed values follow each value that is set, and a full payload is valid", () => {
  const session = open({ data: demo("motor-quote.example") })
  expect(session.view("/premium")).toMatchObject({ computed: true, value: "945.46", label: "Premium", type: "money" })
  session.set("/drivers/1/convictions", "2")
  expect(session.view("/premium")?.value).toBe("1029.46")
  expect(session.view("/drivers/0/age")?.value).toBe(41)
  expect(session.outcomes.map(({ id }) => id)).toEqual(["instalments"])
  expect(session.attempt()).toMatchObject({ valid: true, problems: [] })
})

it("what a person types and the form cannot read yet is kept, sent as it is, and a problem once it was left", () => {
  const session = open()
  session.set("/annualMiles", "12,")
  expect(session.view("/annualMiles")).toMatchObject({ value: "12,", problem: undefined })
  expect(session.wrong.map(({ code }) => code)).toEqual(["type", "rule"])
  session.leave("/annualMiles")
  expect(session.view("/annualMiles")).toMatchObject({ value: "12,", problem: { code: "type" } })
  session.set("/annualMiles", "12000")
  expect(session.view("/annualMiles")).toMatchObject({ value: "12000", problem: undefined })
  expect(session.payloadJson()).toBe('{"annualMiles":12000}')
})

it("numbers are never rounded on their way: a long one is a problem, and amounts stay texts", () => {
  const session = withFields({ slug: "share", type: "number" }, { slug: "fee", type: "money", currency: "EUR" })
  session.set("/share", "0.1000000000000000055")
  session.set("/fee", "10.10")
  expect(session.payloadJson()).toBe('{"share":0.1000000000000000055,"fee":"10.10"}')
  expect(session.attempt().problems.map(({ code }) => code)).toEqual(["decimals"])
  expect(session.view("/share")?.value).toBe("0.1000000000000000055")
})

it("a field that the rules hide keeps its value for when it is shown again, and it is not sent meanwhile", () => {
  const session = open()
  session.set("/contactBy", ["phone"])
  session.set("/callTime", "18:30")
  session.set("/contactBy", ["email"])
  expect(session.view("/callTime")).toMatchObject({ shown: false, value: "18:30" })
  expect(session.payload()).toEqual({ contactBy: ["email"] })
  session.set("/contactBy", ["email", "phone"])
  expect(session.view("/callTime")).toMatchObject({ shown: true, value: "18:30" })
  expect(session.payload()).toEqual({ contactBy: ["email", "phone"], callTime: "18:30" })
})

it("rows are added, moved and removed with all that belongs to them", () => {
  const session = open()
  expect(session.addRow("/drivers")).toBe("/drivers/0")
  expect(session.addRow("/drivers")).toBe("/drivers/1")
  session.set("/drivers/1/birthDate", "soon")
  session.leave("/drivers/1/birthDate")
  const [first, second] = session.view("/drivers")?.rows ?? []
  session.moveRow("/drivers/1", 0)
  expect(session.view("/drivers")?.rows).toEqual([second, first])
  expect(session.view("/drivers/0/birthDate")).toMatchObject({ value: "soon", problem: { code: "type" } })
  expect(session.view("/drivers/1/birthDate")?.problem).toBeUndefined()
  session.removeRow("/drivers/0")
  session.removeRow("/drivers/0")
  expect(session.view("/drivers/0")).toBeUndefined()
  expect(session.view("/drivers")?.problems.map(({ code }) => code)).toEqual(["min_items", "rule"])
})

it("a list takes no more rows than it may have", () => {
  const session = open({ data: { drivers: [{}, {}, {}, {}, {}] } })
  expect(session.addRow("/drivers")).toBe("/drivers/5")
  expect(session.addRow("/drivers")).toBeUndefined()
  expect(session.view("/drivers")).toMatchObject({ limits: { minItems: 1, maxItems: 6 } })
})

it("a pointer to nothing that can be set is refused in a sentence", () => {
  const session = open()
  expect(() => session.set("/nothing", 1)).toThrow("There is no field at /nothing.")
  expect(() => session.set("/drivers/0/name", "Ada")).toThrow("There is no field at /drivers/0/name.")
  expect(() => session.set("/premium", "1.00")).toThrow("/premium cannot be set: it is computed.")
  expect(() => session.addRow("/premium")).toThrow("There is no list at /premium.")
  expect(() => session.removeRow("/drivers/0")).toThrow("There is no field at /drivers/0.")
  session.leave("/drivers/0/name")
  expect(session.view("/drivers/0/name")).toBeUndefined()
})

it("a value says why it is what it is, and a hidden field why it is hidden", () => {
  const session = open({ data: demo("motor-quote.example") })
  expect(session.explains).toBe(true)
  const why = (pointer: string) =>
    session
      .view(pointer)
      ?.why()
      .map(({ words }) => words)
  expect(why("/premium")).toEqual([
    "premium is 945.46: basePremium is 698.66; extrasPremium is 145.50; and taxPremium is 101.30."
  ])
  expect(why("/drivers/1/age")).toEqual(["drivers[1].age is 44: birthDate is 1982-02-26; and today is 2026-03-02."])
  expect(why("/businessMiles")?.[0]).toMatch(/^businessMiles is hidden/u)
  expect(why("/cover")).toEqual([])
})

it("a form whose definition changed goes on with the values, the fields that were left, and the rows", () => {
  const session = open()
  session.addRow("/drivers")
  session.set("/vehicleValue", "50.00")
  session.leave("/vehicleValue")
  const definition = demo("motor-quote")
  const fields = Array.isArray(definition["fields"]) ? definition["fields"] : []
  const lower = fields.map((field) => (field.slug === "vehicleValue" ? { ...field, min: "40.00" } : field))
  const after = openForm(formOf({ ...definition, fields: lower }), { today: TODAY, from: session.kept })
  expect(session.view("/vehicleValue")?.problem?.code).toBe("min")
  expect(after.view("/vehicleValue")).toMatchObject({ value: "50.00", problem: undefined })
  expect(after.view("/drivers")?.rows).toEqual(session.view("/drivers")?.rows)
  after.set("/vehicleValue", "30.00")
  expect(after.view("/vehicleValue")?.problem?.code).toBe("min")
})

it("a listener that is ended is not called, and one that sets a value reaches the others once", () => {
  const session = open()
  const calls: Array<string> = []
  const end = session.subscribe("/email", () => calls.push("ended"))
  session.subscribe("/cover", () => {
    calls.push("cover")
    session.set("/paymentPlan", "annual")
  })
  session.subscribe("/paymentPlan", () => calls.push("plan"))
  end()
  session.set("/email", "ada@example.com")
  session.set("/cover", "comp")
  expect(calls).toEqual(["cover", "plan"])
})
