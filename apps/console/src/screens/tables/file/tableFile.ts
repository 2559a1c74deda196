/** A table as a person gives it: pasted, or in a file. */
import type { TableRequest } from "@formwork/client/contract"

export interface TableFile {
  readonly text: string
  /** Of a file that was chosen, and of a text that is too long to be edited here. */
  readonly name?: string
}

/** A body of the API has at most as many bytes. */
const MOST_BYTES = 10 * 1024 * 1024

/** More characters make a field for text slow. */
export const MOST_TYPED = 200_000

/** NDJSON begins with its columns in braces; no column of comma-separated values is called so. */
export const formatOf = (text: string): "csv" | "ndjson" => (/^\s*\{/u.test(text) ? "ndjson" : "csv")

export const requestOf = ({ text }: TableFile): TableRequest =>
  formatOf(text) === "csv" ? { csv: text } : { ndjson: text }

type Taken = { readonly file: TableFile } | { readonly problem: "tooLarge" | "notUtf8" }

/** A file of another encoding would lose letters without a word. */
export const take = async (chosen: File): Promise<Taken> => {
  if (chosen.size > MOST_BYTES) return { problem: "tooLarge" }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await chosen.arrayBuffer())
    return { file: { text, name: chosen.name } }
  } catch {
    return { problem: "notUtf8" }
  }
}

/** A table's name made of a file's: `areas_2027` of `Areas 2027.csv`; empty where nothing is left of it. */
export const nameOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/u, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "_")
    .replace(/^[^a-z]+/u, "")
    .replace(/_+$/u, "")
    .slice(0, 63)
