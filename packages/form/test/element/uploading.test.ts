/** What an upload sends, and which files are not sent at all. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { fieldAt, queryOf, refusalOf, typeOf } from "../../src/element/uploading.ts"
import { de } from "../../src/element/words/de.ts"

it("any name of a file is read from the query as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const read = new URLSearchParams(queryOf({ field: "photos.photo", file: { name } }))
      expect([read.get("field"), read.get("name")]).toEqual(["photos.photo", name])
    })
  )
  expect(typeOf({ type: "" })).toBe("application/octet-stream")
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
  expect(refusalOf({ label: "a", limits: {} }, { size: 1e9, type: "x/y" }, de)).toBeUndefined()
})
