/** A row of the outline: what it is called, how many faults it has, what can be done with it. */
import { Button as AriaButton } from "react-aria-components/Button"
import { Collection } from "react-aria-components/Collection"
import { TreeItem, TreeItemContent } from "react-aria-components/Tree"
import type { Messages } from "../../../../messages/Messages.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { classes } from "../../../../parts/classes.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { signed } from "../../../../parts/foreignText.ts"
import { type Action, Menu } from "../../../../parts/Menu.tsx"
import { below } from "../../document/pointer.ts"
import type { Direction } from "./moves.ts"
import styles from "./Outline.module.css"
import { isListSection, isSection } from "./outlineActions.ts"
import type { GroupKind } from "./newGroup.ts"
import type { OutlineItem } from "./OutlineItem.ts"
import type { RowActions } from "./RowActions.ts"

type Words = Messages["structure"]

const addLabel = ({ add }: Words, { kind }: OutlineItem): string =>
  kind === "fields" || kind === "checks" || kind === "outcomes" || kind === "effects" ? add[kind] : add.after

const actionsOf = (words: Words, item: OutlineItem, act: RowActions): ReadonlyArray<Action> => {
  const add = { id: "add", label: addLabel(words, item), onAction: () => act.add(item) }
  const group = (kind: GroupKind): Action => ({
    id: kind,
    label: words.add[kind],
    onAction: () => act.addGroup(kind)
  })
  if (item.kind === "fields") return [add, group("address"), group("location")]
  if (isSection(item)) return isListSection(item) ? [add] : []
  const rows = { id: "rows", label: words.add.rows, onAction: () => act.append(below(item.pointer, "fields")) }
  const step = (direction: Direction, label: string): ReadonlyArray<Action> =>
    act.canStep(item, direction) ? [{ id: direction, label, onAction: () => act.step(item, direction) }] : []
  return [
    add,
    ...(item.isList ? [rows] : []),
    { id: "duplicate", label: words.duplicate, onAction: () => act.duplicate(item) },
    ...step("up", words.moveUp),
    ...step("down", words.moveDown),
    ...step("in", words.moveIn),
    ...step("out", words.moveOut),
    { id: "move", label: words.moveTo, onAction: () => act.startMove(item) },
    { id: "delete", label: words.delete, isDanger: true, onAction: () => act.remove(item) }
  ]
}

const nameOf = ({ sections, unnamed }: Words, item: OutlineItem): string => {
  switch (item.kind) {
    case "field":
    case "check":
    case "outcome":
    case "effect":
      return item.name === "" ? unnamed : item.name
    default:
      return sections[item.kind]
  }
}

interface OutlineRowProps {
  readonly item: OutlineItem
  /** Left out where nothing may be changed. */
  readonly act: RowActions | undefined
}

export const OutlineRow = ({ act, item }: OutlineRowProps) => {
  const { structure } = useMessages()
  const name = nameOf(structure, item)
  const mark = item.isInternal ? structure.internalMark : ""
  const spoken = [name, item.label, mark, item.faults > 0 ? structure.faults({ count: item.faults }) : ""]
  return (
    <TreeItem
      id={item.key}
      textValue={signed(spoken.filter((part) => part !== "").join(", "))}
      className={styles.row ?? ""}
    >
      <TreeItemContent>
        {({ allowsDragging, hasChildItems, isExpanded }) => (
          <>
            {allowsDragging && !isSection(item) && (
              <AriaButton slot="drag" className={styles.handle ?? ""} aria-label={structure.drag({ name })}>
                ⠿
              </AriaButton>
            )}
            {hasChildItems ? (
              <AriaButton slot="chevron" className={classes(styles.chevron, isExpanded && styles.open)}>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="M6 4l4 4-4 4" />
                </svg>
              </AriaButton>
            ) : (
              <span className={styles.chevron} />
            )}
            <RowWords item={item} name={name} />
            {act !== undefined && (
              <RowMenu actions={actionsOf(structure, item, act)} label={structure.actions({ name })} />
            )}
          </>
        )}
      </TreeItemContent>
      <Collection items={item.children}>{(child) => <OutlineRow item={child} act={act} />}</Collection>
    </TreeItem>
  )
}

const RowWords = ({ item, name }: { readonly item: OutlineItem; readonly name: string }) => {
  const { structure } = useMessages()
  return (
    <span className={styles.words}>
      <span className={isSection(item) ? styles.section : styles.name}>
        <Foreign text={name} isName={!isSection(item)} />
      </span>
      {item.label !== "" && (
        <span className={styles.label}>
          <Foreign text={item.label} />
        </span>
      )}
      {item.isInternal && <span className={styles.mark}>{structure.internalMark}</span>}
      {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
      {item.faults > 0 && (
        <span className={styles.faults} title={structure.faults({ count: item.faults })}>
          ! {item.faults}
        </span>
      )}
    </span>
  )
}

const RowMenu = ({ actions, label }: { readonly actions: ReadonlyArray<Action>; readonly label: string }) =>
  actions.length === 0 ? null : (
    <span className={styles.menu}>
      <Menu label={label} isSign actions={actions}>
        ⋯
      </Menu>
    </span>
  )
