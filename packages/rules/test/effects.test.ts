/** Effects as their receivers get them: what an author wrote stays what it is, whatever somebody typed into the form. */
import fc from "fast-check"
import { type DefaultTreeAdapterTypes, parse } from "parse5"
import { describe, expect, it } from "vitest"
import { compileClosures } from "../src/compileClosures.ts"
import { compileGenerated } from "../src/compileGenerated.ts"
import { type Content, referenceMarker } from "../src/Content.ts"
import type { Json, JsonObject } from "../src/Json.ts"
import { checked, faultsOf, formOf, oneOfEach, TODAY } from "./support.ts"

const options = { today: TODAY, draft: false }
const submissionId = "01936b2e-7c00-7000-8000-00000000002a"
const context = {
  submissionId,
  formId: "01936b2e-7c00-7000-8000-000000000001",
  formVersionId: "01936b2e-7c00-7000-8000-000000000002",
  formTitle: "Motor <quote>",
  state: "submitted",
  on: "filed",
  timestamp: "2026-11-21T09:30:00.000Z",
  createdAt: "2026-11-21T09:30:00.000Z"
}

const fields = [
  ...oneOfEach,
  { slug: "mail", type: "email" },
  { slug: "site", type: "url" },
  { slug: "hiddenNote", type: "text", visibleWhen: "flag" }
]
const formWith = (effect: JsonObject, more: JsonObject = {}): JsonObject =>
  formOf({ fields, effects: [{ id: "e", ...effect }], ...more })

const render = (effect: JsonObject, data: JsonObject, more: JsonObject = {}): Content | undefined =>
  compileGenerated(checked(formWith(effect, more)))
    .render(data, options, ["e"], context)
    .get("e")

const mail = (members: JsonObject, data: JsonObject) => {
  const content = render({ kind: "notification", to: "desk@example.org", subject: "s", text: "t", ...members }, data)
  if (content?.kind !== "notification") throw new Error("nothing was rendered")
  return content
}

const request = (members: JsonObject, data: JsonObject) => {
  const base = { kind: "integration", method: "POST", url: "https://api.example.org/x" }
  const content = render({ ...base, ...members }, data)
  if (content?.kind !== "integration") throw new Error("nothing was rendered")
  return content
}

/** What people type who want to be something else than text. */
const hostile: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          ..."< > \" ' & / = ` ; # ? % { } \\ \r \n \t - ! .".split(" "),
          " ",
          "\r\n",
          "<script>",
          "</p>",
          "<!--",
          "-->",
          "]]>",
          "javascript:",
          "&lt;",
          "&#60",
          "amp;",
          "\u2028",
          "\u202e",
          "..",
          "%2e",
          "%0d%0a",
          "://evil.example",
          "@",
          ",",
          "bcc:",
          "{price}",
          "{{x}}",
          "</style>",
          "é",
          "😀"
        ),
        { minLength: 1, maxLength: 12 }
      )
      .map((parts) => parts.join(""))
  )
  // What a field can hold: a text that can be stored, of at most 200 characters.
  .filter((text) => text.length <= 200 && !/\p{Cs}|\0/u.test(text))

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document

/** Elements with the names of their attributes, and nothing of what stands in them. */
const shapeOf = (node: Node): Json => [
  node.nodeName,
  "attrs" in node ? node.attrs.map(({ name }) => name) : [],
  "childNodes" in node ? node.childNodes.filter(({ nodeName }) => nodeName !== "#text").map(shapeOf) : []
]

const textOf = (node: Node): string =>
  node.nodeName === "#text" && "value" in node
    ? node.value
    : "childNodes" in node
      ? node.childNodes.map(textOf).join("")
      : ""

const attributeOf = (node: Node, name: string): ReadonlyArray<string> => [
  ...("attrs" in node ? node.attrs.filter((one) => one.name === name).map(({ value }) => value) : []),
  ...("childNodes" in node ? node.childNodes.flatMap((child) => attributeOf(child, name)) : [])
]

const page =
  '<!doctype html><html lang="en"><head><title>{note}|</title><style>p { color: red }</style></head><body><!-- x --><p title="{note}">[{note}]</p>' +
  "<table><tr><td class='{note}'>{note}</td></tr></table><pre>{note}</pre><a href=\"https://example.org/{note}?q={note}\">{note}</a><br/><b>{note}</b></body></html>"

