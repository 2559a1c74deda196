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

/** An e-mail and a document in the language that `tongue` says. */
const spoken: Json = {
  languages: ["en", "de"],
  title: "Permit",
  code: "P",
  fields: [
    { slug: "tongue", type: "choice", options: [{ value: "en" }, { value: "de" }] },
    { slug: "other", type: "choice", options: [{ value: "a" }] },
    { slug: "weeks", type: "integer" }
  ],
  effects: [
    {
      id: "mail",
      kind: "notification",
      language: "weeks > 5 ? 'de' : tongue",
      to: "desk@example.org",
      subject: { en: "{weeks}", de: "{weeks} Wochen" },
      text: "{weeks}",
      html: { en: "<p>{weeks}</p>", de: "<b>{weeks}</b>" }
    },
    {
      id: "paper",
      kind: "document",
      language: "tongue",
      title: "{weeks}",
      blocks: [{ text: { en: "{weeks}", de: "{weeks}" } }]
    }
  ]
}

it("a field is found and renamed in the language of an effect, and in its texts in each language", () => {
  const places = (field: string) => references(openForm(spoken), field).map(({ pointer }) => pointer)
  expect(places("/fields/0")).toEqual(["/effects/0/language", "/effects/1/language"])
  expect(places("/fields/2")).toEqual(
    [
      "0/subject/en",
      "0/subject/de",
      "0/text",
      "0/html/en",
      "0/html/de",
      "0/language",
      "1/title",
      "1/blocks/0/text/en",
      "1/blocks/0/text/de"
    ].map((at) => `/effects/${at}`)
  )
  for (const [field, name] of [
    ["/fields/0", "speaks"],
    ["/fields/2", "duration"]
  ] as const) {
    const edits = Result.getOrThrow(rename(openForm(spoken), field, name))
    const renamed = edits.reduce<Json>((json, { pointer, text }) => replaced(json, pointer, text), spoken)
    expect(Result.isSuccess(check(renamed))).toBe(true)
  }
})

it("in the language of an effect the form's languages are proposed, and the fields that can give one", () => {
  const at = "/effects/0/language"
  const proposed = (text: string, offset = text.length) =>
    completionsAt(openForm(replaced(spoken, at, text)), at, offset).map(({ text }) => text)
  expect(proposed("").slice(0, 3)).toEqual(["'en'", "'de'", "tongue"])
  expect(proposed("tongue")).not.toContain("other")
  expect(proposed("tongue")).not.toContain("weeks")
  expect(proposed("weeks > 5 ? ''", 13)).toEqual(["'en'", "'de'"])
})

it("trying texts at a place leaves the translations of the form as they are", () => {
  const form = openForm(spoken)
  const texts = () =>
    JSON.stringify(Object(Result.getOrThrow(form.checked)).translations.get("/effects/0/subject").get("de"))
  const pointer = "/effects/0/subject/de"
  expect(completionsAt(form, pointer, 3).map(({ text }) => text)).toContain("weeks")
  expect(form.sites.get(pointer)?.faultsOf("{nothing}")).toHaveLength(1)
  expect(texts()).toBe('"{weeks} Wochen"')
})
