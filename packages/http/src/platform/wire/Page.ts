/** Lists that come in pages: a cursor and a limit in the query, and where the next page begins in the answer. */
import { Schema } from "effect"

const usual = 50

/** A list's own limits: what its document says of its parameters, and how its `limit` is read. */
export const upTo = (largest: number) => ({
  /** What the document says of the two parameters. */
  parameters: {
    cursor: Schema.optionalKey(Schema.String.annotate({ description: "`next` of the page before." })),
    limit: Schema.optionalKey(
      Schema.String.annotate({ description: `Items a page, from 1 to ${largest}; ${usual} if left out.` })
    )
  },
  /** The parameter as it is read: a query whose limit is none is refused, and not taken for another. */
  Limit: countUpTo(largest)
})

/** What is expected of a whole number from 1 to `most`. */
export const wholeNumber = (most: number): string => `a whole number from 1 to ${most}`

/** A whole number from 1 to `most`, as a query has it. */
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

/** The first `limit` of the items that were found, one more of which says that there is a next page. */
export const cut = <A, C>(found: ReadonlyArray<A>, limit: number, cursorOf: (item: A) => C) => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? cursorOf(last) : null }
}
