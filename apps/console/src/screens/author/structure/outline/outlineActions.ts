/** What can be done with a part of a form, from its menu, by its keys or by a drop. */
import type { Node } from "../../document/parseText.ts"
import type { DraftStore } from "../../document/DraftStore.ts"
import type { StructureEdit } from "../../document/StructureEdit.ts"
import { type Direction, dropOf, type Place, stepOf } from "./moves.ts"
import { addedAfter, appended, copied, newField, type NewTexts } from "./newEntries.ts"
import { type GroupKind, newGroup } from "./newGroup.ts"
import type { OutlineItem } from "./OutlineItem.ts"
import type { RowActions } from "./RowActions.ts"

/** Sections that have entries. */
const lists: ReadonlySet<string> = new Set(["fields", "checks", "outcomes", "effects"])

export const isSection = ({ kind }: OutlineItem): boolean => kind === "form" || kind === "workflow" || lists.has(kind)

export const isListSection = ({ kind }: OutlineItem): boolean => lists.has(kind)

/** Runs a change and keeps the focus on the row, if the change is made. */
export type KeepFocus = (change: () => boolean) => void

export class OutlineActions {
  readonly #store: DraftStore
  readonly #texts: NewTexts

  constructor(store: DraftStore, texts: NewTexts) {
    this.#store = store
    this.#texts = texts
  }

  /** Adds an entry: to a section at its end, after an entry otherwise. */
  readonly add = (item: OutlineItem): boolean => {
    if (isListSection(item)) return this.append(item.pointer)
    return this.#edit((tree) => addedAfter(tree, item.pointer, this.#texts))
  }

  readonly append = (list: string): boolean => this.#edit((tree) => appended(tree, list, this.#texts))

  /** Adds a field of a type after the selected one. */
  readonly addField = (type: string): boolean =>
    this.#edit((tree) => newField(tree, this.#store.getSnapshot().selected, type))

  /** Adds the fields of a group that is ready made. */
  readonly addGroup = (kind: GroupKind): boolean => this.#edit((tree) => newGroup(tree, kind, this.#texts))

  readonly duplicate = ({ pointer }: OutlineItem): boolean => this.#edit((tree) => copied(tree, pointer))

  readonly remove = ({ pointer }: OutlineItem): boolean => this.#edit(() => ({ edit: "remove", pointer }))

  readonly step = ({ pointer }: OutlineItem, direction: Direction): boolean =>
    this.#edit((tree) => stepOf(tree, pointer, direction))

  readonly canStep = ({ pointer }: OutlineItem, direction: Direction): boolean => {
    const { good } = this.#store.getSnapshot()
    return good !== undefined && stepOf(good.tree, pointer, direction) !== undefined
  }

  readonly moveTo = ({ pointer }: OutlineItem, { index, list }: Place): boolean =>
    this.#edit(() => ({ edit: "move", pointer, list, index }))

  readonly drop = (item: OutlineItem, target: OutlineItem, position: "after" | "before" | "on"): boolean =>
    this.#edit((tree) => dropOf(tree, item.pointer, target.pointer, position))

  /** What rows and their keys do: the focus stays on the part that was changed. */
  ofRows(
    keepFocus: KeepFocus,
    remove: (item: OutlineItem) => void,
    startMove: (item: OutlineItem) => void
  ): RowActions {
    const kept =
      <A extends ReadonlyArray<unknown>>(run: (...given: A) => boolean) =>
      (...given: A): void =>
        keepFocus(() => run(...given))
    return {
      add: kept(this.add),
      append: kept(this.append),
      addGroup: kept(this.addGroup),
      duplicate: kept(this.duplicate),
      step: kept(this.step),
      canStep: this.canStep,
      remove,
      startMove
    }
  }

  #edit(make: (tree: Node) => StructureEdit | ReadonlyArray<StructureEdit> | undefined): boolean {
    const { good } = this.#store.getSnapshot()
    const edit = good === undefined ? undefined : make(good.tree)
    return edit !== undefined && this.#store.edit(edit)
  }
}
