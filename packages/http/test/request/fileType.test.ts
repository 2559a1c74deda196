/** What a file is by its first bytes. */
import { assert, it } from "@effect/vitest"
import { fileType } from "../../src/request/fileType.ts"

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0)
const text = new TextEncoder().encode("name,age\nAda,36\n")
const xml = new TextEncoder().encode("<?xml version='1.0'?><svg/>")
const wav = new TextEncoder().encode("RIFF....WAVEfmt ")
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

it("a type that the bytes agree with stays, by its usual name and without parameters", () => {
  for (const [said, bytes, kept] of [
    ["image/png", png, "image/png"],
    ["IMAGE/PNG; q=1", png, "image/png"],
    ["image/jpg", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1), "image/jpeg"],
    [word, zip, word],
    ["application/x-zip-compressed", zip, "application/zip"],
    ["image/svg+xml", xml, "image/svg+xml"],
    ["text/xml", xml, "application/xml"],
    ["audio/x-wav", wav, "audio/wav"],
    ["text/csv", text, "text/csv"],
    ["application/x-own", text, "application/x-own"],
    // A text may begin like anything.
    ["text/plain", zip, "text/plain"]
  ] as const)
    assert.deepStrictEqual(fileType(said, bytes), { mediaType: kept }, said)
})

it("a type that the bytes contradict is none, and what they are is told where they tell it", () => {
  for (const [said, bytes, found] of [
    ["application/pdf", png, "image/png"],
    ["image/png", zip, "application/zip"],
    ["application/pdf", text, undefined],
    [word, text, undefined],
    ["application/x-own", png, "image/png"]
  ] as const)
    assert.deepStrictEqual(fileType(said, bytes), { mediaType: undefined, found }, said)
})

it("where the type is missing or says nothing, the bytes decide", () => {
  for (const said of [undefined, "application/octet-stream", "Application/Octet-Stream"]) {
    assert.deepStrictEqual(fileType(said, png), { mediaType: "image/png" })
    assert.deepStrictEqual(fileType(said, text), { mediaType: "application/octet-stream" })
  }
})
