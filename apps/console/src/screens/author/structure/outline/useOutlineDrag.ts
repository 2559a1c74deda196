/** Moving parts of a form by dragging their rows. */
import type { Key } from "react-aria-components/Tree"
import { useDragAndDrop } from "react-aria-components/useDragAndDrop"
import { isSection, type OutlineActions } from "./outlineActions.ts"
import type { OutlineItem } from "./OutlineItem.ts"

/** A part can be dragged within this tree only. */
const TYPE = "formwork-part"

export const useOutlineDrag = (byKey: ReadonlyMap<string, OutlineItem>, actions: OutlineActions) => {
  const itemOf = (key: Key | undefined): OutlineItem | undefined =>
    key === undefined ? undefined : byKey.get(String(key))
  return useDragAndDrop<OutlineItem>({
    getItems: (_, items) => items.filter((item) => !isSection(item)).map(({ name }) => ({ [TYPE]: name })),
    acceptedDragTypes: [TYPE],
    // Into a section an entry goes by its neighbours, and into a list by the list itself.
    shouldAcceptItemDrop: ({ key }) => itemOf(key)?.isList === true,
    onMove: ({ keys, target }) => {
      const [key] = keys
      const [item, place] = [itemOf(key), itemOf(target.key)]
      if (item !== undefined && place !== undefined) actions.drop(item, place, target.dropPosition)
    }
  }).dragAndDropHooks
}
