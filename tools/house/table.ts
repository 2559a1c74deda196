/** The rows as text for a terminal. */
import type { Row } from "./Finding.ts"

/** How many notes a line of the table shows; `--json` has all. */
const NOTES = 3

const noted = ({ notes = [] }: Row): string => {
  const more = notes.length > NOTES ? `; and ${notes.length - NOTES} more` : ""
  return `${notes.slice(0, NOTES).join("; ")}${more}`
}

const cells = (row: Row): ReadonlyArray<string> => [
  row.name,
  row.value.toLocaleString("en"),
  row.findings === undefined ? "" : "0",
  noted(row)
]

const table = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const lines = [["what", "value", "must be", "which"], ...rows.map(cells)]
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const padded = lines.map((line) => {
    const [what = "", value = "", bar = "", which = ""] = line
    return `| ${what.padEnd(widths[0] ?? 0)} | ${value.padStart(widths[1] ?? 0)} | ${bar.padStart(widths[2] ?? 0)} | ${which} |`
  })
  const rule = `|${[...widths.map((width) => "-".repeat(width + 2)), "---"].join("|")}|`
  return [padded[0] ?? "", rule, ...padded.slice(1)]
}

/** Every finding under its row's name, then the table. */
export const report = (rows: ReadonlyArray<Row>): string => {
  const found = rows.flatMap(({ findings = [], name }) =>
    findings.length === 0
      ? []
      : [`${name}:`, ...findings.map(({ file, line, message }) => `  ${file}:${line}: ${message}`), ""]
  )
  return [...found, ...table(rows), ""].join("\n")
}

/** The four numbers that have to be 0. Knots count everything that is wrong with the order of folders and files. */
export const verdict = (rows: ReadonlyArray<Row>): string => {
  const of = (...names: ReadonlyArray<string>): number =>
    rows.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value, 0)
  const knots = of("knots of folders", "circles of files", "upward imports", "folders and floors that do not match")
  return (
    `${knots} knots, ${of("dangling citations")} dangling citations, ${of("loose files")} loose files, ` +
    `${of("unused exports")} unused exports`
  )
}
