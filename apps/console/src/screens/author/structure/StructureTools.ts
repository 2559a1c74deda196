/** What the structure editor works with: the document, and what the engine knows about it. */
import type { Fault } from "@formwork/rules/Fault"
import type { Reference } from "@formwork/rules/references"
import type { ReactNode } from "react"
import type { DraftStore } from "../document/DraftStore.ts"

/** An expression or a template of the draft, as one control. */
interface ExpressionProps {
  /** Of the member: `/fields/3/formula`. */
  readonly pointer: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  /** A text with expressions in braces, and not one expression. */
  readonly isTemplate: boolean
}

export interface StructureTools {
  readonly store: DraftStore
  /** Of the newest text that was checked. */
  readonly faults: ReadonlyArray<Fault>
  /** The places that read a field; none where the engine does not answer. */
  readonly references: (pointer: string) => Promise<ReadonlyArray<Reference>>
  /** Renames a field and whatever reads it, as one change. @returns why it cannot be, in a sentence. */
  readonly rename: (pointer: string, slug: string) => Promise<string | undefined>
  readonly expression: (props: ExpressionProps) => ReactNode
  /** Shows the selected part in the inspector, with the focus: on the name of a new part, which is its first control. */
  readonly openPart: (isNew: boolean) => void
  /** Shows a place in the source. */
  readonly reveal: (pointer: string) => void
}