describe("what somebody typed stays text", () => {
  it("in HTML: the same elements as with a harmless value, and the value to the letter", () => {
    const harmless = parse(mail({ html: page }, { note: "x" }).html ?? "")
    fc.assert(
      fc.property(hostile, (note) => {
        const tree = parse(mail({ html: page }, { note }).html ?? "")
        expect(shapeOf(tree)).toEqual(shapeOf(harmless))
        expect(attributeOf(tree, "title")).toEqual([note])
        expect(attributeOf(tree, "class")).toEqual([note])
        expect(textOf(tree)).toContain(`[${note}]`)
        expect(textOf(tree).split(note).length).toBeGreaterThanOrEqual(7)
        const link = new URL(attributeOf(tree, "href")[0] ?? "")
        expect([link.origin, link.searchParams.get("q")]).toEqual(["https://example.org", note])
      }),
      { numRuns: 500 }
    )
  })

  it("in a link that is a field of its own type", () => {
    const html = '<a href="{site}" title="{site}">x</a>'
    expect(mail({ html }, { site: "https://example.org/?a=1&b='2'" }).html).toBe(
      '<a href="https://example.org/?a=1&amp;b=&#39;2&#39;" title="https://example.org/?a=1&amp;b=&#39;2&#39;">x</a>'
    )
    expect(mail({ html }, { site: "javascript:alert(1)" }).html).toBe('<a href="" title="—">x</a>')
  })

  it("in a subject, a header and a file's name: one line, and no folder", () => {
    fc.assert(
      fc.property(hostile, (note) => {
        const { subject } = mail({ subject: "For {note} {$reference}" }, { note })
        expect(subject).toMatch(/^For [^\p{Cc}\u2028\u2029]*$/u)
        expect(subject.endsWith(` ${referenceMarker(submissionId)}`)).toBe(true)
        const [header] = request({ headers: { "x-note": "a {note}" } }, { note }).headers
        expect(header?.value).toEqual({ text: expect.stringMatching(/^a[ -~]*$/) })
        const file = render({ kind: "document", title: "{note}", fileName: "{note}.pdf", blocks: [] }, { note })
        expect(file).toMatchObject({
          title: expect.stringMatching(/^[^\p{Cc}]*$/u),
          fileName: expect.stringMatching(/^[^.\p{Cc}/\\:*?"<>|][^\p{Cc}/\\:*?"<>|]*$/u)
        })
      }),
      { numRuns: 300 }
    )
  })

  it("in an address: the same origin, the same number of segments, the same parameters", () => {
    const url = "https://api.example.org:8443/a/{note}/.{note}/{note}{note}/b?x={note}&y=1&z=a{note}"
    fc.assert(
      fc.property(hostile, (note) => {
        const sent = new URL(request({ url }, { note }).url)
        expect([sent.origin, sent.username, sent.hash]).toEqual(["https://api.example.org:8443", "", ""])
        expect(sent.pathname.split("/").length).toBe(6)
        expect([...sent.searchParams]).toEqual([
          ["x", note],
          ["y", "1"],
          ["z", `a${note}`]
        ])
        if (!/^\.{1,2}$/.test(note)) expect(decodeURIComponent(sent.pathname.split("/")[2] ?? "")).toBe(note)
      }),
      { numRuns: 500 }
    )
    expect(request({ url: "https://x.example/{note}/c" }, { note: ".." }).url).toBe("https://x.example/%252E%252E/c")
  })

  it("in a body: the same members, whatever the values", () => {
    const body = { a: { $: "note" }, b: [{ $text: "x {note}" }], rows: { $rows: "drivers", as: { n: { $: "name" } } } }
    fc.assert(
      fc.property(hostile, fc.array(hostile, { maxLength: 4 }), (note, names) => {
        const drivers = names.map((name) => ({ name: name.slice(0, 20).replace(/\p{Cs}/gu, "") }))
        const sent = request({ body }, { note, drivers }).body
        expect(JSON.parse(JSON.stringify(sent))).toEqual({
          a: note,
          b: [`x ${note}`],
          rows: drivers.map(({ name }) => ({ n: name }))
        })
      })
    )
  })

  it("as an address to write to: only what a field of type `email` holds", () => {
    const effect = { to: ["{mail}", "desk@example.org"], cc: "{mail}", replyTo: "{mail}" }
    fc.assert(
      fc.property(fc.oneof(hostile, fc.emailAddress()), (typed) => {
        const { cc, replyTo, to } = mail(effect, { mail: typed })
        for (const address of [...to, ...(cc ?? []), replyTo ?? "a@example.org"])
          expect(address).toMatch(/^[^\s,;:<>"()@]+@[^\s,;:<>"()@]+$/)
      })
    )
    expect(mail(effect, { mail: "a@b.example\r\nbcc: c@d.example" }).to).toEqual(["desk@example.org"])
    expect(mail({ to: ["{mail}", "{mail}"] }, { mail: "a@b.example" }).to).toEqual(["a@b.example"])
  })
})

describe("rendering", () => {
  it("shows values as messages do, and what is hidden or missing as missing", () => {
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

  it("is what a naive reading of the template gives", () => {
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

  it("maps a body: money as text, numbers exactly, dates as texts, rows with their own and the form's fields", () => {
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

  it("keeps `__proto__` in a body as data", () => {
    const body: Json = JSON.parse('{ "__proto__": { "$": "note" } }')
    expect(JSON.stringify(request({ body }, { note: "x" }).body)).toBe('{"__proto__":"x"}')
  })

  it("shows in a document what there is, with labels and currencies", () => {
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

  it("delivers the submission as it is stored", () => {
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

  it("leaves out a notification to nobody, and ids that no effect has", () => {
    const effect = { kind: "notification", to: "{mail}", subject: "s", text: "t" }
    expect(render(effect, {})).toBeUndefined()
    expect(compileGenerated(checked(formOf({ fields }))).render({}, options, ["x"], context).size).toBe(0)
  })

  it("gives the same bytes each time, by either back end", () => {
    const form = checked(
      formWith({ kind: "notification", to: "{mail}", subject: "{note}", text: "{note} {price}", html: page })
    )
    const [generated, closures] = [compileGenerated(form), compileClosures(form)]
    fc.assert(
      fc.property(hostile, (note) => {
        const bytes = [generated, closures, generated].map((one) =>
          JSON.stringify([...one.render({ note, mail: "a@b.example" }, options, ["e"], context)])
        )
        expect(new Set(bytes).size).toBe(1)
      })
    )
  })
})

describe("the steps of a rendering", () => {
  it("are counted with those of the form", () => {
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

  it("are those of so many rows", () => {
    const effect = {
      kind: "integration",
      method: "POST",
      url: "https://api.example.org",
      body: { $rows: "drivers", as: { $: "sum(drivers, d, d.age) + age" } }
    }
    expect(faultsOf(formWith(effect), { steps: 300 })).toContain("of the effect `e`")
  })
})
