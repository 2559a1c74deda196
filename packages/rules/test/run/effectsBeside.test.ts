/** What a language of an effect changes beside what is sent: versions, translations that are missing, and forms in pages. */
import { expect, it } from "vitest"
import { compare } from "../../src/compare.ts"
import { untranslated } from "../../src/describe/untranslated.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { toPortable } from "../../src/toPortable.ts"
import { checkedIn, form } from "./spokenForm.ts"

const withEffect = (effect: JsonObject) => ({ ...form, constants: {}, effects: [effect] })
const paper = { id: "p", kind: "document", blocks: [], language: "tongue" }

it("another text or another language is a change of the effect that breaks nobody, told once", () => {
  const before = checkedIn(withEffect({ ...paper, title: { en: "Offer", de: "Angebot" } }))
  const after = checkedIn(withEffect({ ...paper, title: { en: "Offer", de: "Offerte" } }))
  const fixed = checkedIn(withEffect({ ...paper, language: "'de'", title: { en: "Offer", de: "Angebot" } }))
  for (const one of [after, fixed]) {
    const { breaking, changes } = compare(before, one)
    expect(breaking).toBe(false)
    expect(changes.map(({ change, name, subject }) => [subject, name, change])).toEqual([["effect", "p", "changed"]])
  }
  expect(compare(before, before).changes).toEqual([])
})

it("a text of an effect that lacks a language is listed with the missing translations of the form", () => {
  const checked = checkedIn(withEffect({ ...paper, title: { en: "Offer", de: "Angebot" } }))
  expect(untranslated(checked).filter(({ pointer }) => pointer.startsWith("/effects"))).toEqual([
    { pointer: "/effects/0/title", languages: ["fr"] }
  ])
})

it("a page that runs the form has nothing of its effects, in any language", () => {
  const { effects, ...bare } = form
  expect(toPortable(checkedIn(form, "de"))).toBe(toPortable(checkedIn({ ...bare, constants: {} }, "de")))
  expect(effects).toHaveLength(5)
})

it("a text in several languages costs what its longest one costs", () => {
  const steps = (title: Json, accepts?: string) => checkedIn(withEffect({ ...paper, title }), accepts).steps
  const [short, long] = ["a", "{note} {price} {$reference}"]
  expect(steps(long)).toBeGreaterThan(steps(short))
  for (const title of [
    { en: short, de: long },
    { en: long, de: short, fr: "b" }
  ])
    for (const language of ["en", "de", "fr"]) expect(steps(title, language)).toBe(steps(long))
})
