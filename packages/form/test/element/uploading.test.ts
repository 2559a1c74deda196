/** What an upload sends, and which files are not sent at all. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { fieldAt, queryOf, refusalOf, typeOf, uploadTo } from "../../src/element/uploading.ts"
import { de } from "../../src/element/words/de.ts"

it("any name of a file is read from the query as it was, and where servers take no such name, as one that they take", () => {
  const isName = (text: string) =>
    Array.from(text).length <= 255 &&
    !/^\.{1,2}$/u.test(text) &&
    /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text) &&
    !/[/\\]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
  const sent = (name: string) => new URLSearchParams(queryOf({ field: "photos.photo", file: { name } }))
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), (name) => {
      const read = sent(name).get("name") ?? ""
      expect(sent(name).get("field")).toBe("photos.photo")
      expect([name, isName(read)]).toEqual([name, true])
      if (isName(name) && /[^.]/u.test(name)) expect(read).toBe(name)
    })
  )
  expect(["\u200ea.pdf", " ", "..", "x/y.png"].map((name) => sent(name).get("name"))).toEqual([
    "a.pdf",
    "file",
    "file",
    "x_y.png"
  ])
  expect(typeOf({ type: "" })).toBe("application/octet-stream")
})

it("an upload is taken back where it was sent", async () => {
  const requests: Array<unknown> = []
  const { takeBack } = uploadTo("/own/forms/claim/files", (address, { method }) => {
    requests.push([method, address])
    return Promise.resolve(new Response())
  })
  await takeBack?.("a/b")
  expect(requests).toEqual([["DELETE", "/own/forms/claim/files/a%2Fb"]])
})

it("a pointer is a field by the name that authors give it", () => {
  expect(["/a", "/home/deed", "/photos/12/photo", "/home/views/0/view"].map(fieldAt)).toEqual([
    "a",
    "home.deed",
    "photos.photo",
    "home.views.view"
  ])
})

it("a file that is too large or of another type is not sent; a type that the browser does not know is for the server", () => {
  const view = { label: "Bild", limits: { maxBytes: 1_500_000, mediaTypes: ["image/png"] } }
  expect(refusalOf(view, { size: 1_500_000, type: "image/png" }, de)).toBeUndefined()
  expect(refusalOf(view, { size: 1_500_000, type: "" }, de)).toBeUndefined()
  expect(refusalOf(view, { size: 1_500_001, type: "image/png" }, de)).toBe(
    "Bild: Eine Datei darf höchstens 1,5 MB haben."
  )
  expect(refusalOf(view, { size: 1, type: "image/gif" }, de)).toBe(
    "Bild: möglich sind nur Dateien dieser Typen: image/png."
  )
  const own = { ...view, fileSentences: { type: "Nur PNG, bitte", maxBytes: "Kleiner, bitte" } }
  expect(refusalOf(own, { size: 1_500_000, type: "image/png" }, de)).toBeUndefined()
  expect(refusalOf(own, { size: 1_500_001, type: "image/png" }, de)).toBe("Kleiner, bitte")
  expect(refusalOf(own, { size: 1, type: "image/gif" }, de)).toBe("Nur PNG, bitte")
  expect(refusalOf({ label: "a", limits: {} }, { size: 1e9, type: "x/y" }, de)).toBeUndefined()
})
