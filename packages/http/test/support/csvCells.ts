/** Reads CSV. */
import { assert } from "@effect/vitest"

/** The cells of a CSV file, by RFC 4180 alone. */
export const cells = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  assert.isTrue(text.endsWith("\r\n"))
  const rows: Array<Array<string>> = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "")
    if (found[3] === "\r\n") rows.push([])
    if (cell.lastIndex === text.length) return rows.slice(0, -1)
  }
  return assert.fail(`not CSV at ${cell.lastIndex}`)
}
