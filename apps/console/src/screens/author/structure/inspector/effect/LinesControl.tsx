/** One text or several, a line each; where the schema has it, the word `all` for every field. */
import { useState } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { TextField } from "../../../../../parts/TextField.tsx"
import { entriesOf, textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import { isWithin } from "../../../document/pointer.ts"
import type { Schema } from "./Schema.ts"
import type { ShapeProps } from "./SchemaProps.ts"

const shown = (node: Node | undefined): string =>
  node?.type === "array"
    ? entriesOf(node)
        .map((entry) => textOf(entry) ?? "")
        .join("\n")
    : (textOf(node) ?? "")

/** One line becomes a text if the schema takes one. The word `all` always becomes a text. */
const written = ({ anyOf = [] }: Schema, lines: ReadonlyArray<string>): string => {
  const [only = ""] = lines
  const takesText = anyOf.some(({ type }) => type === "string")
  const isConst = anyOf.some((one) => one.const === only)
  return JSON.stringify(lines.length <= 1 && (takesText || isConst) ? only : lines)
}

export const LinesControl = (props: ShapeProps) => {
  const { structure } = useMessages()
  const { description, isDisabled, isRequired, label, node, onChange, pointer, schema, tools } = props
  const now = shown(node)
  // An empty line is not an entry yet.
  const [typed, setTyped] = useState<string>()
  const isKept =
    typed !== undefined &&
    typed
      .split("\n")
      .filter((line) => line.trim() !== "")
      .join("\n") === now
  const problem = tools.faults.find((fault) => isWithin(fault.pointer, pointer))?.message ?? ""
  return (
    <TextField
      label={label}
      description={[description, structure.onePerLine].filter((one) => one !== undefined).join(" ")}
      problem={problem}
      rows={Math.min(8, Math.max(2, now.split("\n").length + 1))}
      isDisabled={isDisabled}
      isOptional={!isRequired}
      value={isKept ? typed : now}
      onChange={(text) => {
        setTyped(text)
        const lines = text
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "")
        onChange(lines.length === 0 && !isRequired ? undefined : written(schema, lines))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
