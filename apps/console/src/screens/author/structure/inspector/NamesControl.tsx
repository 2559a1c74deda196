/** Several texts in a list: names of fields, or options. They are typed with commas between them. */
import { entriesOf, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import type { ControlProps } from "./Control.ts"
import { LineControl } from "./TextControls.tsx"

/** A node that a control of texts shows. */
export const textNode = (text: string, node: Node | undefined): Node | undefined =>
  node === undefined ? undefined : { ...node, type: "string", value: text }

export const NamesControl = (props: ControlProps) => {
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
