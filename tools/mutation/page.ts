/** docs/mutation.md: the page with a row and a reason for each mutant that survives. */
import { readFileSync } from "node:fs"
import type { Mutant } from "./stryker.ts"

const page = new URL("../../docs/mutation.md", import.meta.url)

/** How many rows the table has for each mutant, without its line: code moves. */
export const explained = (): Map<string, number> => {
  const rows = readFileSync(page, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| packages/"))
    .map((line) => line.split(/(?<!\\)\|/u).map((text) => text.trim()))
  const unreasoned = rows.find(([, , , , why = ""]) => why === "")
  if (unreasoned !== undefined) throw new Error(`docs/mutation.md gives no reason for ${unreasoned.join(" | ")}`)
  const counts = new Map<string, number>()
  for (const [, place = "", original = "", replacement = ""] of rows) {
    const one = identity(place, original, replacement)
    counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  return counts
}

const identity = (place: string, original: string, replacement: string) =>
  [place.replace(/:\d+$/u, ""), original, replacement].join(" | ")

const longest = 80

/** Code as a table cell: one short line, with escaped pipes. */
const cell = (code: string): string => {
  const line = code.replaceAll(/\s+/gu, " ").trim()
  const short = line.length > longest ? `${line.slice(0, longest - 1)}…` : line
  const fence = short.includes("`") ? "``" : "`"
  return `${fence}${short.startsWith("`") || short.endsWith("`") ? ` ${short} ` : short}${fence}`.replaceAll("|", "\\|")
}

/** Whether the page has a reason for this mutant. A row counts for one mutant, so it is taken from `left`. */
export const isExplained = (left: Map<string, number>, { file, original, replacement }: Mutant): boolean => {
  const one = identity(file, cell(original), cell(replacement))
  const rows = left.get(one) ?? 0
  left.set(one, rows - 1)
  return rows > 0
}

/** A row for the page, whose reason is still to be written. */
export const row = ({ file, line, original, replacement }: Mutant): string =>
  `| ${file}:${line} | ${cell(original)} | ${cell(replacement)} | |`
