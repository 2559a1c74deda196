/** The members of the part that is selected, each with a control. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { StructureTools } from "../StructureTools.ts"
import { useDraft } from "../useDraft.ts"
import { EffectMembers } from "./effect/EffectMembers.tsx"
import { FaultNotice } from "./FaultNotice.tsx"
import styles from "./Inspector.module.css"
import { groupsOf, partAt } from "./partAt.ts"
import { PartMembers } from "./PartMembers.tsx"
import { ReadBy } from "./ReadBy.tsx"
import { SectionPart } from "./SectionPart.tsx"
import { WorkflowPart } from "./workflow/WorkflowPart.tsx"

export const Inspector = ({ tools }: { readonly tools: StructureTools }) => {
  const { structure } = useMessages()
  const { broken, good, selected } = useDraft(tools.store)
  if (good === undefined) return null
  const part = partAt(good.tree, selected)
  const shared = { part, good, tools, isDisabled: broken !== undefined || tools.store.isReadOnly }
  const title = part.kind === "section" ? undefined : structure.parts[part.kind]
  return (
    // Another part is other controls: nothing that was half typed stays.
    // Where they are all disabled, a keyboard scrolls the whole.
    <section
      key={part.pointer}
      className={styles.inspector}
      aria-label={structure.inspector}
      data-part=""
      tabIndex={shared.isDisabled ? 0 : -1}
    >
      {title !== undefined && (
        <h2 className={styles.title}>
          <span className={styles.kind}>{title}</span>
          {part.name !== "" && (
            <span className={styles.name}>
              <Foreign text={part.name} isName />
            </span>
          )}
        </h2>
      )}
      {part.kind !== "section" && <FaultNotice part={part} faults={tools.faults} />}
      {groupsOf(part).map((group) => (
        <PartMembers key={group.id} group={group} {...shared} />
      ))}
      {part.kind === "effect" && <EffectMembers {...shared} />}
      {part.kind === "workflow" && <WorkflowPart {...shared} />}
      {part.kind === "section" && <SectionPart {...shared} />}
      {part.kind === "field" && <ReadBy {...shared} />}
    </section>
  )
}
