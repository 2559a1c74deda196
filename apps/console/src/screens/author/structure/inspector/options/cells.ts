/** Cells of a spreadsheet, as they come from the clipboard: tabs between them, a line a row, quotes around what has either. */
export const cellsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = [[]]
  let at = 0
  while (at < text.length) {
    const cell = /"(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*/y
    cell.lastIndex = at
    const [found = ""] = cell.exec(text) ?? []
    const isQuoted = found.length > 1 && found.startsWith('"') && found.endsWith('"')
    rows.at(-1)?.push((isQuoted ? found.slice(1, -1).replaceAll('""', '"') : found).trim())
    at += found.length
    const [end = ""] = /^(?:\t|\r\n|\r|\n)/.exec(text.slice(at, at + 2)) ?? []
    at += end.length
    if (end !== "" && end !== "\t" && at < text.length) rows.push([])
    else if (end === "\t" && at === text.length) rows.at(-1)?.push("")
  }
  return rows.filter((row) => row.some((one) => one !== ""))
}
