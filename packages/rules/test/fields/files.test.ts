/** Fields of type `file`: what they are read as, what their values name, and what is said of an upload. */
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { compare } from "../../src/compare.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { fileFields, fileValues, isFileId } from "../../src/values/files.ts"
import { takesMediaType } from "../../src/values/mediaTypes.ts"
import { fileProblem } from "../../src/words/fileProblem.ts"
import { sizeIn } from "../../src/words/sizeIn.ts"
import { wordsOf } from "../../src/words/wordsOf.ts"
import { checked, formOf, TODAY } from "../support.ts"

const hex = fc.constantFrom(...Array.from("0123456789abcdef"))
const digits = (count: number) => fc.array(hex, { minLength: count, maxLength: count }).map((all) => all.join(""))
const uuid = fc.tuple(digits(8), digits(4), digits(4), digits(4), digits(12)).map((parts) => parts.join("-"))

const form = checked(
  formOf({
    fields: [
      { slug: "idCard", type: "file", label: "Identity card", maxBytes: 5_000_000, mediaTypes: ["application/pdf"] },
      { slug: "home.deed", type: "file" },
      {
        slug: "photos",
        type: "list",
        maxItems: 9,
        fields: [
          { slug: "title", type: "text" },
          { slug: "photo", type: "file", mediaTypes: ["image/*"], unique: true }
        ]
      },
      { slug: "home.views", type: "list", maxItems: 9, fields: [{ slug: "view", type: "file" }] },
      { slug: "note", type: "text", visibleWhen: "idCard != null" }
    ]
  })
)
const options = { today: TODAY, draft: false }

describe("the files of a form", () => {
  it("has each, at the top, in groups and in rows, by the names that authors write", () => {
    const fields = fileFields(form.definition)
    expect(fields).toEqual([
      {
        path: ["idCard"],
        name: "idCard",
        label: "Identity card",
        maxBytes: 5_000_000,
        mediaTypes: ["application/pdf"]
      },
      { path: ["home", "deed"], name: "home.deed", label: "home.deed", maxBytes: 10_000_000, mediaTypes: undefined },
      {
        path: ["photos", "*", "photo"],
        name: "photos.photo",
        label: "photo",
        maxBytes: 10_000_000,
        mediaTypes: ["image/*"]
      },
      {
        path: ["home", "views", "*", "view"],
        name: "home.views.view",
        label: "view",
        maxBytes: 10_000_000,
        mediaTypes: undefined
      }
    ])
    expect([compileClosures(form).files, compileGenerated(form).files]).toEqual([fields, fields])
    expect(compileGenerated(checked(formOf({ fields: [{ slug: "a", type: "text" }] }))).files).toEqual([])
  })

  it("finds in stored values exactly the files that were sent, at the places that problems name", () => {
    const { evaluate, files } = compileGenerated(form)
    const optional = fc.option(uuid, { nil: undefined })
    const rows = (name: string) =>
      fc.uniqueArray(fc.option(uuid, { nil: null }), { maxLength: 4 }).map((all) => all.map((id) => ({ [name]: id })))
    fc.assert(
      fc.property(optional, optional, rows("photo"), rows("view"), (idCard, deed, photos, views) => {
        const sent: JsonObject = JSON.parse(JSON.stringify({ idCard, home: { deed, views }, photos }))
        const { data, problems } = evaluate(sent, options)
        expect(problems).toEqual([])
        const places = [
          ["idCard", "/data/idCard", idCard],
          ["home.deed", "/data/home/deed", deed],
          ...photos.map((row, index) => [`photos[${index}].photo`, `/data/photos/${index}/photo`, row["photo"]]),
          ...views.map((row, index) => [`home.views[${index}].view`, `/data/home/views/${index}/view`, row["view"]])
        ]
        expect(fileValues(files, data).map(({ id, place, pointer }) => [place, pointer, id])).toEqual(
          places.filter(([, , id]) => typeof id === "string")
        )
        // The same places as those of problems, where every id is wrong.
        const wrong: JsonObject = JSON.parse(JSON.stringify(sent).replaceAll(/"[\da-f-]{36}"/g, '"x"'))
        expect(evaluate(wrong, options).problems.map(({ field, pointer }) => [field, pointer])).toEqual(
          expect.arrayContaining(fileValues(files, data).map(({ place, pointer }) => [place, pointer]))
        )
      })
    )
  })

  it("a value is a UUID in small letters, and nothing else", () => {
    const { evaluate } = compileGenerated(form)
    const codes = (value: Json) => evaluate({ idCard: value }, options).problems.map(({ code }) => code)
    fc.assert(
      fc.property(uuid, fc.nat(35), fc.constantFrom("", "g", "A", "-", " ", "\u{1f600}", "00"), (id, at, other) => {
        expect(codes(id)).toEqual([])
        const wrong = id.slice(0, at) + other + id.slice(at + 1)
        if (wrong !== id) expect([wrong, isFileId(wrong), codes(wrong)]).toEqual([wrong, false, ["type"]])
      })
    )
    for (const value of [1, true, {}, [], ["00000000-0000-4000-8000-000000000000"]])
      expect(codes(value)).toEqual(["type"])
    expect(evaluate({ idCard: "x" }, options).problems[0]?.message).toBe(
      "Identity card has to be the id of an uploaded file."
    )
  })

  it("takes the types that the field names, whatever their parameters and capitals", () => {
    const [card, deed, photo] = fileFields(form.definition)
    const taken = (field = card) =>
      ["application/pdf", "Application/PDF; v=1", "image/png", "image", "imagex/png", "application/pdfx"].filter(
        (type) => field !== undefined && takesMediaType(field, type)
      )
    expect(taken(card)).toEqual(["application/pdf", "Application/PDF; v=1"])
    expect(taken(deed)).toHaveLength(6)
    expect(taken(photo)).toEqual(["image/png"])
  })
})

