/** What `toPortable` writes and `runPortable` reads, before it is JSON. */
import type { CheckedForm } from "../../tree/CheckedForm.ts"
import type { RunnableForm } from "../closures/closuresOf.ts"
import type { TableDefinition } from "../../TableDefinition.ts"
import type { Program } from "../../patterns/program.ts"

/** Raised with each change of the checked trees. Both ends of one text have to be of one format. */
export const FORMAT = 8

export interface PortablePattern {
  readonly source: string
  /** Code units of the longest text that it can match; null without a bound. */
  readonly longest: number | null
  readonly program: {
    readonly [Member in keyof Program]: Program[Member] extends number ? number : ReadonlyArray<number>
  }
}

export interface PortableForm {
  readonly format: number
  readonly title: string
  readonly timeZone: string
  /** A page runs patterns by their programs, without what reads them. */
  readonly patterns: ReadonlyArray<PortablePattern>
  readonly tables: ReadonlyArray<TableDefinition>
  /** The fields have what of their visibility is their own: that of their sections stands once. */
  readonly form: RunnableForm & Pick<CheckedForm, "sections">
}
