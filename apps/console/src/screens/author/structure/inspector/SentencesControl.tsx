/** An author's own sentences: one template for each problem that the field can have. */
import { whyNeverSaid } from "@formwork/rules/whyNeverSaid"
import { type SentenceName, sentenceNames } from "@formwork/rules/Sentence"
import { useMessages } from "../../../../messages/useMessages.ts"
import { memberOf, nodeAt, sourceOf, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { below, parentOf } from "../../document/pointer.ts"
import type { StructureEdit } from "../../document/StructureEdit.ts"
import { type ControlProps, problemOf } from "./Control.ts"
import styles from "./Inspector.module.css"
import { TranslatedControl } from "./TranslatedControl.tsx"
import { RuleControl } from "./TextControls.tsx"

/** The problems that a field can have, and those for which it has a sentence. */
export const sentencesOf = (text: string, field: Node | undefined): ReadonlyArray<SentenceName> => {
  const type = textOf(memberOf(field, "type")) ?? ""
  const has = (name: string): boolean => {
    const node = memberOf(field, name)
    return node !== undefined && sourceOf(text, node) !== "false"
  }
  const messages = memberOf(field, "messages")
  return sentenceNames.filter(
    (name) => memberOf(messages, name) !== undefined || whyNeverSaid(name, type, has) === undefined
  )
}

/** What sets a sentence, or takes it out; the last one takes `messages` with it. */
export const sentenceEdit = (
  messages: Node | undefined,
  pointer: string,
  name: SentenceName,
  json: string | undefined
): StructureEdit | undefined => {
  const others = sentenceNames.filter((one) => one !== name && memberOf(messages, one) !== undefined)
  if (json === undefined) {
    if (memberOf(messages, name) === undefined) return undefined
    return { edit: "remove", pointer: others.length === 0 ? pointer : below(pointer, name) }
  }
  if (messages === undefined) return { edit: "set", pointer, json: `{"${name}":${json}}` }
  return {
    edit: "set",
    pointer: below(pointer, name),
    json,
    after: sentenceNames.slice(0, sentenceNames.indexOf(name))
  }
}

export const SentencesControl = (props: ControlProps) => {
  const { structure } = useMessages()
  const { description, isDisabled, label, member, node, pointer, problem, text, tools, tree } = props
  const names = sentencesOf(text, nodeAt(tree, parentOf(pointer) ?? ""))
  if (names.length === 0) return null
  return (
    <fieldset className={styles.rule} disabled={isDisabled}>
      <legend className={styles.fixedLabel}>{label}</legend>
      {description !== undefined && <span className={styles.hint}>{description}</span>}
      {problem !== "" && <span className={styles.problem}>{problem}</span>}
      {names.map((name) => (
        <TranslatedControl
          {...props}
          control={RuleControl}
          key={name}
          member={{ ...member, name }}
          pointer={below(pointer, name)}
          node={memberOf(node, name)}
          label={structure.sentences[name]}
          description={undefined}
          problem={problemOf(tools.faults, below(pointer, name))}
          onChange={(json) => {
            const edit = sentenceEdit(node, pointer, name, json)
            if (edit !== undefined) tools.store.edit(edit, { typing: true })
          }}
        />
      ))}
    </fieldset>
  )
}
