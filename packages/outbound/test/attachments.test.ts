/** Documents in an e-mail, against a real SMTP server: byte for byte as they are kept, and never fewer than it names. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import type { NotificationContent } from "@formwork/domain/filing/Content"
import type { StoredFile } from "@formwork/domain/sending/DocumentStore"
import type { Dispatch } from "@formwork/domain/sending/Sender"
import { withinSize } from "@formwork/outbound/document/Printer"
import { Mail } from "@formwork/outbound/notification/Mail"
import { attachedName, endingsOf } from "../src/notification/attachedName.ts"
import { attachedTo } from "../../../tools/faults/world/attachedTo.ts"
import { dispatch } from "./support/dispatch.ts"
import { mailServer } from "./support/mailServer.ts"
import { fieldsOf, from, notification } from "./support/notification.ts"

const file = (fileName: string, bytes: Uint8Array): StoredFile => ({ fileName, mediaType: "application/pdf", bytes })

const send = (
  url: string,
  attachments: Dispatch["attachments"],
  attach: ReadonlyArray<string>,
  more: Pick<NotificationContent, "files"> = {}
) =>
  Effect.flatMap(Mail, (mail) => mail.send({ ...dispatch, attachments }, { ...notification, attach, ...more })).pipe(
    Effect.provide(Layer.orDie(Mail.layerSmtp({ url: Redacted.make(url), from })))
  )

it.effect("a document is attached beside the text, as a PDF under its name, and a repeat is the same bytes", () =>
  Effect.gen(function* () {
    const { delivered, url } = yield* mailServer()
    const offer = file(
      "Offer – Zoë.pdf",
      Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256)
    )
    const terms = file("terms.pdf", Uint8Array.of(37, 80, 68, 70, 13, 10, 46, 13, 10))
    yield* send(url, [offer, terms], ["offer", "terms"])
    yield* send(url, [offer, terms], ["offer", "terms"])
    const [first, second] = delivered
    const raw = first?.raw ?? ""
    assert.strictEqual(second?.raw, raw)
    assert.match(Object.fromEntries(fieldsOf(raw))["content-type"] ?? "", /^multipart\/mixed;/u)
    assert.include(raw, "Content-Type: multipart/alternative;")
    assert.include(raw, "<p>Hello <b>Zo=C3=AB</b></p>")
    assert.deepStrictEqual(
      attachedTo(raw).map(({ bytes, ...head }) => ({ ...head, bytes: [...bytes] })),
      [offer, terms].map(({ bytes, fileName, mediaType }) => ({
        fileName,
        mediaType,
        encoding: "base64",
        bytes: [...bytes]
      }))
    )
  })
)

it.effect("a PDF of 3 MB is kept, a larger one is refused: three of them are 9 MB of an e-mail", () =>
  Effect.gen(function* () {
    assert.lengthOf(yield* withinSize(new Uint8Array(3_000_000)), 3_000_000)
    const { reason, verdict } = yield* Effect.flip(withinSize(new Uint8Array(3_000_001)))
    assert.deepStrictEqual([verdict, reason], ["dead", "The document cannot be laid out: its PDF is larger than 3 MB."])
  })
)

const Bytes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))

it.effect.prop(
  "whatever the bytes and the name, the file that arrives is the one that is kept",
  [
    Bytes,
    Schema.Literals(["a.pdf", "Ä ö.pdf", "offer (1) - 20,5.pdf", `${"é".repeat(98)}.pdf`, "日本語.pdf", "x;y=z.pdf"])
  ],
  ([numbers, name]) =>
    Effect.gen(function* () {
      const { delivered, url } = yield* mailServer()
      const kept = file(name, Uint8Array.from(numbers))
      yield* send(url, [kept], ["offer"])
      const [arrived, ...more] = attachedTo(delivered[0]?.raw ?? "")
      assert.lengthOf(more, 0)
      assert.strictEqual(arrived?.fileName, name)
      assert.deepStrictEqual([...(arrived?.bytes ?? [])], numbers)
    }).pipe(Effect.scoped),
  { arbitrary: { runs: 25 } }
)

it.effect("a message is not sent with fewer documents, or more, than it names", () =>
  Effect.gen(function* () {
    const { delivered, url } = yield* mailServer()
    const offer = file("offer.pdf", Uint8Array.of(1))
    const wrong: ReadonlyArray<readonly [ReadonlyArray<StoredFile>, ReadonlyArray<string>]> = [
      [[], ["offer"]],
      [[offer], ["offer", "terms"]],
      [[offer], []]
    ]
    for (const [files, names] of wrong) {
      const failure = yield* Effect.flip(send(url, files, names))
      assert.strictEqual(failure.verdict, "dead")
      assert.include(failure.reason, `${files.length} of the ${names.length} documents`)
    }
    assert.lengthOf(delivered, 0)
  })
)

it.effect("a file of the submission is attached under the name and the type that its sender gave it", () =>
  Effect.gen(function* () {
    const { delivered, url } = yield* mailServer()
    const photo = {
      fileName: "Dach – Süd.png",
      mediaType: "image/png",
      bytes: Uint8Array.of(0x89, 0x50, 13, 10, 46, 0)
    }
    const files = [{ id: "01890a5d-ac96-774b-bcce-b302099a8059", name: photo.fileName }]
    const terms = file("terms.pdf", Uint8Array.of(37, 80))
    yield* send(url, [terms, photo], ["terms"], { files })
    assert.deepStrictEqual(
      attachedTo(delivered[0]?.raw ?? "").map(({ bytes, fileName, mediaType }) => [fileName, mediaType, [...bytes]]),
      [terms, photo].map(({ bytes, fileName, mediaType }) => [fileName, mediaType, [...bytes]])
    )
    const { reason, verdict } = yield* Effect.flip(send(url, [terms], ["terms"], { files }))
    assert.deepStrictEqual(
      [verdict, reason],
      ["dead", "The message has 1 of the 2 documents and files that it attaches."]
    )
    assert.lengthOf(delivered, 1)
  }).pipe(Effect.scoped)
)

it("an attached name ends as its media type does", () => {
  for (const [name, mediaType, attached] of [
    ["Rechnung.exe", "application/pdf", "Rechnung.exe.pdf"],
    ["Rechnung.exe", "image/x-foo", "Rechnung.exe.bin"],
    ["Rechnung.exe", "application/octet-stream", "Rechnung.exe.bin"],
    ["Rechnung.exe.", "application/pdf", "Rechnung.exe..pdf"],
    ["pdf", "application/pdf", "pdf.pdf"],
    ["Dach.JPEG", "image/jpeg", "Dach.JPEG"],
    ["Dach.jpg", "image/jpg", "Dach.jpg"],
    ["list.csv", "text/csv; charset=utf-8", "list.csv"],
    ["constructor", "constructor", "constructor.bin"],
    [`${"a".repeat(249)}\u{1f600}.png`, "application/pdf", `${"a".repeat(249)}\u{1f600}.pdf`],
    [`${"a".repeat(250)}\u{1f600}.gif`, "application/pdf", `${"a".repeat(250)}.pdf`]
  ] as const)
    assert.strictEqual(attachedName(name, mediaType), attached)
})

it.prop(
  "whatever the name and the type, an attached name has an ending of its type, and at most 255 characters",
  [
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255)),
    Schema.Literals(["", ".exe", ".pdf", ".PNG", ".docx ", ".js\u00a0"]),
    Schema.Literals([
      "application/pdf",
      "image/png",
      "image/jpg",
      "text/plain",
      "image/x-foo",
      "application/octet-stream"
    ])
  ],
  ([begin, end, mediaType]) => {
    const given = `${begin}${end}`.slice(0, 255)
    const name = attachedName(given, mediaType)
    assert.isAtMost(name.length, 255)
    assert.isTrue(endingsOf(mediaType).some((ending) => name.toLowerCase().endsWith(`.${ending}`)))
    if (name !== given) assert.strictEqual(attachedName(name, mediaType), name)
  }
)

it.effect("an e-mail that was uploaded arrives byte for byte: as an attachment that may be base64", () =>
  Effect.gen(function* () {
    const { delivered, url } = yield* mailServer()
    const bytes = Buffer.from("From: a@example.org\r\nSubject: claim\r\n\r\nHello\r\n")
    const mails = [
      { fileName: "claim.eml", mediaType: "message/rfc822", bytes },
      { fileName: "form", mediaType: "Multipart/form-data", bytes }
    ]
    const files = mails.map(({ fileName }) => ({ id: "01890a5d-ac96-774b-bcce-b302099a8059", name: fileName }))
    yield* send(url, mails, [], { files })
    assert.deepStrictEqual(
      attachedTo(delivered[0]?.raw ?? "").map(({ encoding, fileName, mediaType, bytes: arrived }) => [
        fileName,
        mediaType,
        encoding,
        String(arrived)
      ]),
      ["claim.eml", "form.bin"].map((name) => [name, "application/octet-stream", "base64", String(bytes)])
    )
  }).pipe(Effect.scoped)
)
