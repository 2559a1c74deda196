/** Values that are held as a whole number and written as a text: of a date its days, of a time its seconds. They have an order. */
import { formatDate, formatTime, parseDate, parseTime } from "./civil.ts"

export interface Counted {
  /** What a text counts; null where it says nothing of this kind. */
  readonly parse: (text: string) => number | null
  readonly format: (count: number) => string
}

/** Each kind that is counted. Expressions and both back ends treat them alike. */
export const counted = {
  date: { parse: parseDate, format: formatDate },
  time: { parse: parseTime, format: formatTime }
} satisfies { readonly [kind: string]: Counted }

export type CountedKind = keyof typeof counted

export const isCountedKind = (kind: string): kind is CountedKind => Object.hasOwn(counted, kind)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the record above
export const countedKinds = Object.keys(counted) as ReadonlyArray<CountedKind>

/** Something for each kind. */
export const forEachCounted = <A>(make: (own: Counted, kind: CountedKind) => A): { readonly [K in CountedKind]: A } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each kind
  Object.fromEntries(countedKinds.map((kind) => [kind, make(counted[kind], kind)])) as {
    readonly [K in CountedKind]: A
  }
