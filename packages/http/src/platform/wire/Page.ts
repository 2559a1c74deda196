/** Lists that come in pages: a cursor and a limit in the query, and the cursor of the next page in the answer. */
import { Schema } from "effect"
import * as Query from "../../endpoint/Query.ts"

const usual = 50

/**
 * The two parameters of a list that comes in pages. A limit out of range is refused.
 * @param largest the most items that a page may have.
 * @param cursor the schema of this list's cursor.
 */
export const parameters = <Cursor extends Schema.Codec<unknown, string>>(
  largest: number,
  cursor: Cursor,
  ofCursor = "`next` of the page before."
) => ({
  cursor: Query.optional(ofCursor, cursor),
  limit: Query.optional(`Items a page, from 1 to ${largest}; ${usual} if left out.`, countUpTo(largest))
})

/** The words for what is expected: a whole number from 1 to `most`. */
export const wholeNumber = (most: number): string => `a whole number from 1 to ${most}`

/** A whole number from 1 to `most`, as text in a query. */
export const countUpTo = (most: number) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => /^[1-9]\d{0,8}$/u.test(text) && Number(text) <= most, {
      expected: wholeNumber(most)
    })
  )

/** How many items a page has. */
export const limitOf = (limit: string | undefined): number => (limit === undefined ? usual : Number(limit))

/** @param cursor of the item that the next page comes after; null where this is the last page. */
export const page = <S extends Schema.Top, C extends Schema.Top>(item: S, cursor: C) =>
  Schema.Struct({
    items: Schema.Array(item),
    next: Schema.NullOr(cursor).annotate({ description: "The cursor of the next page; null where this is the last." })
  })

/** The first `limit` of the items found; one item more means that there is a next page. */
export const cut = <A, C>(found: ReadonlyArray<A>, limit: number, cursorOf: (item: A) => C) => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? cursorOf(last) : null }
}
