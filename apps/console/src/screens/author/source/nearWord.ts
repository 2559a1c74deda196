/** The word that a fault proposes in place of a wrong one. */
import type { Fault } from "@formwork/rules/Fault"
import { nodeAt } from "../document/nodes.ts"
import type { Node } from "../document/parseText.ts"
import { placeOf } from "../document/placeOf.ts"
import type { TextChange } from "../document/TextChange.ts"

export interface NearWord {
  readonly word: string
  /** What puts it in. */
  readonly change: TextChange
}

/** Of a member whose own name is wrong: “A field has nothing called `lable`.” Else its value is. */
const NOTHING_CALLED = /\bnothing (?:is )?called `/i
const DID_YOU_MEAN = /Did you mean `([^`]+)`\?/

/** The word; undefined where the fault proposes nothing. */
export const proposedIn = ({ message }: Fault): string | undefined => DID_YOU_MEAN.exec(message)?.[1]

/** A text's characters within JSON's quotes. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/**
 * @param text the source that `tree` was read from.
 * @returns undefined for a fault that proposes nothing.
 */
export const nearWordOf = (text: string, tree: Node, fault: Fault): NearWord | undefined => {
  const word = proposedIn(fault)
  const node = nodeAt(tree, fault.pointer)
  if (word === undefined || node === undefined) return undefined
  if (fault.range !== undefined) return { word, change: { ...placeOf(text, tree, fault), insert: escaped(word) } }
  const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined
  const isKey = key !== undefined && NOTHING_CALLED.test(fault.message)
  const wrong = isKey ? key : node.type === "string" ? node : undefined
  if (wrong === undefined) return undefined
  return { word, change: { from: wrong.offset, to: wrong.offset + wrong.length, insert: JSON.stringify(word) } }
}
