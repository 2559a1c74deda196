/** What stands below the outline: the button that adds a field, and what the keys do. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Menu } from "../../../../parts/Menu.tsx"
import { fieldTypes } from "../inspector/members.ts"
import type { StructureTools } from "../StructureTools.ts"
import { useDraft } from "../useDraft.ts"
import { listOfNew } from "./newEntries.ts"
import styles from "./Outline.module.css"
import type { OutlineActions } from "./outlineActions.ts"

interface OutlineFootProps {
  readonly tools: StructureTools
  readonly actions: OutlineActions
}

/** The types that there are, and the groups. The name of the new field has the focus. */
const AddField = ({ actions, tools }: OutlineFootProps) => {
  const { structure } = useMessages()
  const { selected } = useDraft(tools.store)
  const isRow = listOfNew(selected) !== "/fields"
  return (
    <Menu
      label={structure.addField}
      look="quiet"
      actions={[
        ...fieldTypes
          .filter((type) => type !== "list" || !isRow)
          .map((type) => ({
            id: type,
            label: structure.types[type],
            onAction: () => {
              if (actions.addField(type)) tools.openPart(true)
            }
          })),
        ...(isRow ? [] : (["address", "location"] as const)).map((kind) => ({
          id: kind,
          label: structure.add[kind],
          onAction: () => {
            if (actions.addGroup(kind)) tools.openPart(true)
          }
        }))
      ]}
    >
      <span aria-hidden="true">+</span> {structure.addField}
    </Menu>
  )
}

export const OutlineFoot = (props: OutlineFootProps) => {
  const { structure } = useMessages()
  return (
    <div className={styles.foot}>
      <AddField {...props} />
      <p className={styles.keys}>{structure.keys}</p>
    </div>
  )
}
