/** Files in effects: people read a file's name, programs get its id, and nobody reads an id. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Content } from "../../src/Content.ts"
import type { JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { MAX_FILE_NAME } from "../../src/values/files.ts"
import { context } from "./effectsSupport.ts"
import { checked, compiled, formOf } from "../support.ts"

const receipt = "01890a5d-ac96-774b-bcce-b302099a8057"
const photo = "01890a5d-ac96-774b-bcce-b302099a8058"

const fields = [
  { slug: "receipt", type: "file", label: "Receipt" },
  { slug: "home.deed", type: "file", label: "Deed" },
  { slug: "photos", type: "list", maxItems: 3, fields: [{ slug: "photo", type: "file", label: "Photo" }] }
]

/** Everything of an e-mail and a document that people read, and of the e-mail what programs do. */
const forPeople = [
  {
    id: "mail",
    kind: "notification",
    to: "desk@example.org",
    subject: "{receipt} of {$reference}",
    text: "{receipt}, {home.deed}",
    html: '<p title="{receipt}">{receipt}</p>'
  },
  {
    id: "paper",
    kind: "document",
    title: "{receipt}",
    fileName: "about-{receipt}.pdf",
    blocks: [
      { heading: "{receipt}" },
      { text: "{receipt}" },
      { fields: "all" },
      { table: { list: "photos", columns: ["photo"] } }
    ]
  }
]
const forPrograms = [
  {
    id: "request",
    kind: "integration",
    method: "POST",
    url: "https://api.example.org/{receipt}?file={receipt}",
    headers: { "x-file": "{receipt}" },
    body: {
      file: { $: "receipt" },
      said: { $text: "{receipt}" },
      photos: { $rows: "photos", as: { of: { $: "photo" } } }
    }
  },
  { id: "event", kind: "delivery", url: "https://hooks.example.org/", secret: "signing" }
]

const definition: JsonObject = formOf({ fields, effects: [...forPeople, ...forPrograms] })
const data = { receipt, photos: [{ photo }, {}] }

const sent = (names: ReadonlyArray<readonly [string, string]>, of: JsonObject = definition) => {
  const contents = [compileClosures, compileGenerated].map((compiling) => {
    const form = compiling(checked(of))
    const evaluation = form.evaluate(data, { today: context.today, draft: false })
    return form.render(evaluation, evaluation.effects, { ...context, files: new Map(names) })
  })
  expect(JSON.stringify([...(contents[0] ?? [])])).toBe(JSON.stringify([...(contents[1] ?? [])]))
  return contents[0] ?? new Map<string, Content>()
}

const names = [
  [receipt, "Rechnung <2026>.pdf"],
  [photo, "dent.png"]
] as const

describe("a file in what is sent", () => {
  it("is its name where people read it, escaped for its place", () => {
    const contents = sent(names)
    expect(contents.get("mail")).toMatchObject({
      subject: expect.stringMatching(/^Rechnung <2026>\.pdf of /),
      text: "Rechnung <2026>.pdf, —",
      html: '<p title="Rechnung &lt;2026&gt;.pdf">Rechnung &lt;2026&gt;.pdf</p>'
    })
    expect(contents.get("paper")).toMatchObject({
      title: "Rechnung <2026>.pdf",
      fileName: "about-Rechnung _2026_.pdf.pdf",
      blocks: [
        { heading: "Rechnung <2026>.pdf" },
        { paragraph: "Rechnung <2026>.pdf" },
        { fields: [{ label: "Receipt", value: "Rechnung <2026>.pdf" }] },
        { table: { columns: [{ label: "Photo" }], rows: [["dent.png"], [""]] } }
      ]
    })
  })

  it("is its id where programs read it, as in the API", () => {
    const contents = sent(names)
    expect(contents.get("request")).toMatchObject({
      url: `https://api.example.org/${receipt}?file=${receipt}`,
      headers: [{ name: "x-file", value: { text: receipt } }],
      body: { file: receipt, said: receipt, photos: [{ of: photo }, { of: null }] }
    })
    expect(contents.get("event")).toMatchObject({ event: { data: { data } } })
    expect(JSON.stringify(forPrograms.map(({ id }) => contents.get(id)))).not.toContain("2026>.pdf")
  })

  it("is never an id for people, whatever is known of its name", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: MAX_FILE_NAME })
    fc.assert(
      fc.property(fc.option(name, { nil: undefined }), fc.option(name, { nil: undefined }), (one, other) => {
        const known = [
          [receipt, one],
          [photo, other]
        ] as const
        const contents = sent(known.flatMap(([id, said]) => (said === undefined ? [] : [[id, said]])))
        const read = JSON.stringify(forPeople.map(({ id }) => contents.get(id)))
        for (const [id] of known) expect(read).not.toContain(id)
        const mail = contents.get("mail")
        expect(mail?.kind === "notification" && mail.text).toBe(`${one ?? "—"}, —`)
      })
    )
  })

  it("is its name in an e-mail of another language too", () => {
    const [mail, paper] = forPeople
    const form = {
      ...definition,
      languages: ["en", "de"],
      effects: [
        { ...mail, language: "'de'" },
        { ...paper, language: "'de'" }
      ]
    }
    expect(JSON.stringify([...sent(names, form)])).not.toMatch(new RegExp(`${receipt}|${photo}`))
  })

  it("costs as a text does that is as long as a name can be, and not as the id", () => {
    const steps = (field: JsonObject): number =>
      checked(
        formOf({
          fields: [{ slug: "a", ...field }],
          effects: [{ id: "e", kind: "notification", to: "desk@example.org", subject: "{a}", text: "{a}" }]
        })
      ).steps
    expect(steps({ type: "file" })).toBe(steps({ type: "text", maxLength: MAX_FILE_NAME }))
  })
})

describe("what rules may ask of files", () => {
  const both = { receipt, home: { deed: receipt }, photos: [{ photo }, { photo: receipt }, {}] }
  it.each([
    ["receipt != null", true],
    ["home.deed == null", false],
    ["receipt == home.deed", true],
    ["receipt != home.deed", false],
    ["any(photos, p, p.photo == receipt)", true],
    ["countDistinct(photos, p, p.photo) == 2", true],
    ["count(photos, p, p.photo == null) == 1", true]
  ])("%s", (formula, expected) => {
    const form = formOf({ fields: [...fields, { slug: "holds", type: "boolean", formula }] })
    const { calculatedData, problems } = compiled(form).evaluate(both, { today: context.today, draft: false })
    expect([calculatedData["holds"], problems]).toEqual([expected, []])
  })
})
