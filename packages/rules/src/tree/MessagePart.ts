/** What a message is made of: texts, and the values that it shows between them. */
import type { ChoicesTree, TextTree } from "./Tree.ts"

/** A text, or a value that is shown. */
export type MessagePart = string | TextTree | ShownChoice

/** Whether what a message shows is a number or a date, which each language writes in its own way. */
export const isWritten = (part: Exclude<MessagePart, string>): boolean =>
  part.kind === "text" && (part.node === "textOfNumber" || (part.node === "textOf" && part.of.kind !== "boolean"))

/** A choice shown by its options' labels. */
export interface ShownChoice {
  readonly kind: "labels"
  readonly of: TextTree | ChoicesTree
  readonly labels: ReadonlyMap<string, string>
}
