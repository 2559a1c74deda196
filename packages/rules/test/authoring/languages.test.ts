/** Names in messages and in an author's own sentences, in every language: found, renamed and proposed as anywhere else. */
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { rename } from "../../src/authoring/rename.ts"
import { check } from "../../src/check.ts"
import type { Json } from "../../src/Json.ts"
import { replaced } from "./typing.ts"

const permit: Json = {
  languages: ["en", "de"],
  title: { en: "Permit", de: "Ausweis" },
  code: "P",
  fields: [
    {
      slug: "weeks",
      type: "integer",
      max: 52,
      messages: { max: { en: "{weeks} is more than {zone} has", de: "Zone {zone}" } }
    },
    { slug: "zone", type: "text", required: true, messages: { required: "Which zone for {weeks} weeks?" } }
  ],
  checks: [{ id: "c", check: "weeks > 0", message: { en: "{weeks} in {zone}", de: "{zone}: {weeks}" } }]
}

const german = [
  "/fields/0/messages/max/en",
  "/fields/0/messages/max/de",
  "/checks/0/message/en",
  "/checks/0/message/de"
]

it("a field is found in each language of a text", () => {
  const found = references(openForm(permit), "/fields/1").map(({ pointer }) => pointer)
  expect(found).toEqual(german)
})

it("renaming it changes each of them, and the form stays sound", () => {
  const edits = Result.getOrThrow(rename(openForm(permit), "/fields/1", "area"))
  const renamed = edits.reduce<Json>((json, { pointer, text }) => replaced(json, pointer, text), permit)
  expect(Result.isSuccess(check(renamed))).toBe(true)
  expect(renamed).toMatchObject({
    fields: [{ messages: { max: { de: "Zone {area}" } } }, { slug: "area" }],
    checks: [{ message: { en: "{weeks} in {area}", de: "{area}: {weeks}" } }]
  })
})

it("names are proposed in each of them, and in a sentence", () => {
  for (const pointer of [...german, "/fields/1/messages/required"]) {
    const texts = completionsAt(openForm(replaced(permit, pointer, "Nun {zo")), pointer, 7).map(({ text }) => text)
    expect(texts).toContain("zone}")
  }
})