const faultsOf = (members: JsonObject): ReadonlyArray<string> => {
  const result = check(
    formOf({
      fields: [
        { slug: "card", type: "file", ...members },
        { slug: "a", type: "text" }
      ]
    })
  )
  return Result.isSuccess(result) ? [] : result.failure.map(({ message, pointer }) => `${pointer}: ${message}`)
}

describe("faults of a file (the others: check/golden/faults.txt)", () => {
  it("more than twenty types", () => {
    const mediaTypes = Array.from({ length: 21 }, (_, index) => `image/x${index}`)
    expect(faultsOf({ mediaTypes })).toEqual([
      "/fields/0/mediaTypes: There are 21 media types; at most 20 are allowed."
    ])
  })

  it("the least and the greatest of each have none", () => {
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ maxBytes: 1, mediaTypes: ["application/vnd.oasis.opendocument.text+xml"] })).toEqual([])
    expect(faultsOf({ mediaTypes: ["image/heic", "image/heif", "chemical/x-pdb", "x-world/x-vrml"] })).toEqual([])
    expect(faultsOf({ maxBytes: 10_000_000, requiredWhen: "a != null", readOnly: true })).toEqual([])
    expect(faultsOf({ mediaTypes: ["image/*", "audio/*", "video/*", "text/*"], required: true })).toEqual([])
  })
})

const changed = (before: JsonObject, after: JsonObject): ReadonlyArray<string> => {
  const of = (members: JsonObject) => checked(formOf({ fields: [{ slug: "a", type: "file", ...members }] }))
  return compare(of(before), of(after)).changes.map(({ member, why }) => `${member}: ${why ?? "fine"}`)
}

it("a version that takes less breaks callers, and one that takes more does not", () => {
  expect(changed({ maxBytes: 5 }, { maxBytes: 6 })).toEqual(["maxBytes: fine"])
  expect(changed({ maxBytes: 6 }, { maxBytes: 5 })).toEqual([
    "maxBytes: Files of `a` of more than 5 bytes are refused now."
  ])
  expect(changed({ mediaTypes: ["image/png"] }, { mediaTypes: ["image/*"] })).toEqual(["mediaTypes: fine"])
  expect(changed({ mediaTypes: ["image/png"] }, {})).toEqual(["mediaTypes: fine"])
  expect(changed({ mediaTypes: ["image/*", "text/csv"] }, { mediaTypes: ["image/png", "text/*"] })).toEqual([
    "mediaTypes: Files of `a` of a type of image/* other than image/png are refused now."
  ])
  expect(changed({ mediaTypes: ["image/*", "text/csv"] }, { mediaTypes: ["application/pdf"] })).toEqual([
    "mediaTypes: Files of `a` of a type of image/* or of the type text/csv are refused now."
  ])
  expect(changed({}, { mediaTypes: ["image/png"] })).toEqual([
    "mediaTypes: Files of `a` of other types are refused now."
  ])
  expect(changed({ type: "text" }, { type: "file" })).toContain(
    "type: Values of `a` were of type text, and are of type file now."
  )
})

describe("problems of uploads", () => {
  const [upload] = fileValues(fileFields(form.definition), { photos: [{}, {}, { photo: "id" }] })
  const card = fileValues(fileFields(form.definition), { idCard: "id" })[0]

  it("are said as those of an evaluation are, in the form's language", () => {
    if (upload === undefined || card === undefined) throw new Error("there are files")
    expect(fileProblem(undefined, upload, { is: "unknown" })).toEqual({
      field: "photos[2].photo",
      pointer: "/data/photos/2/photo",
      code: "type",
      message: "photo names no upload for this form. Upload the file first, and send the id of the answer."
    })
    expect(fileProblem("en", card, { is: "tooLarge", bytes: 6_150_001 }).message).toBe(
      "Identity card has 6.2\u00a0MB, and files of at most 5\u00a0MB are taken."
    )
    expect(fileProblem("de-CH", card, { is: "tooLarge", bytes: 6_150_001 }).message).toBe(
      "Die Datei von «Identity card» ist 6.2\u00a0MB gross; möglich sind höchstens 5\u00a0MB."
    )
    expect(fileProblem("fr", card, { is: "tooLarge", bytes: 6_150_001 }).message).toContain("6,2\u00a0Mo")
    expect(fileProblem("de", card, { is: "refusedType", mediaType: "image/gif" })).toMatchObject({
      code: "type",
      message: "Die Datei von „Identity card“ hat den Typ image/gif. Möglich sind: application/pdf."
    })
    expect(fileProblem("es", card, { is: "taken" }).code).toBe("unique")
  })

  it("no page that only runs the form has their sentences, and each other problem of a file is said there", () => {
    const portable = toPortable(form)
    expect(portable).not.toContain("names no upload")
    expect(runPortable(portable).evaluate({ idCard: "x" }, options).problems[0]?.message).toBe(
      "Identity card has to be the id of an uploaded file."
    )
  })

  it("a size that is greater than the bound is shown as greater", () => {
    const words = wordsOf("pt") ?? expect.fail()
    const read = (text: string): number => {
      const [number = "", unit = ""] = text.split("\u00a0")
      return Number(number.replaceAll(".", "").replace(",", ".")) * ({ bytes: 1, kB: 1e3, MB: 1e6 }[unit] ?? NaN)
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: 1e7 }), (most, over) => {
        expect(read(sizeIn(words, most + over, "up"))).toBeGreaterThan(read(sizeIn(words, most, "down")))
      })
    )
    expect(sizeIn(words, 999, "up")).toBe("999\u00a0bytes")
  })
})
