/** What the menu and the keys of a row do. */
import type { Direction } from "./moves.ts"
import type { GroupKind } from "./newGroup.ts"
import type { OutlineItem } from "./OutlineItem.ts"

export interface RowActions {
  readonly add: (item: OutlineItem) => void
  readonly append: (list: string) => void
  readonly addGroup: (kind: GroupKind) => void
  readonly duplicate: (item: OutlineItem) => void
  readonly remove: (item: OutlineItem) => void
  readonly step: (item: OutlineItem, direction: Direction) => void
  readonly canStep: (item: OutlineItem, direction: Direction) => boolean
  readonly startMove: (item: OutlineItem) => void
}
