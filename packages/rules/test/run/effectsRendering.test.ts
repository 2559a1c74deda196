/** Effects as their receivers get them. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { referenceMarker } from "../../src/Content.ts"
import type { Json } from "../../src/Json.ts"
import {
  context,
  fields,
  formWith,
  hostile,
  mail,
  page,
  render,
  renderedBy,
  request,
  submissionId
} from "./effectsSupport.ts"
import { checked, faultsOf, formOf, TODAY } from "../support.ts"

describe("rendering", () => {
  it("a template shows values as messages do, and hidden or missing values as missing", () => {
    const text =
      "{whole} {amount} {price} {flag} {note} {born} {at} {moment} {cover} {extras} {today} {hiddenNote} {{x}} {$formTitle} {$state} {$submissionId} {$reference}"
    const data = {
      whole: 3,
      amount: 1.5,
      price: "2.50",
      flag: false,
      note: "<n>",
      born: "2000-01-02",
      at: "09:30",
      moment: "2026-01-01T00:00:00Z",
      cover: "comp",
      extras: ["car", "legal"],
      hiddenNote: "x"
    }
    const ends = `{x} Motor <quote> submitted ${submissionId} {{${submissionId}/reference}}`
    expect(mail({ text }, data).text).toBe(
      `3 1.5 2.50 false <n> 2000-01-02 09:30 2026-01-01T00:00:00Z Comprehensive car, legal ${TODAY} — ${ends}`
    )
    expect(mail({ text }, {}).text).toBe(`— — — — — — — — — — ${TODAY} — ${ends}`)
  })

  it("a rendered template is the same as by a naive replacement of its placeholders", () => {
    const parts = fc.array(fc.constantFrom("{note}", "{price}", "{{", "}}", "a", " ", "{$state}"), {
      minLength: 1,
      maxLength: 8
    })
    const said = new Map([
      ["{note}", "N"],
      ["{price}", "1.00"],
      ["{{", "{"],
      ["}}", "}"],
      ["{$state}", "submitted"]
    ])
    fc.assert(
      fc.property(parts, (written) => {
        fc.pre(written.join("").trim() !== "")
        const expected = written.map((part) => said.get(part) ?? part).join("")
        expect(mail({ text: written.join("") }, { note: "N", price: 1 }).text).toBe(expected)
      })
    )
  })

  it("a body has money as text, numbers exactly, dates as texts, rows with their own and the form's fields", () => {
    const body = {
      $$type: "quote",
      fixed: [1, null, true],
      price: { $: "price" },
      twice: { $: "price * 2" },
      whole: { $: "whole + 1" },
      tiny: { $: "amount * amount" },
      huge: { $: "999999999999999 * 1000.1" },
      flag: { $: "flag" },
      born: { $: "born" },
      at: { $: "at" },
      moment: { $: "moment" },
      cover: { $: "cover" },
      extras: { $: "extras" },
      none: { $: "hiddenNote" },
      drivers: {
        $rows: "drivers",
        as: {
          name: { $: "name" },
          fee: { $: "fee" },
          of: { $: "whole" },
          adult: { $: "age >= 18" },
          ref: { $text: "{$reference}/{name}" }
        }
      }
    }
    const data = {
      price: "2.50",
      whole: 2,
      amount: 0.01,
      flag: true,
      born: "2000-01-02",
      at: "09:30",
      moment: "2026-01-01T00:00:00+01:00",
      cover: "tpo",
      extras: ["legal"],
      drivers: [{ name: "A", fee: 1, age: 20 }, {}]
    }
    expect(request({ body }, data).body).toEqual({
      $type: "quote",
      fixed: [1, null, true],
      price: "2.50",
      twice: 5,
      whole: 3,
      tiny: 0.0001,
      huge: "1000099999999998999.9",
      flag: true,
      born: "2000-01-02",
      at: "09:30",
      moment: "2026-01-01T00:00:00+01:00",
      cover: "tpo",
      extras: ["legal"],
      none: null,
      drivers: [
        { name: "A", fee: "1.00", of: 2, adult: true, ref: `${referenceMarker(submissionId)}/A` },
        { name: null, fee: null, of: 2, adult: null, ref: `${referenceMarker(submissionId)}/` }
      ]
    })
    expect(request({ body: { $rows: "drivers", as: 1 } }, {}).body).toEqual([])
  })

  it("rows of a body have their number and see the row before, and a body puts texts of rows together", () => {
    const drivers = [{ name: "Ada", age: 36 }, { name: "Zoë" }, { name: "Eve", age: 17 }]
    const as = {
      no: { $: "rowNumber()" },
      after: { $: "previous(name)" },
      oldest: { $: "maxBy(drivers, d, d.age, rowNumber(d))" }
    }
    expect(
      request({ body: { rows: { $rows: "drivers", as }, all: { $: "join(drivers, d, d.name, '; ')" } } }, { drivers })
        .body
    ).toEqual({
      rows: [
        { no: 1, after: null, oldest: 1 },
        { no: 2, after: "Ada", oldest: 1 },
        { no: 3, after: "Zoë", oldest: 1 }
      ],
      all: "Ada; Zoë; Eve"
    })
  })

  it("`__proto__` in a body is data", () => {
    const body: Json = JSON.parse('{ "__proto__": { "$": "note" } }')
    expect(JSON.stringify(request({ body }, { note: "x" }).body)).toBe('{"__proto__":"x"}')
  })

  it("a document shows the values that are not missing, with labels and currencies", () => {
    const blocks = [
      { heading: "For {note}" },
      { text: "Line\n{price}" },
      { fields: ["price", "flag", "cover", "extras", "hiddenNote", "amount"] },
      { fields: "all" },
      { table: { list: "drivers", columns: ["name", "fee", "main"] } }
    ]
    const data = {
      note: "A",
      price: 2.5,
      flag: false,
      cover: "comp",
      extras: ["car"],
      drivers: [{ name: "B", fee: "1.10", main: true }, {}]
    }
    const shown = [
      { label: "price", value: "GBP 2.50" },
      { label: "flag", value: "No" }
    ]
    const content = render({ kind: "document", title: "T", blocks }, data)
    expect(content).toMatchObject({
      kind: "document",
      title: "T",
      fileName: "e.pdf",
      blocks: [
        { heading: "For A" },
        { paragraph: "Line\n2.50" },
        { fields: [...shown, { label: "cover", value: "Comprehensive" }, { label: "extras", value: "car" }] },
        {
          fields: [
            ...shown,
            { label: "note", value: "A" },
            { label: "cover", value: "Comprehensive" },
            { label: "extras", value: "car" }
          ]
        },
        {
          table: {
            columns: [{ label: "name" }, { label: "fee", align: "right" }, { label: "main" }],
            rows: [
              ["B", "GBP 1.10", "Yes"],
              ["", "", ""]
            ]
          }
        }
      ]
    })
    expect(render({ kind: "document", title: "T", blocks: blocks.slice(4) }, {})).toMatchObject({ blocks: [] })
  })

  it("a delivery has the submission that is stored", () => {
    const content = render(
      { kind: "delivery", url: "https://example.org/e", secret: "s" },
      { whole: 1, hiddenNote: "x" }
    )
    expect(content).toEqual({
      kind: "delivery",
      url: "https://example.org/e",
      secret: "s",
      event: {
        type: "submission.filed",
        timestamp: context.timestamp,
        data: {
          id: submissionId,
          formId: context.formId,
          formVersionId: context.formVersionId,
          referenceNumber: referenceMarker(submissionId),
          workflowState: "submitted",
          data: { whole: 1 },
          calculatedData: {},
          hiddenFields: ["hiddenNote"],
          outcomes: [],
          createdAt: context.createdAt
        }
      }
    })
  })

  it("a notification without a recipient, and an id that no effect has, are left out", () => {
    const effect = { kind: "notification", to: "{mail}", subject: "s", text: "t" }
    expect(render(effect, {})).toBeUndefined()
    expect(renderedBy(compileGenerated(checked(formOf({ fields }))), {}, ["x"]).size).toBe(0)
  })

  it("both back ends render the same bytes each time", () => {
    const form = checked(
      formWith({ kind: "notification", to: "{mail}", subject: "{note}", text: "{note} {price}", html: page })
    )
    const [generated, closures] = [compileGenerated(form), compileClosures(form)]
    fc.assert(
      fc.property(hostile, (note) => {
        const bytes = [generated, closures, generated].map((one) =>
          JSON.stringify([...renderedBy(one, { note, mail: "a@b.example" }, ["e"])])
        )
        expect(new Set(bytes).size).toBe(1)
      })
    )
  })
})

describe("the steps of a rendering", () => {
  it("a form's steps include those of rendering its effects", () => {
    const note = { slug: "long", type: "longText", maxLength: 20_000 }
    const form = (count: number) =>
      formOf({
        fields: [note],
        effects: [
          { id: "e", kind: "notification", to: "a@example.org", subject: "s", text: "t", html: "{long}".repeat(count) }
        ]
      })
    expect(faultsOf(form(20))).toBe("")
    expect(faultsOf(form(100))).toContain("The heaviest: `html` of the effect `e` (")
  })

  it("rendering a list costs steps for each of its rows", () => {
    const effect = {
      kind: "integration",
      method: "POST",
      url: "https://api.example.org",
      body: { $rows: "drivers", as: { $: "sum(drivers, d, d.age) + age" } }
    }
    expect(faultsOf(formWith(effect), { steps: 300 })).toContain("of the effect `e`")
  })
})
