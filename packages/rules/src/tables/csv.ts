/** Comma-separated values (RFC 4180) as records, in slices. A spreadsheet's semicolons and tabs are read, too. */
import type { Slices } from "../values/Slices.ts"

export interface CsvRecord {
  /** Of its first line, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** Characters between two pauses: a millisecond's work. */
const AT_ONCE = 100_000

/** What separates cells: comma, semicolon or tab, whichever the first line with cells has most of outside of quotes. */
const separatorOf = (text: string): string => {
  const [first = ""] = text
    .replace(/^[\r\n]+/u, "")
    .replaceAll(/"[^"]*"/gu, "")
    .split(/[\r\n]/u, 1)
  const count = (separator: string): number => first.split(separator).length
  return [";", "\t"].reduce((best, other) => (count(other) > count(best) ? other : best), ",")
}

/** The end of a quoted cell that begins at `from`: the place of its closing quote; -1 where it has none. */
const closing = (text: string, from: number): number => {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0 || text[at + 1] !== '"') return at
  }
}

const lineFeeds = (text: string): number => text.split("\n").length - 1

/**
 * Each record, the first one with the names of the columns; lines with nothing in them are passed over. Gives the line of a quote that is never
 * closed, or of one that more text follows.
 * @param csv without a byte order mark; lines end with a line feed, perhaps after a carriage return.
 */
export function* recordsOf(
  csv: string
): Slices<{ readonly records: ReadonlyArray<CsvRecord>; readonly broken?: number }> {
  const separator = separatorOf(csv.slice(0, 10_000))
  const records: Array<CsvRecord> = []
  let pause = AT_ONCE
  let cells: Array<string> = []
  let [at, line, first] = [0, 1, 1]
  let hasQuotes = false
  const end = () => {
    if (cells.length > 1 || cells[0] !== "" || hasQuotes) records.push({ line: first, cells })
    cells = []
    hasQuotes = false
    first = line
  }
  while (at < csv.length) {
    if (at > pause) {
      pause = at + AT_ONCE
      yield
    }
    if (csv[at] === '"') {
      const close = closing(csv, at)
      if (close < 0) return { records, broken: line }
      const cell = csv.slice(at + 1, close).replaceAll('""', '"')
      line += lineFeeds(cell)
      cells.push(cell)
      hasQuotes = true
      at = close + 1
    } else {
      const from = at
      while (at < csv.length && csv[at] !== separator && csv[at] !== "\n") at += 1
      const to = csv[at] === separator || csv[at - 1] !== "\r" ? at : at - 1
      cells.push(csv.slice(from, Math.max(from, to)))
    }
    if (csv[at] === "\r" && csv[at + 1] === "\n") at += 1
    if (at < csv.length && csv[at] !== separator && csv[at] !== "\n") return { records, broken: line }
    if (csv[at] === separator && at + 1 === csv.length) cells.push("")
    if (csv[at] === "\n") {
      line += 1
      end()
    }
    at += 1
  }
  if (cells.length > 0) end()
  return { records }
}

const special = /[",;\t\r\n]/u

/** A record as a line of comma-separated values. A record of one empty cell is written as quotes: an empty line is none. */
export const csvLine = (cells: ReadonlyArray<string>): string =>
  cells.length === 1 && cells[0] === ""
    ? '""\n'
    : `${cells.map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`
