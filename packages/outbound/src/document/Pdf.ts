/** A document as a PDF: A4, Roboto (Latin, Greek, Cyrillic), the same bytes for the same content and firing. */
import { createRequire } from "node:module"
import pdfmake from "pdfmake"
import type { Content, CustomTableLayout, TDocumentDefinitions } from "pdfmake/interfaces.js"
import type { Block, DocumentContent } from "@formwork/domain/filing/Content"
import { dueAtMillis, type FiringId } from "@formwork/domain/filing/Firing"

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
// A document is only text: pdfmake may fetch nothing, and read no file but the fonts.
pdfmake.setUrlAccessPolicy(() => false)
const fontFiles = new Set(Object.values(roboto))
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path))

/** The file's bytes. They depend on nothing but `document` and `id`. About 10 ms of work for 1,000 characters. */
export const render = (id: FiringId, document: DocumentContent): Promise<Uint8Array> =>
  pdfmake.createPdf(definition(id, document)).getBuffer()

const definition = (id: FiringId, { blocks, language, title }: DocumentContent): TDocumentDefinitions => ({
  ...(language === undefined ? {} : { language }),
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

/** Between the thousands of a French number. Roboto has the wide one alone. */
const NARROW_SPACE = "\u202f"
const WIDE_SPACE = "\u00a0"

/**
 * Text that can be typeset. Line breaks stay, tabs become spaces, other control characters are dropped. A word longer than a line
 * gets places to break (U+200B): pdfmake would find its own, in time that grows with the square of the word's length.
 */
const printable = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]/gu, "")
    .replaceAll("\t", "    ")
    .replaceAll(NARROW_SPACE, WIDE_SPACE)
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

const labelShare = 0.34

const fields = (entries: ReadonlyArray<{ readonly label: string; readonly value: string }>): Content =>
  entries.length === 0
    ? []
    : {
        table: {
          widths: [`${100 * labelShare}%`, "*"],
          dontBreakRows: entries.every(
            ({ label, value }) => low(label, labelShare * textWidth, 10) && low(value, textWidth / 2, 10)
          ),
          body: entries.map(({ label, value }) => [
            { text: printable(label), color: quiet },
            { text: printable(value) }
          ])
        },
        layout: hairlines,
        margin: [0, 0, 0, 12]
      }

/**
 * Whether a cell is certainly lower than a page. INVARIANT: a row that is kept on one page has only such cells, because pdfmake
 * drops what does not fit. The estimate takes a character to be as wide as it is high, mostly twice its real width.
 */
const low = (text: string, width: number, fontSize: number): boolean => {
  const lines = text.split("\n").reduce((sum, one) => sum + Math.max(1, Math.ceil((one.length * fontSize) / width)), 0)
  return lines * fontSize * 1.25 < 500
}

type Table = Extract<Block, { readonly table: unknown }>["table"]

const widestTable = 12

/** Every column gets an even share of a part of the width, so all are visible; the rest follows their longest texts, within bounds. */
const widths = ({ columns, rows }: Table): ReadonlyArray<number> => {
  const longest = columns.map(({ label }, index) =>
    rows.reduce((most, row) => Math.max(most, Math.min(row[index]?.length ?? 0, 60)), Math.min(label.length, 60))
  )
  const sum = longest.reduce((whole, length) => whole + length, 0) || 1
  const room = textWidth - 2 * cellPadding * (columns.length - 1)
  const even = columns.length > 6 ? 0.5 : 0.25
  return longest.map((length) => room * (even / columns.length + ((1 - even) * length) / sum))
}

const ruled: CustomTableLayout = {
  ...hairlines,
  hLineWidth: (index, { table: { body } }) => (index === 0 || index === body.length ? 0 : index === 1 ? 1 : 0.5)
}

/** A table with too many columns for a page is printed as a list of records. */
const table = (given: Table): Content => {
  const { columns, rows } = given
  if (columns.length > widestTable) {
    return rows.map((row) => fields(columns.map(({ label }, index) => ({ label, value: row[index] ?? "" }))))
  }
  const fontSize = columns.length > 8 ? 7 : 9
  const room = widths(given)
  const whole = rows.every((row) => room.every((width, index) => low(row[index] ?? "", width, fontSize)))
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: whole ? 1 : 0,
      dontBreakRows: whole,
      widths: [...room],
      body: [
        columns.map(({ align = "left", label }) => ({
          text: shortened(printable(label)),
          bold: true,
          alignment: align
        })),
        ...rows.map((row) =>
          columns.map(({ align = "left" }, index) => ({ text: printable(row[index] ?? ""), alignment: align }))
        )
      ]
    },
    fontSize,
    layout: ruled,
    margin: [0, 2, 0, 12]
  }
}
