/** A document as a PDF: A4, Roboto (Latin, Greek, Cyrillic), the same bytes for the same content and firing. */
import { createRequire } from "node:module"
import pdfmake from "pdfmake"
import type { Content, CustomTableLayout, TDocumentDefinitions } from "pdfmake/interfaces.js"
import type { Block, Document } from "@formwork/domain/effects/Content"
import { dueAtMillis, type FiringId } from "@formwork/domain/effects/Firing"

const ink = "#1c2430"
const quiet = "#5f6b7a"
const line = "#d9dee5"

/** In points, 72 to an inch. */
const margin = 62
const pageWidth = 595.28
const textWidth = pageWidth - 2 * margin
const cellPadding = 5

const require = createRequire(import.meta.url)
const font = (style: string): string => require.resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`)
const roboto = {
  normal: font("Regular"),
  bold: font("Medium"),
  italics: font("Italic"),
  bolditalics: font("MediumItalic")
}

pdfmake.setFonts({ Roboto: roboto })
// A document is text alone: nothing is fetched, and no file is read but the fonts.
pdfmake.setUrlAccessPolicy(() => false)
const fontFiles = new Set(Object.values(roboto))
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))

/** The file's bytes. They depend on nothing but `document` and `id`. About 10 ms of work for 1,000 characters. */
export const render = (id: FiringId, document: Document): Promise<Uint8Array> =>
  pdfmake.createPdf(definition(id, document)).getBuffer()

const definition = (id: FiringId, { blocks, title }: Document): TDocumentDefinitions => ({
  pageSize: "A4",
  pageMargins: [margin, 64, margin, 72],
  info: { title: printable(title), creator: "Formwork", producer: "Formwork", creationDate: new Date(dueAtMillis(id)) },
  defaultStyle: { font: "Roboto", fontSize: 10, lineHeight: 1.25, color: ink },
  content: [
    { text: printable(title), fontSize: 20, bold: true, lineHeight: 1.15, margin: [0, 0, 0, 6] },
    {
      canvas: [{ type: "line", x1: 0, y1: 0, x2: textWidth, y2: 0, lineWidth: 1, lineColor: line }],
      margin: [0, 0, 0, 14]
    },
    ...blocks.map(content)
  ],
  // A heading does not stand alone at the foot of a page.
  pageBreakBefore: ({ headlineLevel }, { getFollowingNodesOnPage }) =>
    headlineLevel === 1 && getFollowingNodesOnPage().length === 0,
  footer: (page, pages) => ({
    columns: [
      { text: shortened(printable(title)), width: "*" },
      { text: `${page} / ${pages}`, width: "auto" }
    ],
    columnGap: 24,
    fontSize: 8,
    color: quiet,
    margin: [margin, 28, margin, 0]
  })
})

/**
 * Text as it can be set. Line breaks stay, tabs become spaces, other control characters have no picture. A word longer than a line
 * gets places to break (U+200B): pdfmake finds them by itself, but in time that grows with the square of the word's length.
 */
const printable = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]/gu, "")
    .replaceAll("\t", "    ")
    .replace(/\S{40,}/gu, (word) => word.replace(/\S{10}(?=\S)/gu, "$&\u200B"))

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

const content = (block: Block): Content => {
  if ("heading" in block) {
    return { text: printable(block.heading), fontSize: 13, bold: true, headlineLevel: 1, margin: [0, 10, 0, 5] }
  }
  if ("paragraph" in block) return { text: printable(block.paragraph), margin: [0, 0, 0, 8] }
  return "fields" in block ? fields(block.fields) : table(block.table)
}

const hairlines: CustomTableLayout = {
  hLineWidth: (index, { table: { body } }) => (index === 0 || index === body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingLeft: (column) => (column === 0 ? 0 : cellPadding),
  paddingRight: (column, { table: { widths = [] } }) => (column === widths.length - 1 ? 0 : cellPadding),
  paddingTop: () => 4,
  paddingBottom: () => 3
}

const fields = (entries: ReadonlyArray<{ readonly label: string; readonly value: string }>): Content =>
  entries.length === 0
    ? []
    : {
        table: {
          widths: ["34%", "*"],
          dontBreakRows: entries.every(({ label, value }) => short(label) && short(value)),
          body: entries.map(({ label, value }) => [
            { text: printable(label), color: quiet },
            { text: printable(value) }
          ])
        },
        layout: hairlines,
        margin: [0, 0, 0, 12]
      }

/** Surely less than a page in any column: a row that is kept whole must fit on one. */
const short = (text: string): boolean => text.length <= 200

type Table = Extract<Block, { readonly table: unknown }>["table"]

/** A table has the whole width; each column a share of it after its longest text, within bounds. */
const widths = ({ columns, rows }: Table): ReadonlyArray<number> => {
  const wanted = columns.map(({ label }, index) =>
    rows.reduce(
      (most, row) => Math.max(most, Math.min(row[index]?.length ?? 0, 40)),
      Math.min(Math.max(label.length, 8), 40)
    )
  )
  const whole = wanted.reduce((sum, share) => sum + share, 0)
  const room = textWidth - 2 * cellPadding * (columns.length - 1)
  return wanted.map((share) => (share / whole) * room)
}

const table = (given: Table): Content => {
  const { columns, rows } = given
  const body = rows.map((row) =>
    columns.map(({ align = "left" }, index) => ({ text: printable(row[index] ?? ""), alignment: align }))
  )
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: rows.every((row) => row.every(short)),
      widths: [...widths(given)],
      body: [
        columns.map(({ align = "left", label }) => ({ text: printable(label), bold: true, alignment: align })),
        ...body
      ]
    },
    fontSize: columns.length > 8 ? 7 : 9,
    layout: {
      ...hairlines,
      hLineWidth: (index, { table: { body: all } }) => (index === 1 ? 1 : index === 0 || index === all.length ? 0 : 0.5)
    },
    margin: [0, 2, 0, 12]
  }
}
