/** Effects beside `oneOfEach`, rendered in one line; and what people type who want to be something else than text. */
import * as fc from "fast-check"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import type { CompiledForm } from "../../src/CompiledForm.ts"
import type { Content } from "../../src/Content.ts"
import type { JsonObject } from "../../src/Json.ts"
import { checked, formOf, oneOfEach, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }
export const submissionId = "01936b2e-7c00-7000-8000-00000000002a"
export const context = {
  today: TODAY,
  submissionId,
  formId: "01936b2e-7c00-7000-8000-000000000001",
  formVersionId: "01936b2e-7c00-7000-8000-000000000002",
  formTitle: "Motor <quote>",
  state: "submitted",
  on: "filed",
  timestamp: "2026-11-21T09:30:00.000Z",
  createdAt: "2026-11-21T09:30:00.000Z"
}

export const fields = [
  ...oneOfEach,
  { slug: "mail", type: "email" },
  { slug: "site", type: "url" },
  { slug: "hiddenNote", type: "text", visibleWhen: "flag" }
]
export const formWith = (effect: JsonObject, more: JsonObject = {}): JsonObject =>
  formOf({ fields, effects: [{ id: "e", ...effect }], ...more })

/** What a form sends for a payload. */
export const renderedBy = (form: CompiledForm, data: JsonObject, ids: ReadonlyArray<string>) =>
  form.render(form.evaluate(data, options), ids, context)

export const render = (effect: JsonObject, data: JsonObject, more: JsonObject = {}): Content | undefined =>
  renderedBy(compileGenerated(checked(formWith(effect, more))), data, ["e"]).get("e")

export const mail = (members: JsonObject, data: JsonObject) => {
  const content = render({ kind: "notification", to: "desk@example.org", subject: "s", text: "t", ...members }, data)
  if (content?.kind !== "notification") throw new Error("nothing was rendered")
  return content
}

export const request = (members: JsonObject, data: JsonObject) => {
  const base = { kind: "integration", method: "POST", url: "https://api.example.org/x" }
  const content = render({ ...base, ...members }, data)
  if (content?.kind !== "integration") throw new Error("nothing was rendered")
  return content
}

/** What people type who want to be something else than text. */
export const hostile: fc.Arbitrary<string> = fc
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

export const page =
  '<!doctype html><html lang="en"><head><title>{note}|</title><style>p { color: red }</style></head><body><!-- x --><p title="{note}">[{note}]</p>' +
  "<table><tr><td class='{note}'>{note}</td></tr></table><pre>{note}</pre><a href=\"https://example.org/{note}?q={note}\">{note}</a><br/><b>{note}</b></body></html>"
