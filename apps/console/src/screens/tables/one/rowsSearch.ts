/** What the address says about which rows of a table are shown. */
import type { Edition } from "../../../api/tables.ts"

interface RowsSearch {
  /** Left out: the draft. */
  readonly edition?: number
}

const versionOf = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

export const rowsSearch = ({ edition }: Readonly<Record<string, unknown>>): RowsSearch => {
  const version = versionOf(edition)
  return version === undefined ? {} : { edition: version }
}

export interface CompareSearch {
  readonly before?: number
  /** Left out: the draft. */
  readonly after?: number
}

export const compareSearch = ({ after, before }: Readonly<Record<string, unknown>>): CompareSearch => {
  const [from, to] = [versionOf(before), versionOf(after)]
  return { ...(from === undefined ? {} : { before: from }), ...(to === undefined ? {} : { after: to }) }
}

export const editionOf = (version: number | undefined): Edition => version ?? "draft"
