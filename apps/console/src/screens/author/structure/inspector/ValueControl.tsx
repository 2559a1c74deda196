/** A value of a field, as a payload has it: the control goes by the field's type. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { entriesOf, memberOf, nodeAt, textOf } from "../../document/nodes.ts"
import { parentOf } from "../../document/pointer.ts"
import type { ControlProps } from "./Control.ts"
import { NumberControl } from "./NumberControl.tsx"
import { NamesControl, textNode } from "./NamesControl.tsx"
import { ChoiceControl, LineControl } from "./TextControls.tsx"

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
      return <NamesControl {...props} />
    default:
      return <LineControl {...props} />
  }
}
