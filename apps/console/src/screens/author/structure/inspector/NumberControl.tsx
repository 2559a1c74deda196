/** A number as it is typed. Its digits stay as they are, and a text that is not a number yet stays out of the form. */
import { useState } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { TextField } from "../../../../parts/TextField.tsx"
import { sourceOf, textOf } from "../../document/nodes.ts"
import type { ControlProps } from "./Control.ts"

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

const shown = ({ node, text }: Pick<ControlProps, "node" | "text">): string =>
  node === undefined ? "" : (textOf(node) ?? sourceOf(text, node))

interface NumberControlProps extends ControlProps {
  /** Whether a text is written as one: a date, or an amount that the author wrote in quotes. */
  readonly isText: boolean
}

export const NumberControl = (props: NumberControlProps) => {
  const { structure } = useMessages()
  const { description, isDisabled, isText, label, onChange, problem } = props
  const now = shown(props)
  // A text that is not a number stays in this control, until the form gets another value.
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: string }>()
  const isOpen = typed !== undefined && typed.over === now
  return (
    <TextField
      label={label}
      description={description}
      problem={isOpen ? structure.notANumber : problem}
      isDisabled={isDisabled}
      isOptional
      inputMode={isText ? "text" : "decimal"}
      value={isOpen ? typed.text : now}
      onChange={(next) => {
        const text = next.trim()
        const json = text === "" ? undefined : isText ? JSON.stringify(text) : text
        if (json !== undefined && !isText && !NUMBER.test(text)) return setTyped({ text: next, over: now })
        setTyped(undefined)
        onChange(json)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
