/** An attribute: its name, which changes in each option once it is left, its type, and the decimals of a number. */
import { columnTypes } from "@formwork/rules/TableDefinition"
import { useState } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { below } from "../../../document/pointer.ts"
import type { StructureEdit } from "../../../document/StructureEdit.ts"
import type { ControlProps } from "../Control.ts"
import { wordFor } from "../wordFor.ts"
import styles from "../workflow/Workflow.module.css"
import { removed, renamed, retyped } from "./attributeEdits.ts"
import type { AttributeOf } from "./optionColumns.ts"

interface AttributeRowProps extends Pick<ControlProps, "isDisabled" | "pointer" | "tools" | "tree"> {
  readonly attribute: AttributeOf
  readonly index: number
  readonly isWrong: boolean
}

const NameCell = ({ attribute: { name }, edit, index, ...props }: AttributeRowProps & { readonly edit: Edit }) => {
  const { structure } = useMessages()
  const [typed, setTyped] = useState<string>()
  const rename = (): void => {
    if (typed !== undefined && typed !== name) edit(renamed(props.tree, props.pointer, index, name, typed))
    setTyped(undefined)
  }
  return (
    <input
      className={styles.input}
      aria-label={structure.attributes.nameOf({ name })}
      aria-invalid={props.isWrong}
      disabled={props.isDisabled}
      spellCheck="false"
      value={typed ?? name}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={rename}
      onKeyDown={({ key }) => key === "Enter" && rename()}
    />
  )
}

type Edit = (edits: ReadonlyArray<StructureEdit>) => void

export const AttributeRow = (props: AttributeRowProps) => {
  const { attribute, index, isDisabled, pointer, tools, tree } = props
  const { structure } = useMessages()
  const { decimals, name, type } = attribute
  const edit: Edit = (edits) => void tools.store.edit(edits, { isQuiet: true })
  const at = below(below(pointer, index), "decimals")
  const setDecimals = (typed: string): void =>
    edit(
      typed === ""
        ? [{ edit: "remove", pointer: at }]
        : [{ edit: "set", pointer: at, json: String(Number(typed)), after: ["name", "type"] }]
    )
  return (
    <tr>
      <td>
        <NameCell {...props} edit={edit} />
      </td>
      <td>
        <select
          className={styles.input}
          aria-label={structure.attributes.typeOf({ name })}
          disabled={isDisabled}
          value={type}
          onChange={({ target }) => edit(retyped(tree, pointer, index, target.value))}
        >
          {columnTypes.map((one) => (
            <option key={one} value={one}>
              {wordFor(structure.types, one) ?? one}
            </option>
          ))}
        </select>
      </td>
      <td>
        {type === "number" && (
          <input
            className={styles.input}
            type="number"
            min={0}
            max={6}
            aria-label={structure.attributes.decimalsOf({ name })}
            disabled={isDisabled}
            value={decimals}
            onChange={({ target }) => setDecimals(target.value)}
          />
        )}
      </td>
      <td className={styles.button}>
        <Button
          size="small"
          look="plain"
          isDisabled={isDisabled}
          label={structure.remove({ name })}
          onPress={() => edit(removed(tree, pointer, index, name))}
        >
          ✕
        </Button>
      </td>
    </tr>
  )
}
