/** What a file is by its first bytes, and that a field which lists a type takes such files. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { sentType } from "@formwork/domain/filing/sentType"
import { namesOfMediaType, takesMediaType } from "@formwork/rules/mediaTypes"
import { fileTypes } from "../../src/request/fileTypes.ts"

const fileType = (said: string | undefined, bytes: Uint8Array) => sentType(said, bytes, fileTypes)

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const png = bytesOf("\x89PNG\r\n\x1a\n")
const zip = bytesOf("PK\x03\x04\x14\0\0\0")
const text = bytesOf("name,age\nAda,36\n")
const xml = bytesOf("<?xml version='1.0'?><svg/>")
const exe = bytesOf("MZ\x90\0\x03\0\0\0\x04")
const wav = bytesOf("RIFF....WAVEfmt ")
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

it("a type that the bytes agree with stays, by its usual name and without parameters", () => {
  for (const [said, bytes, kept] of [
    ["image/png", png, "image/png"],
    ["IMAGE/PNG; q=1", png, "image/png"],
    ["image/jpg", bytesOf("\xff\xd8\xff\xe0\0\x10JFIF\0\x01"), "image/jpeg"],
    [word, zip, word],
    ["application/x-zip-compressed", zip, "application/zip"],
    ["application/epub+zip", zip, "application/epub+zip"],
    ["image/svg+xml", xml, "image/svg+xml"],
    ["text/xml", xml, "application/xml"],
    ["application/xml", bytesOf(`\xef\xbb\xbf<?xml version="1.0"?><a/>`), "application/xml"],
    ["audio/x-wav", wav, "audio/wav"],
    ["audio/ogg", bytesOf("OggS\0\x02\0\0\0\0\0\0\0\0"), "audio/ogg"],
    ["image/heic", bytesOf("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), "image/heic"],
    ["image/heic", bytesOf("\0\0\0\x18ftypmif1\0\0\0\0mif1heic"), "image/heic"],
    ["image/heic", bytesOf("\0\0\0\x18ftypheix\0\0\0\0mif1heic"), "image/heic"],
    ["image/heif", bytesOf("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), "image/heif"],
    // Some printers begin a document with an empty line, and readers find its head (ISO 32000-1 annex H, note 13).
    ["application/pdf", bytesOf("%PDF-1.7\n"), "application/pdf"],
    ["application/pdf", bytesOf("\n%PDF-1.7\n"), "application/pdf"],
    ["application/pdf", bytesOf("\xef\xbb\xbf\r\n%PDF-1.4\n"), "application/pdf"],
    ["text/csv", text, "text/csv"],
    ["application/x-own", text, "application/x-own"],
    ["application/x-msdownload", exe, "application/vnd.microsoft.portable-executable"],
    ["application/octet-stream", exe, "application/vnd.microsoft.portable-executable"],
    // What the library would know by a byte or two that much else begins with.
    ["image/x-tga", bytesOf("\0\0\x02\0\0"), "image/x-tga"],
    // A text may begin like anything.
    ["text/plain", zip, "text/plain"]
  ] as const)
    assert.deepStrictEqual(fileType(said, bytes), { mediaTypes: [kept] }, said)
})

it("a type that the bytes contradict is none, and what they are is told where they tell it", () => {
  for (const [said, bytes, found] of [
    ["application/pdf", png, "image/png"],
    ["image/png", bytesOf("\n\n%PDF-1.7\n"), "application/pdf"],
    ["image/png", zip, "application/zip"],
    ["image/heic", zip, "application/zip"],
    ["application/pdf", text, undefined],
    [word, text, undefined],
    ["application/x-own", png, "image/png"],
    ["image/x-foo", exe, "application/vnd.microsoft.portable-executable"],
    ["application/pdf", exe, "application/vnd.microsoft.portable-executable"],
    ["image/x-foo", bytesOf("\xca\xfe\xba\xbe\0\0\0\x34"), "application/java-vm"],
    ["application/x-own", bytesOf("MSCF\0\0\0\0"), "application/vnd.ms-cab-compressed"],
    ["image/x-foo", bytesOf("L\0\0\0\x01\x14\x02\0\0\0"), "application/x-ms-shortcut"],
    ["image/x-foo", bytesOf("\x7fELF\x02\x01"), "application/x-executable"]
  ] as const)
    assert.deepStrictEqual(fileType(said, bytes), { mediaTypes: undefined, said, found }, said)
})

it("where the type is missing or says nothing, the bytes decide", () => {
  for (const said of [undefined, "application/octet-stream", "Application/Octet-Stream"]) {
    assert.deepStrictEqual(fileType(said, bytesOf("%PDF-1.7\n")), { mediaTypes: ["application/pdf"] })
    assert.deepStrictEqual(fileType(said, text), { mediaTypes: ["application/octet-stream"] })
    assert.deepStrictEqual(fileType(said, bytesOf("\xef\xbb\xbfhello")), { mediaTypes: ["text/plain"] })
  }
})

it("where nobody looks at the bytes, a file is what it is said to be, by the usual name", () => {
  assert.deepStrictEqual(sentType("image/JPG", text, undefined), { mediaTypes: ["image/jpeg"] })
  assert.deepStrictEqual(sentType(undefined, png, undefined), { mediaTypes: ["application/octet-stream"] })
})

/** Beginnings of files, each with a type that it may have. */
const beginnings: ReadonlyArray<readonly [type: string, begin: string]> = [
  ["application/gzip", "\x1f\x8b\x08\0"],
  ["application/java-vm", "\xca\xfe\xba\xbe\0\0\0\x34"],
  ["application/msword", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["application/ogg", "OggS\0\x02\0\0\0\0\0\0\0\0"],
  ["application/pdf", "%PDF-1.7\n"],
  ["application/rtf", "{\\rtf1\\ansi"],
  ["application/vnd.oasis.opendocument.text", "PK\x03\x04\x14\0\0\0"],
  [word, "PK\x03\x04\x14\0\0\0"],
  ["application/vnd.debian.binary-package", "!<arch>\ndebian"],
  ["application/vnd.microsoft.portable-executable", "MZ\x90\0"],
  ["application/vnd.ms-cab-compressed", "MSCF\0\0\0\0"],
  ["application/vnd.rar", "Rar!\x1a\x07\x01\0"],
  ["application/x-7z-compressed", "7z\xbc\xaf'\x1c"],
  ["application/x-photoshop", "8BPS\0\x01"],
  ["application/xml", "<?xml version='1.0'?><a/>"],
  ["application/zip", "PK\x03\x04\x14\0\0\0"],
  ["audio/aac", "\xff\xf1P\x80"],
  ["audio/flac", 'fLaC\0\0\0"'],
  ["audio/midi", "MThd\0\0"],
  ["audio/mpeg", "ID3\x03\0\0\0\0"],
  ["audio/x-wav", "RIFF....WAVEfmt "],
  ["image/avif", "\0\0\0\x1cftypavif\0\0\0\0"],
  ["image/bmp", "BM6\0\0\0\0\0"],
  ["image/gif", "GIF89a\x01\0\x01\0"],
  ["image/heic", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ["image/heif", "\0\0\0\x18ftypmif1\0\0\0\0mif1heic"],
  ["image/jpeg", "\xff\xd8\xff\xe1\0\x10Exif\0\0"],
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg">'],
  ["image/tiff", "II*\0\x08\0\0\0"],
  ["image/webp", "RIFF....WEBPVP8 "],
  ["image/x-icon", "\0\0\x01\0\x01\0"],
  ["text/plain", "\xef\xbb\xbfhello"],
  ["video/mp4", "\0\0\0\x1cftypmp42\0\0\0\0"],
  ["video/quicktime", "\0\0\0\x14ftypqt  \0\0\0\0"],
  ["video/x-matroska", "\x1aE\xdf\xa3\x01\0\0\0\0\0\0#"],
  ["video/x-msvideo", "RIFF....AVI LIST"]
]

it("the beginnings are those that the library knows", () => {
  for (const [type, begin] of beginnings)
    assert.isTrue(
      fileTypes(bytesOf(begin)).some((found) => namesOfMediaType(found).includes(type)),
      type
    )
})

it.prop(
  "a field that lists a type, another name of it or its kind takes a file of it, however the file is said to be",
  [Schema.Literals(beginnings.map(([type]) => type)), Schema.Int, Schema.Int, Schema.Literals(["name", "kind"])],
  ([type, listed, said, lists]) => {
    const begin = beginnings.find(([one]) => one === type)?.[1] ?? ""
    const names = namesOfMediaType(type)
    const at = (index: number) => names[Math.abs(index) % names.length] ?? type
    const mediaTypes = [lists === "name" ? at(listed) : `${type.split("/")[0] ?? ""}/*`]
    for (const sent of [at(said), undefined, "application/octet-stream"]) {
      const kept = fileType(sent, bytesOf(begin)).mediaTypes ?? []
      assert.isTrue(
        kept.some((one) => takesMediaType({ mediaTypes }, one)),
        `${String(sent)}: ${kept.join(", ")} for ${mediaTypes.join(", ")}`
      )
    }
  },
  { arbitrary: { runs: 400 } }
)
