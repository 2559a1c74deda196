/** The form as a tree: its fields, rules, effects and workflow, moved by pointer and by keys alike. */
import { useMemo, useState } from "react"
import { type Key, Tree } from "react-aria-components/Tree"
import { ListLayout, Virtualizer } from "react-aria-components/Virtualizer"
import { useMessages } from "../../../../messages/useMessages.ts"
import { lazily } from "../../../../parts/lazily.tsx"
import type { Draft } from "../../document/Draft.ts"
import type { StructureTools } from "../StructureTools.ts"
import { useDraft } from "../useDraft.ts"
import { BrokenBar } from "./BrokenBar.tsx"
import styles from "./Outline.module.css"
import type { Place } from "./moves.ts"
import { OutlineActions } from "./outlineActions.ts"
import type { OutlineItem } from "./OutlineItem.ts"
import { OutlineFoot } from "./OutlineFoot.tsx"
import { OutlineRow } from "./OutlineRow.tsx"
import { itemAt } from "./outlineOf.ts"
import { type Deletion, useDelete } from "./useDelete.ts"
import { ROW_HEIGHT, useFocusedRow } from "./useFocusedRow.ts"
import { useOutline } from "./useOutline.ts"
import { useOutlineDrag } from "./useOutlineDrag.ts"
import { useOutlineKeys } from "./useOutlineKeys.ts"

const DeleteDialog = lazily(async () => (await import("./DeleteDialog.tsx")).DeleteDialog)
const MoveDialog = lazily(async () => (await import("./MoveDialog.tsx")).MoveDialog)

const layout = { rowHeight: ROW_HEIGHT }

/** Items that are not folded away. */
const shownItems = (items: ReadonlyArray<OutlineItem>, folded: ReadonlySet<Key>): ReadonlyArray<OutlineItem> =>
  items.flatMap((item) => [item, ...(folded.has(item.key) ? [] : shownItems(item.children, folded))])

const none: ReadonlySet<Key> = new Set()

const useFolding = (items: ReadonlyArray<OutlineItem>, all: ReadonlyArray<OutlineItem>) => {
  const [folded, setFolded] = useState(none)
  const shown = useMemo(() => shownItems(items, folded).map(({ key }) => key), [items, folded])
  return {
    shown,
    expandedKeys: all.flatMap(({ key }) => (folded.has(key) ? [] : [key])),
    onExpandedChange: (keys: ReadonlySet<Key>) =>
      setFolded(new Set(all.flatMap(({ key }) => (keys.has(key) ? [] : [key]))))
  }
}

export const Outline = ({ tools }: { readonly tools: StructureTools }) => {
  const { structure } = useMessages()
  const { store } = tools
  const { broken, good, selected } = useDraft(store)
  const isWritable = broken === undefined && !store.isReadOnly
  const items = useOutline(good?.tree, tools.faults)
  const all = useMemo(() => shownItems(items, none), [items])
  const byKey = useMemo(() => new Map(all.map((item) => [item.key, item])), [all])
  const { shown, ...folding } = useFolding(items, all)
  const [moving, setMoving] = useState<OutlineItem>()
  const actions = useMemo(() => new OutlineActions(store, structure.newTexts), [store, structure])
  const current = itemAt(items, selected)
  const { focusRow, keepFocus, letGo, ref } = useFocusedRow(current?.key, shown)
  const deletion = useDelete(tools, actions, keepFocus)
  const act = useMemo(() => actions.ofRows(keepFocus, deletion.ask, setMoving), [actions, deletion.ask, keepFocus])
  const go = (key: string): void => {
    const item = byKey.get(key)
    if (item === undefined) return
    focusRow(key)
    store.select(item.pointer)
  }
  const onKeyDown = useOutlineKeys(current, isWritable ? act : undefined, { shown, go })
  const dragAndDropHooks = useOutlineDrag(byKey, actions)
  return (
    <div
      className={styles.outline}
      ref={ref}
      tabIndex={-1}
      onPointerDownCapture={letGo}
      onWheelCapture={letGo}
      onKeyDownCapture={onKeyDown}
    >
      {broken !== undefined && <BrokenBar broken={broken} onShow={() => tools.reveal("")} />}
      <Virtualizer layout={ListLayout} layoutOptions={layout}>
        <Tree
          aria-label={structure.outline}
          className={styles.tree ?? ""}
          items={items}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={current === undefined ? [] : [current.key]}
          onSelectionChange={(keys) => {
            const [key] = keys === "all" ? [] : keys
            const item = key === undefined ? undefined : byKey.get(String(key))
            if (item !== undefined) store.select(item.pointer)
          }}
          {...folding}
          {...(store.isReadOnly ? {} : { dragAndDropHooks })}
          onAction={(key) => {
            const item = byKey.get(String(key))
            if (item === undefined) return
            store.select(item.pointer)
            tools.openPart(false)
          }}
        >
          {(item) => <OutlineRow item={item} act={isWritable ? act : undefined} />}
        </Tree>
      </Virtualizer>
      {isWritable && <OutlineFoot tools={tools} actions={actions} />}
      <Asked
        deletion={deletion}
        good={good}
        moving={moving}
        onClose={() => setMoving(undefined)}
        onMove={(item, place) => keepFocus(() => actions.moveTo(item, place))}
      />
    </div>
  )
}

interface AskedProps {
  readonly deletion: Deletion
  readonly good: Draft["good"]
  readonly moving: OutlineItem | undefined
  readonly onClose: () => void
  readonly onMove: (item: OutlineItem, place: Place) => void
}

/** The dialogs that a part is moved and deleted with. */
const Asked = ({ deletion, good, moving, onClose, onMove }: AskedProps) => (
  <>
    {moving !== undefined && (
      <MoveDialog
        item={moving}
        good={good}
        onClose={onClose}
        onMove={(place) => {
          onMove(moving, place)
          onClose()
        }}
      />
    )}
    {deletion.asked !== undefined && <DeleteDialog deletion={deletion} good={good} />}
  </>
)
