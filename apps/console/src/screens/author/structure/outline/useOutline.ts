/** The outline of the draft, in which rows that did not change are the same objects as before. */
import type { Fault } from "@formwork/rules/Fault"
import { useRef } from "react"
import type { Node } from "../../document/parseText.ts"
import type { OutlineItem } from "./OutlineItem.ts"
import { outlineOf } from "./outlineOf.ts"

interface Made {
  readonly tree: Node | undefined
  readonly faults: ReadonlyArray<Fault>
  readonly items: ReadonlyArray<OutlineItem>
}

/** @param tree of the draft. Made again only if it or the faults are others. */
export const useOutline = (tree: Node | undefined, faults: ReadonlyArray<Fault>): ReadonlyArray<OutlineItem> => {
  const made = useRef<Made>({ tree: undefined, faults: [], items: [] })
  if (tree !== undefined && (made.current.tree !== tree || made.current.faults !== faults))
    made.current = { tree, faults, items: outlineOf(tree, faults, made.current.items) }
  return made.current.items
}
