/** A definition in the element: it is shown in the page's language, where it has that. */
import type { FillableForm } from "@formwork/rules/FillableForm"
import type { JsonObject } from "@formwork/rules/Json"
import { expect, it } from "vitest"
import { formOf } from "../../src/element/definitions.ts"

const permit = {
  languages: ["en", "de"],
  title: { en: "Permit", de: "Ausweis" },
  code: "P",
  fields: [
    {
      slug: "weeks",
      type: "integer",
      required: true,
      label: { en: "Weeks", de: "Wochen" },
      messages: { required: { en: "How long?", de: "Wie lange?" } }
    }
  ]
}

const saidOf = (form: FillableForm, data: JsonObject) =>
  form.fill(data, "2026-11-26").problems.map((problem) => problem.message)

it.each([
  ["de-AT", "Ausweis", "Wochen", "Wie lange?"],
  ["en-GB", "Permit", "Weeks", "How long?"],
  ["fr", "Permit", "Weeks", "How long?"]
])("on a page in %s it is called %s", (language, title, label, message) => {
  const form = formOf(permit, language)
  expect(form.title).toBe(title)
  expect(form.fields.map(({ field }) => field.label)).toEqual([label])
  expect(form.fields.map(({ ownWords }) => ownWords)).toEqual([["required"]])
  expect(saidOf(form, {})).toEqual([message])
})
