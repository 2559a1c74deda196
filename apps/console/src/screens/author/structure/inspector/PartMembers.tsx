/** A group of members with their controls. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { classes } from "../../../../parts/classes.ts"
import { memberOf } from "../../document/nodes.ts"
import { below } from "../../document/pointer.ts"
import { problemOf } from "./Control.ts"
import styles from "./Inspector.module.css"
import { MemberControl } from "./MemberControl.tsx"
import { type Member, type MemberGroup, namesBefore } from "./members.ts"
import type { PartProps } from "./PartProps.ts"
import { groupsOf } from "./partAt.ts"
import { wordFor } from "./wordFor.ts"

interface PartMembersProps extends PartProps {
  readonly group: MemberGroup
}

/** Two of them fit beside each other. */
const isNarrow = ({ control }: Member): boolean => control === "whole" || control === "bound"

export const PartMembers = ({ good, group, isDisabled, part, tools }: PartMembersProps) => {
  const { structure } = useMessages()
  const all = groupsOf(part).flatMap(({ members }) => members)
  const shown = group.members.filter(({ control }) => control !== "outline")
  if (shown.length === 0) return null
  const change = (member: Member, pointer: string, json: string | undefined): void => {
    if (json === undefined) tools.store.edit({ edit: "remove", pointer }, { typing: true })
    else tools.store.edit({ edit: "set", pointer, json, after: namesBefore(all, member.name) }, { typing: true })
  }
  return (
    <div className={classes(styles.group, styles.members)}>
      {group.id !== "basics" && <h3 className={styles.heading}>{structure.groups[group.id]}</h3>}
      {shown.map((member) => {
        const pointer = below(part.pointer, member.name)
        return (
          <div key={member.name} className={classes(styles.member, isNarrow(member) && styles.narrow)}>
            <MemberControl
              member={member}
              pointer={pointer}
              node={memberOf(part.node, member.name)}
              text={good.text}
              tree={good.tree}
              label={wordFor(structure.members, member.name) ?? member.name}
              description={wordFor(structure.why, member.name)}
              problem={problemOf(tools.faults, pointer)}
              isDisabled={isDisabled}
              tools={tools}
              onChange={(json) => change(member, pointer, json)}
            />
          </div>
        )
      })}
    </div>
  )
}
