/** The names of media types: a field takes a type by each of them. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { namesOfMediaType, takesMediaType, usualMediaType } from "../../src/values/mediaTypes.ts"

const types = [
  "application/pdf",
  "application/zip",
  "audio/mpeg",
  "audio/x-wav",
  "image/heic",
  "image/heif",
  "image/jpg",
  "image/png",
  "text/csv",
  "text/xml",
  "application/x-own"
]

it("a field that lists one name of a type takes files of each, and so does one that lists their kind", () => {
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.nat(), fc.nat(), (type, listed, sent) => {
      const names = namesOfMediaType(type)
      const at = (index: number) => names[index % names.length] ?? type
      expect(names).toContain(type)
      expect(takesMediaType({ mediaTypes: [at(listed)] }, at(sent))).toBe(true)
      expect(takesMediaType({ mediaTypes: [at(listed)] }, usualMediaType(at(sent)))).toBe(true)
      expect(takesMediaType({ mediaTypes: [`${at(listed).split("/")[0] ?? ""}/*`] }, at(sent))).toBe(true)
      expect(takesMediaType({ mediaTypes: ["image/webp"] }, at(sent))).toBe(false)
      expect(usualMediaType(usualMediaType(at(sent)))).toBe(usualMediaType(at(sent)))
    })
  )
})

it("a type has its usual name, and stays where it has none", () => {
  expect(["image/JPG; q=1", "text/xml", "audio/mp3", "image/heic", "image/heif", "a/b"].map(usualMediaType)).toEqual([
    "image/jpeg",
    "application/xml",
    "audio/mpeg",
    "image/heic",
    "image/heif",
    "a/b"
  ])
})
