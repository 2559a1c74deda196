/** Any JSON, as its author types it. A text that is not JSON yet stays in the control. */
import { useState } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { TextField } from "../../../../../parts/TextField.tsx"
import { sourceOf } from "../../../document/nodes.ts"
import { layOut } from "../../../document/layOut.ts"
import { parseText } from "../../../document/parseText.ts"
import { isWithin } from "../../../document/pointer.ts"
import type { ShapeProps } from "./SchemaProps.ts"

export const JsonControl = (props: ShapeProps) => {
  const { source } = useMessages()
  const { description, good, isDisabled, isRequired, label, node, onChange, pointer, tools } = props
  const [typed, setTyped] = useState<string>()
  const now = node === undefined ? "" : layOut(sourceOf(good.text, node))
  const parsed = parseText(typed ?? now)
  const isOpen = typed !== undefined && typed.trim() !== "" && "broken" in parsed
  const fault = tools.faults.find((one) => isWithin(one.pointer, pointer))?.message ?? ""
  return (
    <TextField
      label={label}
      description={description}
      problem={isOpen && "broken" in parsed ? source.broken(parsed.broken) : fault}
      rows={8}
      isDisabled={isDisabled}
      isOptional={!isRequired}
      spellCheck="false"
      value={typed ?? now}
      onChange={(text) => {
        setTyped(text)
        if (text.trim() === "" && !isRequired) onChange(undefined)
        else if ("tree" in parseText(text)) onChange(text)
      }}
      onBlur={() => {
        if (!isOpen) setTyped(undefined)
      }}
    />
  )
}
