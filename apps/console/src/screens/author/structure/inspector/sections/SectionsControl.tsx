/** The sections of a form: which fields people see together, and when. */
import type { ReactNode } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { entriesOf, memberOf, textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import { below, isWithin } from "../../../document/pointer.ts"
import { AddedParts } from "../AddedParts.tsx"
import { type ControlProps, problemOf } from "../Control.ts"
import { FlagControl } from "../FlagControl.tsx"
import inspector from "../Inspector.module.css"
import { membersOfKind, namesBefore } from "../members.ts"
import { NamesControl } from "../NamesControl.tsx"
import { LineControl, RuleControl } from "../TextControls.tsx"
import { TranslatedControl, type TranslatedProps } from "../TranslatedControl.tsx"
import { wordFor } from "../wordFor.ts"
import styles from "./Sections.module.css"

const members = membersOfKind("section")

const controls: { readonly [kind: string]: ((props: ControlProps) => ReactNode) | undefined } = {
  line: LineControl,
  lines: (props) => <LineControl {...props} rows={2} />,
  flag: FlagControl,
  expression: RuleControl,
  names: NamesControl
}

/** The sentences of the faults in a list of names, at whichever name they stand. */
const problemsIn = ({ faults }: ControlProps["tools"], pointer: string): string =>
  [...new Set(faults.filter((fault) => isWithin(fault.pointer, pointer)).map(({ message }) => message))].join(" ")

const Plain = ({ control: Control, ...props }: TranslatedProps) => <Control {...props} />

interface SectionProps extends ControlProps {
  readonly index: number
  readonly count: number
  readonly section: Node
}

const Section = ({ count, index, section, ...props }: SectionProps) => {
  const { isDisabled, pointer, text, tools, tree } = props
  const { structure } = useMessages()
  const number = index + 1
  const at = below(pointer, index)
  const edit = (...given: Parameters<typeof tools.store.edit>): void =>
    void tools.store.edit(given[0], { ...given[1], isQuiet: true })
  const move = (by: number): void => edit({ edit: "move", pointer: at, list: pointer, index: index + by })
  const button = (sign: string, label: string, isOff: boolean, onPress: () => void) => (
    <Button size="small" look="plain" isDisabled={isDisabled || isOff} label={label} onPress={onPress}>
      {sign}
    </Button>
  )
  return (
    <div className={styles.section} role="group" aria-label={structure.layout.section({ number })}>
      <div className={styles.head}>
        <span className={inspector.fixedLabel}>{structure.layout.section({ number })}</span>
        {button("↑", structure.up({ number }), index === 0, () => move(-1))}
        {button("↓", structure.down({ number }), number === count, () => move(1))}
        {button("✕", structure.removeNumber({ number }), false, () => edit({ edit: "remove", pointer: at }))}
      </div>
      {members.map((member) => {
        const control = controls[member.control] ?? LineControl
        const Control = member.isTranslated === true ? TranslatedControl : Plain
        const own = below(at, member.name)
        return (
          <Control
            key={member.name}
            control={control}
            member={member}
            pointer={own}
            node={memberOf(section, member.name)}
            text={text}
            tree={tree}
            label={wordFor(structure.members, member.name) ?? member.name}
            description={wordFor(structure.layout.why, member.name)}
            problem={member.control === "names" ? problemsIn(tools, own) : problemOf(tools.faults, own)}
            isDisabled={isDisabled}
            tools={tools}
            onChange={(json) =>
              json === undefined
                ? edit({ edit: "remove", pointer: own }, { typing: true })
                : edit({ edit: "set", pointer: own, json, after: namesBefore(members, member.name) }, { typing: true })
            }
          />
        )
      })}
    </div>
  )
}

/** The fields that stand in no section yet. */
const freeFields = (tree: Node, sections: ReadonlyArray<Node>): ReadonlyArray<string> => {
  const taken = new Set(
    sections.flatMap((section) => entriesOf(memberOf(section, "fields")).flatMap((name) => textOf(name) ?? []))
  )
  return entriesOf(memberOf(tree, "fields")).flatMap((field) => {
    const slug = textOf(memberOf(field, "slug"))
    return slug === undefined || taken.has(slug) ? [] : [slug]
  })
}

const newSection = (tree: Node, sections: ReadonlyArray<Node>, title: string): string => {
  const ids = new Set(sections.map((section) => textOf(memberOf(section, "id"))))
  let number = sections.length + 1
  while (ids.has(`section${number}`)) number += 1
  return JSON.stringify({ id: `section${number}`, title, fields: freeFields(tree, sections).slice(0, 1) })
}

export const SectionsControl = (props: ControlProps) => {
  const { node, onChange, pointer, tools, tree } = props
  const { layout } = useMessages().structure
  const sections = entriesOf(node)
  const add = (): void => {
    const json = newSection(tree, sections, layout.newTitle)
    if (node === undefined) onChange(`[${json}]`)
    else tools.store.edit({ edit: "insert", list: pointer, index: sections.length, json }, { isQuiet: true })
  }
  return (
    <AddedParts {...props} addLabel={layout.add} onAdd={add}>
      {sections.map((section, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a section has no name but the one that is being typed
        <Section key={index} {...props} index={index} count={sections.length} section={section} />
      ))}
    </AddedParts>
  )
}
