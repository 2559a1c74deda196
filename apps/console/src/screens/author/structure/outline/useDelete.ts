/** Deleting a part: at once if nothing reads it, and otherwise after its author has seen what does. */
import type { Reference } from "@formwork/rules/references"
import { useState } from "react"
import { isWithin } from "../../document/pointer.ts"
import type { StructureTools } from "../StructureTools.ts"
import { deletedWith } from "./newEntries.ts"
import type { KeepFocus, OutlineActions } from "./outlineActions.ts"
import type { OutlineItem } from "./OutlineItem.ts"

export interface Deletion {
  readonly ask: (item: OutlineItem) => void
  /** The part that waits for the author's answer, and the places outside of it that read it. */
  readonly asked: { readonly item: OutlineItem; readonly references: ReadonlyArray<Reference> } | undefined
  readonly confirm: () => void
  readonly cancel: () => void
}

export const useDelete = (tools: StructureTools, actions: OutlineActions, keepFocus: KeepFocus): Deletion => {
  const [asked, setAsked] = useState<Deletion["asked"]>()
  const remove = (item: OutlineItem): void => keepFocus(() => actions.remove(item))
  const ask = async (item: OutlineItem): Promise<void> => {
    const { good } = tools.store.getSnapshot()
    if (item.kind !== "field" || good === undefined) return remove(item)
    const found = await Promise.all(deletedWith(good.tree, item.pointer).map(tools.references))
    const references = found.flat().filter(({ pointer }) => !isWithin(pointer, item.pointer))
    if (references.length === 0) remove(item)
    else setAsked({ item, references })
  }
  return {
    ask: (item) => void ask(item),
    asked,
    confirm: () => {
      if (asked !== undefined) remove(asked.item)
      setAsked(undefined)
    },
    cancel: () => setAsked(undefined)
  }
}
