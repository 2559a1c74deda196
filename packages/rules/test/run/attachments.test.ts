/** Which documents an e-mail attaches: those that the evaluation makes, and no others. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { readings } from "../../src/authoring/references.ts"
import { check } from "../../src/check.ts"
import { compare } from "../../src/compare.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { context, renderedBy } from "./effectsSupport.ts"
import { checked, formOf } from "../support.ts"

const fields = [
  { slug: "flag", type: "boolean" },
  { slug: "large", type: "boolean" },
  { slug: "note", type: "text", visibleWhen: "flag" }
]
const document = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  kind: "document",
  title: id,
  blocks: [],
  ...more
})
const mail = (attach: Json, more: JsonObject = {}): JsonObject => ({
  id: "mail",
  kind: "notification",
  to: "desk@example.org",
  subject: "s",
  text: "t",
  attach,
  ...more
})
const form = (effects: ReadonlyArray<JsonObject>): JsonObject => formOf({ fields, effects })

const effects = [
  mail(["offer", "terms", "letter"]),
  document("offer", { when: "flag" }),
  document("terms"),
  document("letter", { when: "note == 'x' || large" }),
  document("alone")
]

const attached = (data: JsonObject) =>
  [compileClosures, compileGenerated].map((compiling) => {
    const content = renderedBy(compiling(checked(form(effects))), data, ["mail"]).get("mail")
    return content?.kind === "notification" ? content.attach : undefined
  })

describe("the documents of an e-mail", () => {
  it("are those whose own condition is true, in the order of `attach`", () => {
    for (const [data, expected] of [
      [{}, ["terms"]],
      [{ flag: true }, ["offer", "terms"]],
      [{ flag: true, note: "x" }, ["offer", "terms", "letter"]],
      [{ flag: false, note: "x" }, ["terms"]],
      [{ flag: true, note: "y", large: true }, ["offer", "terms", "letter"]]
    ] satisfies ReadonlyArray<readonly [JsonObject, ReadonlyArray<string>]>)
      expect(attached(data)).toEqual([expected, expected])
  })

  it("an e-mail without one that is due has no `attach`: it is sent without", () => {
    const one = compileGenerated(checked(form([mail(["offer"]), document("offer", { when: "flag" })])))
    const content = renderedBy(one, { flag: false }, ["mail"]).get("mail")
    expect(content).toEqual({ kind: "notification", to: ["desk@example.org"], subject: "s", text: "t" })
  })

  it("are documents of the form, of the same event, for any names and events", () => {
    const event = fc.constantFrom("filed", "draft_saved", "state:submitted")
    const name = fc.constantFrom("a", "b", "c", "d")
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 4 }),
        fc.array(event, { minLength: 5, maxLength: 5 }),
        fc.array(name),
        (made, events, attach) => {
          const documents = made.map((id, index) => document(id, { on: events[index] ?? "filed" }))
          const on = events[4] ?? "filed"
          const result = check(
            formOf({
              fields,
              workflow: { states: ["submitted"], transitions: [] },
              effects: [mail(attach, { on }), ...documents]
            })
          )
          const isRight =
            attach.length > 0 &&
            attach.length <= 3 &&
            new Set(attach).size === attach.length &&
            attach.every((id) => documents.some((one) => one["id"] === id && one["on"] === on))
          expect(Result.isSuccess(result)).toBe(isRight)
        }
      )
    )
  })
})

it("what is attached is a setting of the e-mail: a change of it is told, and breaks no caller", () => {
  const { breaking, changes } = compare(
    checked(form([mail(["offer"]), document("offer"), document("terms")])),
    checked(form([mail(["offer", "terms"]), document("offer"), document("terms")]))
  )
  expect([breaking, changes.map(({ change, member, name }) => [name, change, member])]).toEqual([
    false,
    [["mail", "changed", "settings"]]
  ])
})

it("documents of the e-mail's event are proposed, and no field is taken for one", () => {
  const typing = openForm(
    form([mail(["of"]), document("offer"), document("flag"), document("saved", { on: "draft_saved" })])
  )
  const found = completionsAt(typing, "/effects/0/attach/0", 2)
  expect(found.map(({ detail, kind, range, text }) => [kind, text, detail, range])).toEqual([
    ["document", "offer", "a document", { start: 0, end: 2 }],
    ["document", "flag", "a document", { start: 0, end: 2 }]
  ])
  const read = readings(openForm(form([mail(["flag"]), document("flag")])))
  expect(read.filter(({ pointer }) => pointer.startsWith("/effects"))).toEqual([])
})

describe("the files of an e-mail", () => {
  const scans = [
    { slug: "scan", type: "file", maxBytes: 3_000_000 },
    { slug: "home.deed", type: "file", maxBytes: 1 },
    { slug: "secret", type: "file", maxBytes: 1, visibleWhen: "scan != null" }
  ]
  const id = (last: number): string => `01890a5d-ac96-774b-bcce-b302099a800${last}`
  const attach = ["{scan}", "{home.deed}", "{ secret }"]

  it("are those that are there and not hidden, each once, in the order of `attach`, whatever is known of their names", () => {
    const ready = compileGenerated(checked(formOf({ fields: scans, effects: [mail(attach)] })))
    const value = fc.option(fc.constantFrom(1, 2, 3), { nil: undefined })
    fc.assert(
      fc.property(value, value, value, fc.boolean(), (scan, deed, secret, isKnown) => {
        const sent = [scan, deed, secret].map((last) => (last === undefined ? null : id(last)))
        const evaluation = ready.evaluate(
          { scan: sent[0] ?? null, home: { deed: sent[1] ?? null }, secret: sent[2] ?? null },
          { today: "2026-11-21", draft: false }
        )
        const known = new Map([1, 2, 3].map((last) => [id(last), `${last}.pdf`]))
        const content = ready
          .render(evaluation, ["mail"], { ...context, files: isKnown ? known : new Map() })
          .get("mail")
        const due = [...new Set([scan, deed, scan === undefined ? undefined : secret].flatMap((last) => last ?? []))]
        expect(content?.kind === "notification" && (content.files ?? [])).toEqual(
          due.map((last) => ({ id: id(last), name: isKnown ? `${last}.pdf` : "file" }))
        )
      })
    )
  })

  it("stand in braces: a document of the same name is the document, and a rename goes along", () => {
    const both = formOf({ fields: scans, effects: [mail(["scan", "{scan}"]), document("scan")] })
    const content = renderedBy(compileGenerated(checked(both)), { scan: id(1) }, ["mail"]).get("mail")
    expect(content).toMatchObject({ attach: ["scan"], files: [{ id: id(1) }] })
    const read = readings(openForm(both))
    expect(read.filter(({ pointer }) => pointer.startsWith("/effects")).map(({ pointer }) => pointer)).toEqual([
      "/effects/0/attach/1"
    ])
  })
})
