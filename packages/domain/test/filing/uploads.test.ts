/** The service for uploads, as a program uses it that has no HTTP: it refuses what the HTTP API refuses, in the same order. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import * as Caller from "../../src/callers/Caller.ts"
import { FileTypes } from "../../src/filing/FileTypes.ts"
import { UploadLimits } from "../../src/filing/Upload.ts"
import { type UploadRequest, Uploads } from "../../src/filing/Uploads.ts"
import { Forms } from "../../src/forms/Forms.ts"
import { Organisations } from "../../src/people/Organisations.ts"
import * as Services from "../../src/Services.ts"
import type { JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"

const services = Services.layer.pipe(
  Layer.provideMerge(Memory.layer()),
  Layer.provide(Layer.succeed(UploadLimits, { ...UploadLimits.defaultValue(), bytes: 50 }))
)

const claim = {
  title: "Claim",
  code: "CLAIM",
  languages: ["de"],
  fields: [
    { slug: "pass", type: "file", label: { de: "Pass" }, mediaTypes: ["application/pdf", "image/jpg"], maxBytes: 100 }
  ]
}

/** Bytes that begin with the name of their type, a colon and anything. */
const named = (bytes: Uint8Array): ReadonlyArray<string> => {
  const [name = "", ...rest] = new TextDecoder().decode(bytes).split(":")
  return rest.length === 0 ? [] : name.split(",")
}

const settingOf = Effect.fnUntraced(function* (definition: JsonObject) {
  const { organisation, owner } = yield* (yield* Organisations).found("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith"
  })
  const caller = Caller.operator(organisation.id, owner.id)
  const forms = yield* Forms
  const { id } = yield* forms.create(caller, definition)
  yield* forms.publish(caller, id)
  const uploads = yield* Uploads
  const add = (change: Partial<Omit<UploadRequest, "bytes">> & { readonly text?: string } = {}) => {
    const { text = "application/pdf:x", ...more } = change
    const request = {
      field: "pass",
      name: "a.pdf",
      contentType: "application/pdf",
      bytes: new TextEncoder().encode(text)
    }
    return Effect.result(uploads.add(caller, id, { ...request, ...more }))
  }
  const refused = (change: Parameters<typeof add>[0]) =>
    Effect.map(add(change), (result) => {
      if (Result.isSuccess(result)) return ["taken"]
      const { failure } = result
      return failure._tag === "FileRefused" || failure._tag === "RequestInvalid"
        ? [failure._tag, ...failure.problems.map(({ code, field, message }) => `${field} ${code}: ${message}`)]
        : [failure._tag]
    })
  return { add, refused }
})

const setting = settingOf(claim)

it.effect(
  "refuses a name, a media type, a field, and then the file: empty, too large, another's bytes, another type",
  () =>
    Effect.gen(function* () {
      const { refused } = yield* setting
      for (const name of ["", " ", "a/b", "..", "a\u202eb", "\ufeff"])
        assert.include(yield* refused({ name, field: "x", text: "" }), "RequestInvalid", JSON.stringify(name))
      for (const contentType of ["pdf", "", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
        assert.deepStrictEqual(yield* refused({ contentType }), [
          "RequestInvalid",
          'contentType rule: "contentType" must be a media type such as `application/pdf`.'
        ])
      assert.deepStrictEqual(yield* refused({ field: "x", text: "" }), [
        "RequestInvalid",
        'field choice: "field" must be one of pass.'
      ])
      assert.deepStrictEqual(yield* refused({ text: "" }), ["FileRefused", "pass type: Die Datei von „Pass“ ist leer."])
      const large = `image/png:${"x".repeat(50)}`
      assert.deepStrictEqual(yield* refused({ text: large }), [
        "FileRefused",
        "pass too_large: Die Datei von „Pass“ ist 60\u00a0Byte groß; möglich sind höchstens 50\u00a0Byte."
      ])
      assert.deepStrictEqual(yield* refused({ text: "image/png:x", contentType: "application/pdf" }), [
        "FileRefused",
        "pass type: Die Datei von „Pass“ ist als application/pdf angegeben, ihr Inhalt ist aber vom Typ image/png."
      ])
      assert.deepStrictEqual(yield* refused({ text: "image/png:x", contentType: "image/png" }), [
        "FileRefused",
        "pass type: Die Datei von „Pass“ hat den Typ image/png. Möglich sind: application/pdf, image/jpg."
      ])
      assert.deepStrictEqual(yield* refused({}), ["taken"])
    }).pipe(Effect.provide(services), Effect.provideService(FileTypes, named))
)

it.effect(
  "keeps a file under the type that the field takes, of those that its bytes may be of, by its usual name",
  () =>
    Effect.gen(function* () {
      const { add } = yield* setting
      const kept = (contentType: string | undefined, text: string) =>
        Effect.map(add({ contentType, text }), (result) => Result.getOrThrow(result).mediaType)
      assert.strictEqual(yield* kept(undefined, "application/zip,application/pdf:x"), "application/pdf")
      assert.strictEqual(yield* kept("image/pjpeg", "image/jpeg:x"), "image/jpeg")
      assert.strictEqual(yield* kept("application/octet-stream", "image/jpg:x"), "image/jpeg")
    }).pipe(Effect.provide(services), Effect.provideService(FileTypes, named))
)

it.effect("says its author's own sentences for a file that the field does not take, in the reader's language", () =>
  Effect.gen(function* () {
    const own = {
      title: "Claim",
      code: "CLAIM",
      languages: ["en", "de"],
      fields: [
        {
          slug: "photo",
          type: "file",
          mediaTypes: ["image/png"],
          maxBytes: 40,
          messages: {
            type: { en: "Please send a PNG picture {{.png}}", de: "Bitte ein PNG-Bild" },
            maxBytes: { en: "Please send a smaller one", de: "Bitte ein kleineres" }
          }
        }
      ]
    }
    const { refused } = yield* settingOf(own)
    const photo = { field: "photo", contentType: undefined }
    const said = (text: string, more: Parameters<typeof refused>[0] = {}) => refused({ ...photo, ...more, text })
    const [english, german] = ["Please send a PNG picture {.png}", "Bitte ein PNG-Bild"]
    const accepts = ["de"]
    assert.deepStrictEqual(yield* said("application/pdf:x"), ["FileRefused", `photo type: ${english}`])
    assert.deepStrictEqual(yield* said("application/pdf:x", { accepts }), ["FileRefused", `photo type: ${german}`])
    const asPng = { contentType: "image/png" }
    assert.deepStrictEqual(yield* said("application/pdf:x", asPng), ["FileRefused", `photo type: ${english}`])
    assert.deepStrictEqual(yield* said(`image/png:${"x".repeat(31)}`, { accepts }), [
      "FileRefused",
      "photo too_large: Bitte ein kleineres"
    ])
    // It is a PNG picture, so this is not what is wrong with it.
    assert.notInclude((yield* said("image/png:x", { contentType: "image/gif" }))[1], english)
    assert.notInclude((yield* said(""))[1], english)
    assert.deepStrictEqual(yield* said("image/png:x"), ["taken"])
  }).pipe(Effect.provide(services), Effect.provideService(FileTypes, named))
)

it.effect("believes what a file is said to be where nobody looks at its bytes", () =>
  Effect.gen(function* () {
    const { refused } = yield* setting
    assert.deepStrictEqual(yield* refused({ text: "image/png:x" }), ["taken"])
    assert.include(yield* refused({ contentType: undefined }), "FileRefused")
    assert.include(yield* refused({ text: "" }), "FileRefused")
  }).pipe(Effect.provide(services))
)
