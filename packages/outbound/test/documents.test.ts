/** Documents: what can be read back from the PDF, page by page, and where it is put. */
import { assert, layer } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Array as Arr, Effect, Fiber, FileSystem, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { extractText, getDocumentProxy } from "unpdf"
import type { Block, DocumentContent } from "@formwork/domain/filing/Content"
import { FiringId } from "@formwork/domain/filing/Firing"
import * as DocumentFolder from "@formwork/outbound/document/DocumentFolder"
import { Documents, fileName } from "@formwork/outbound/document/Documents"
import { Printer } from "@formwork/outbound/document/Printer"
import { dispatch } from "./support/dispatch.ts"

const document = (blocks: ReadonlyArray<Block>, title = "Motor quote"): DocumentContent => ({
  kind: "document",
  title,
  fileName: "quote",
  blocks
})

const print = (content: DocumentContent, id: FiringId = dispatch.id) =>
  Effect.flatMap(Printer, (printer) => printer.print(id, content))

/** The text of each page, its spaces made one and break opportunities taken out. */
const pages = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const proxy = yield* Effect.promise(() => getDocumentProxy(Uint8Array.from(bytes)))
  const { text } = yield* Effect.promise(() => extractText(proxy, { mergePages: false }))
  return text.map((page) => page.replaceAll("\u200b", "").replace(/\s+/g, " "))
})

