/** The members of an effect: those of every effect, and those of its kind by the published schema. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { memberOf, membersOf, textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import { below } from "../../../document/pointer.ts"
import type { StructureEdit } from "../../../document/StructureEdit.ts"
import { type ControlProps, problemOf } from "../Control.ts"
import { FlagControl } from "../FlagControl.tsx"
import inspector from "../Inspector.module.css"
import type { Member } from "../members.ts"
import type { PartProps } from "../PartProps.ts"
import { ChoiceControl, LineControl, RuleControl } from "../TextControls.tsx"
import { wordFor } from "../wordFor.ts"
import { statesOf } from "../workflow/workflowOf.ts"
import { effectKinds, firstOf, partsOf, type Schema, schemaOf } from "./Schema.ts"
import { SchemaControl } from "./SchemaControl.tsx"

/** The events of a form, in the order in which they can happen. */
const eventsOf = (tree: Node): ReadonlyArray<string> => [
  "filed",
  "draft_saved",
  ...statesOf(tree).map((state) => `state:${state}`)
]

/** Members that every kind has, with controls of their own. */
const common: ReadonlyArray<Member> = [
  { name: "id", control: "line", isRequired: true },
  { name: "kind", control: "choice", isRequired: true },
  { name: "on", control: "choice" },
  { name: "when", control: "expression" },
  { name: "internal", control: "flag" }
]

/** The edits that make an effect one of another kind: the members of the old one go, those that the new one needs come. */
const changeKind = (
  node: Node,
  pointer: string,
  before: Schema | undefined,
  kind: string
): ReadonlyArray<StructureEdit> => {
  const after = schemaOf(kind)
  const names = membersOf(node).map(({ name }) => name)
  const gone = names.filter(
    (name) => before?.properties?.[name] !== undefined && after?.properties?.[name] === undefined
  )
  const come = (after?.required ?? []).filter((name) => !names.includes(name))
  return [
    { edit: "set", pointer: below(pointer, "kind"), json: JSON.stringify(kind) },
    ...gone.map((name): StructureEdit => ({ edit: "remove", pointer: below(pointer, name) })),
    ...come.map((name): StructureEdit => ({
      edit: "set",
      pointer: below(pointer, name),
      json: firstOf(after?.properties?.[name] ?? {})
    }))
  ]
}

const CommonMember = ({ schema, ...props }: ControlProps & { readonly schema: Schema | undefined }) => {
  const { member, node, pointer, tools, tree } = props
  const { structure: words } = useMessages()
  const effect = pointer.slice(0, -member.name.length - 1)
  switch (member.name) {
    case "kind":
      return (
        <ChoiceControl
          {...props}
          choices={effectKinds}
          onChange={(json) => {
            const kind: unknown = json === undefined ? undefined : JSON.parse(json)
            const part = node?.parent?.parent
            if (typeof kind === "string" && part !== undefined && kind !== textOf(node))
              tools.store.edit(changeKind(part, effect, schema, kind), { isQuiet: true })
          }}
        />
      )
    case "on":
      return (
        <ChoiceControl
          {...props}
          choices={eventsOf(tree)}
          words={(event) => (event === "" ? words.usualEvent : event)}
        />
      )
    case "when":
      return <RuleControl {...props} />
    case "internal":
      return <FlagControl {...props} />
    default:
      return <LineControl {...props} />
  }
}

export const EffectMembers = ({ good, isDisabled, part, tools }: PartProps) => {
  const { structure } = useMessages()
  const schema = schemaOf(textOf(memberOf(part.node, "kind")) ?? "")
  const { required = [] } = schema ?? {}
  const parts = schema === undefined ? [] : partsOf(schema)
  const names = parts.map(([name]) => name)
  const change = (name: string, json: string | undefined): void => {
    const pointer = below(part.pointer, name)
    if (json === undefined) tools.store.edit({ edit: "remove", pointer }, { typing: true })
    else tools.store.edit({ edit: "set", pointer, json, after: names.slice(0, names.indexOf(name)) }, { typing: true })
  }
  const shared = { good, text: good.text, tree: good.tree, isDisabled, tools }
  const of = (name: string) => ({
    pointer: below(part.pointer, name),
    node: memberOf(part.node, name),
    onChange: (json: string | undefined) => change(name, json)
  })
  return (
    <div className={inspector.group}>
      {common.map((member) => (
        <CommonMember
          key={member.name}
          {...shared}
          {...of(member.name)}
          member={member}
          schema={schema}
          label={wordFor(structure.members, member.name) ?? member.name}
          description={wordFor(structure.effectWhy, member.name)}
          problem={problemOf(tools.faults, below(part.pointer, member.name))}
        />
      ))}
      {parts
        .filter(([name]) => !common.some((member) => member.name === name))
        .map(([name, own]) => (
          <SchemaControl
            key={`${textOf(memberOf(part.node, "kind"))} ${name}`}
            {...shared}
            {...of(name)}
            schema={own}
            name={name}
            isRequired={required.includes(name)}
          />
        ))}
    </div>
  )
}
