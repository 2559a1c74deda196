/** Every sentence of the console in one language. Another language has the same shape, or it does not compile. */
import type { en } from "./en/en.ts"

/** The same members, with any texts. */
type Translated<A> = {
  readonly [K in keyof A]: A[K] extends string
    ? string
    : A[K] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Translated<A[K]>
}

export type Messages = Translated<typeof en>