layer(Layer.mergeAll(Printer.layer, NodeServices.layer))((it) => {
  it.effect("a document shows every value, in Latin, Greek and Cyrillic", () =>
    Effect.gen(function* () {
      const bytes = yield* print(
        document([
          { heading: "Your details" },
          { paragraph: "Dear Ms Żółć,\nthank you." },
          {
            fields: [
              { label: "Όνομα", value: "Αλέξανδρος" },
              { label: "Имя", value: "Добрый день" }
            ]
          },
          {
            table: {
              columns: [{ label: "Item" }, { label: "Amount", align: "right" }],
              rows: [["Premium", "1,234.50 €"], ["Short"], ["a", "b", "left out"]]
            }
          }
        ])
      )
      const [page = ""] = yield* pages(bytes)
      for (const text of [
        "Motor quote",
        "Your details",
        "Dear Ms Żółć, thank you.",
        "Όνομα Αλέξανδρος",
        "Имя Добрый день",
        "Item Amount",
        "Premium 1,234.50 €",
        "Short",
        "1 / 1"
      ]) {
        assert.include(page, text)
      }
      assert.notInclude(page, "left out")
    })
  )

  it.effect("the same content and firing give the same bytes; another firing gives another date", () =>
    Effect.gen(function* () {
      const content = document([{ paragraph: "the same" }])
      const first = yield* print(content)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* print(content), first)
      const proxy = yield* Effect.promise(() => getDocumentProxy(Uint8Array.from(first)))
      const { info } = yield* Effect.promise(() => proxy.getMetadata())
      assert.deepStrictEqual(
        ["Title", "Creator", "CreationDate"].map((name) => Reflect.get(info, name)),
        ["Motor quote", "Formwork", "D:20230630033418Z"]
      )
      const later = yield* print(content, FiringId.make("01990a5d-ac96-774b-bcce-b302099a8057"))
      assert.notDeepEqual(later, first)
    })
  )

  it.effect("a long table continues over pages, each with its headings, and loses no row", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 200 }, (_, index) => [`Row ${index + 1} of it`, "value"])
      const found = yield* pages(
        yield* print(document([{ table: { columns: [{ label: "Heading A" }, { label: "Heading B" }], rows } }]))
      )
      assert.isAbove(found.length, 3)
      for (const [index, page] of found.entries()) {
        assert.include(page, "Heading A Heading B")
        assert.include(page, `${index + 1} / ${found.length}`)
      }
      const whole = found.join(" ")
      for (const [name] of rows) assert.include(whole, `${name} `)
    })
  )

  it.effect("a row that is taller than a page continues over pages", () =>
    Effect.gen(function* () {
      const words = Array.from({ length: 3_000 }, (_, index) => `word${index}`)
      for (const block of [
        { fields: [{ label: "Remarks", value: words.join(" ") }] },
        { table: { columns: [{ label: "A" }, { label: "B" }], rows: [["short", words.join(" ")]] } }
      ] as const) {
        const found = yield* pages(yield* print(document([block])))
        assert.isAbove(found.length, 1)
        const whole = found.join(" ")
        for (const word of words) assert.include(whole, word)
      }
    })
  )

  it.effect("tall rows and tables with many columns lose no value", () =>
    Effect.gen(function* () {
      for (const width of [1, 2, 5, 8, 9, 12, 13, 40]) {
        const cell = (row: number, column: number) => `r${row}c${column}x${"y".repeat((row * column * 7) % 150)}z`
        const columns = Arr.makeBy(width, (index) => ({
          label: `Label ${index} ${"long ".repeat(index % 13)}`
        }))
        const rows = Array.from({ length: 8 }, (_, row) => columns.map((_column, column) => cell(row, column)))
        const found = yield* pages(yield* print(document([{ table: { columns, rows } }])))
        const whole = found.join("").replaceAll(" ", "")
        for (let row = 0; row < rows.length; row++) {
          for (let column = 0; column < width; column++) assert.include(whole, `r${row}c${column}x`, `${width} columns`)
        }
      }
    })
  )

  it.effect("a word longer than a line is broken in good time, and keeps every character", () =>
    Effect.gen(function* () {
      const found = yield* pages(yield* print(document([{ paragraph: "0123456789".repeat(2_000) }])))
      assert.strictEqual(found.join(" ").match(/\d/g)?.join("").includes("0123456789".repeat(300)), true)
      assert.isAtLeast(found.join("").match(/\d/g)?.length ?? 0, 20_000)
    })
  )

  it.effect("a heading does not stand alone at the foot of a page", () =>
    Effect.gen(function* () {
      for (let before = 30; before < 60; before += 3) {
        const blocks: ReadonlyArray<Block> = [
          ...Array.from({ length: before }, (_, index) => ({ paragraph: `Paragraph ${index}` })),
          { heading: "The heading" },
          { paragraph: "What follows it" }
        ]
        const found = yield* pages(yield* print(document(blocks)))
        assert.deepStrictEqual(
          found.map((page) => page.includes("The heading")),
          found.map((page) => page.includes("What follows it"))
        )
      }
    })
  )

  const text = Schema.String.check(Schema.isMaxLength(60))
  const blocks = Schema.Array(
    Schema.Union([
      Schema.Struct({ heading: text }),
      Schema.Struct({ paragraph: text }),
      Schema.Struct({ fields: Schema.Array(Schema.Struct({ label: text, value: text })) }),
      Schema.Struct({
        table: Schema.Struct({
          columns: Schema.NonEmptyArray(Schema.Struct({ label: text })),
          rows: Schema.Array(Schema.Array(text))
        })
      })
    ])
  )

  const isPdf = (bytes: Uint8Array) => assert.strictEqual(Buffer.from(bytes.slice(0, 5)).toString(), "%PDF-")

  it.effect.prop(
    "any content gives a PDF",
    [text, blocks],
    ([title, given]) =>
      Effect.gen(function* () {
        isPdf(yield* (yield* Printer).print(dispatch.id, document(given, title)))
      }),
    { arbitrary: { runs: 50 } }
  )

  it.effect.each([
    "\u0000\u001b[31m",
    "\ud800",
    "مرحبا",
    "漢字",
    "👩‍👩‍👧‍👦",
    "\u202eabc",
    "{{x}}",
    "<b>x</b>",
    "a\u0301".repeat(50),
    ""
  ])("the text %j gives a PDF wherever it stands", (strange) =>
    Effect.gen(function* () {
      const given: ReadonlyArray<Block> = [
        { heading: strange },
        { paragraph: strange },
        { fields: [{ label: strange, value: strange }] },
        { table: { columns: [{ label: strange }], rows: [[strange], []] } },
        { table: { columns: [{ label: strange }], rows: [] } },
        { fields: [] }
      ]
      isPdf(yield* (yield* Printer).print(dispatch.id, document(given, strange)))
    })
  )

  it.effect("a document that is too long, or takes too long, is refused; the next one is printed", () =>
    Effect.gen(function* () {
      const printer = yield* Printer
      for (const paragraph of [
        "x".repeat(200_000),
        "a\n".repeat(10_000),
        "a\r\n".repeat(5_000),
        "a\u2028".repeat(10_000)
      ]) {
        const long = yield* Effect.flip(printer.print(dispatch.id, document([{ paragraph }])))
        assert.strictEqual(long.verdict, "dead")
        assert.strictEqual(
          long.reason,
          "The document cannot be laid out: it is longer than 200,000 characters, where a line break counts as 20."
        )
      }
      const heavy = document([{ paragraph: "lorem ipsum ".repeat(16_000) }])
      const slow = yield* Effect.forkChild(Effect.flip(printer.print(dispatch.id, heavy)))
      yield* Effect.yieldNow
      yield* TestClock.adjust("25 seconds")
      assert.strictEqual(
        (yield* Fiber.join(slow)).reason,
        "The document cannot be laid out: it takes more than 25 seconds."
      )
      const interrupted = yield* Effect.forkChild(printer.print(dispatch.id, heavy))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(interrupted)
      const bytes = yield* printer.print(dispatch.id, document([{ paragraph: "short" }]))
      assert.include((yield* pages(bytes))[0], "short")
    })
  )

  it.effect("documents are printed one after another, and each caller gets its own", () =>
    Effect.gen(function* () {
      const printer = yield* Printer
      const printed = yield* Effect.all(
        Array.from({ length: 6 }, (_, index) =>
          printer.print(dispatch.id, document([{ paragraph: `number ${index}` }]))
        ),
        { concurrency: "unbounded" }
      )
      for (const [index, bytes] of printed.entries()) assert.include((yield* pages(bytes))[0], `number ${index}`)
    })
  )

  it.effect("a document is put into the organisation's folder, once per firing, and only the owner can read it", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const send = (content: DocumentContent) =>
        Effect.flatMap(Documents, (documents) => documents.send(dispatch, content)).pipe(
          Effect.provide(Documents.layer.pipe(Layer.provide(DocumentFolder.layer(folder))))
        )
      const receipt = yield* send({ ...document([]), fileName: "../../Quote: Żółć\u0000.pdf" })
      const place = `${folder}/${dispatch.organisationId}/${dispatch.id}/Quote- Żółć-.pdf`
      assert.deepStrictEqual(receipt, { status: null, excerpt: place })
      yield* send({ ...document([]), fileName: "../../Quote: Żółć\u0000.pdf" })
      assert.deepStrictEqual(yield* files.readDirectory(`${folder}/${dispatch.organisationId}/${dispatch.id}`), [
        "Quote- Żółć-.pdf"
      ])
      assert.strictEqual((yield* files.stat(place)).mode & 0o777, 0o600)
    })
  )

  it.effect("a document that cannot be stored is retried", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const file = yield* files.makeTempFileScoped()
      const failure = yield* Effect.flip(
        Effect.flatMap(Documents, (documents) => documents.send(dispatch, document([]))).pipe(
          Effect.provide(Documents.layer.pipe(Layer.provide(DocumentFolder.layer(file))))
        )
      )
      assert.strictEqual(failure.verdict, "retry")
    })
  )

  it.prop("a document's file name is valid on any file system", [Schema.String], ([given]) => {
    for (const name of [fileName(given), fileName(`${given}.PDF`), fileName("漢".repeat(300) + given)]) {
      assert.match(name, /^[\p{L}\p{M}\p{N}_()][\p{L}\p{M}\p{N} ._()-]*\.pdf$/u)
      assert.isAtMost(Buffer.byteLength(name), 204)
      assert.notMatch(name, /[ .]\.pdf$/)
    }
  })
})
