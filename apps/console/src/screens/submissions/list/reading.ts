/** Reading a list on, page by page, and what is known of it so far. */
import type { SubmissionPage } from "@formwork/client/contract"

/** Rows that are kept. More would be read by no person; a filter or an export takes them. */
export const MOST_ROWS = 10_000

/** Submissions that one request looks at, at most, where no index decides. */
const A_REQUEST = 5_000

export interface Read {
  readonly rows: SubmissionPage["items"]
  /** Whether the list has no more than these. */
  readonly isWhole: boolean
  /** Whether as many are kept as there may be. */
  readonly isFull: boolean
  /** How many submissions were looked at, at most. */
  readonly lookedAt: number
  /** Whether the last page had none, and the list goes on. */
  readonly isFruitless: boolean
}

export const readOf = (pages: ReadonlyArray<SubmissionPage>): Read => {
  const rows = pages.flatMap(({ items }) => items)
  const last = pages.at(-1)
  const isWhole = last !== undefined && last.next === null
  return {
    rows: rows.slice(0, MOST_ROWS),
    isWhole: isWhole && rows.length <= MOST_ROWS,
    isFull: rows.length > MOST_ROWS || (rows.length === MOST_ROWS && !isWhole),
    lookedAt: pages.length * A_REQUEST,
    isFruitless: last !== undefined && last.items.length === 0 && !isWhole
  }
}
