/** A value of a field, as a payload has it: the control goes by the field's type. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { entriesOf, memberOf, nodeAt, textOf } from "../../document/nodes.ts"
import { parentOf } from "../../document/pointer.ts"
import type { ControlProps } from "./Control.ts"
import { NumberControl } from "./NumberControl.tsx"
import { ChoiceControl, LineControl } from "./TextControls.tsx"
import type { Node } from "../../document/parseText.ts"

const textNode = (text: string, node: Node | undefined): Node | undefined =>
  node === undefined ? undefined : { ...node, type: "string", value: text }

/** Yes, no, or nothing. */
const YesNo = (props: ControlProps) => {
  const { structure, common } = useMessages()
  const { node, onChange } = props
  const words: { readonly [text: string]: string } = { "": common.none, true: structure.yes, false: structure.no }
  return (
    <ChoiceControl
      {...props}
      node={textNode(String(node?.value), node)}
      choices={["true", "false"]}
      words={(text) => words[text] ?? text}
      onChange={(json) => onChange(json === undefined ? undefined : String(JSON.parse(json)))}
    />
  )
}

/** Several options, with commas between them. */
const Several = (props: ControlProps) => {
  const { node, onChange } = props
  const chosen = entriesOf(node).flatMap((entry) => textOf(entry) ?? [])
  return (
    <LineControl
      {...props}
      node={textNode(chosen.join(", "), node)}
      onChange={(json) => {
        const text = json === undefined ? "" : String(JSON.parse(json))
        const values = text.split(",").map((value) => value.trim())
        onChange(values.some((value) => value !== "") ? JSON.stringify(values) : undefined)
      }}
    />
  )
}

export const ValueControl = (props: ControlProps) => {
  const field = nodeAt(props.tree, parentOf(props.pointer) ?? "")
  switch (textOf(memberOf(field, "type"))) {
    case "integer":
    case "number":
      return <NumberControl {...props} isText={props.node?.type === "string"} />
    case "boolean":
      return <YesNo {...props} />
    case "choice": {
      const values = entriesOf(memberOf(field, "options")).flatMap((option) => textOf(memberOf(option, "value")) ?? [])
      return values.length === 0 ? <LineControl {...props} /> : <ChoiceControl {...props} choices={values} />
    }
    case "choices":
      return <Several {...props} />
    default:
      return <LineControl {...props} />
  }
}
