/** One option: its value, its label, and the key that adds another one. */
import { type ClipboardEvent, type KeyboardEvent, memo } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import styles from "./OptionsControl.module.css"
import type { Column } from "./pasted.ts"

export interface RowEdits {
  readonly change: (index: number, column: Column, text: string) => void
  readonly paste: (index: number, column: Column, text: string) => void
  readonly add: (index: number) => void
  readonly remove: (index: number) => void
  readonly move: (index: number, by: -1 | 1) => void
}

interface OptionRowProps {
  readonly index: number
  readonly value: string
  readonly label: string
  readonly problem: string
  readonly isDisabled: boolean
  readonly edits: RowEdits
}

const columns = ["value", "label"] as const

/** Drawn again only if it is another one: there may be a thousand. */
export const OptionRow = memo((props: OptionRowProps) => {
  const { structure } = useMessages()
  const { edits, index, isDisabled, problem } = props
  const onPaste = (event: ClipboardEvent, column: Column): void => {
    const text = event.clipboardData.getData("text/plain")
    if (!/[\t\n\r]/.test(text)) return
    event.preventDefault()
    edits.paste(index, column, text)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") edits.add(index)
    else if (event.altKey && event.key === "ArrowUp") edits.move(index, -1)
    else if (event.altKey && event.key === "ArrowDown") edits.move(index, 1)
    else return
    event.preventDefault()
  }
  return (
    <tr className={styles.row}>
      {columns.map((column) => (
        <td key={column} className={styles.cell}>
          <input
            className={styles.input}
            data-option={`${index} ${column}`}
            aria-label={structure.options[column]({ number: index + 1 })}
            aria-invalid={problem !== "" && column === "value"}
            title={problem === "" ? undefined : problem}
            placeholder={column === "label" ? props.value : undefined}
            disabled={isDisabled}
            value={props[column]}
            onChange={(event) => edits.change(index, column, event.target.value)}
            onPaste={(event) => onPaste(event, column)}
            onKeyDown={onKeyDown}
          />
        </td>
      ))}
      <td className={styles.cell}>
        <Button
          size="small"
          look="plain"
          isDisabled={isDisabled}
          label={structure.options.remove({ number: index + 1 })}
          onPress={() => edits.remove(index)}
        >
          ✕
        </Button>
      </td>
    </tr>
  )
})
OptionRow.displayName = "OptionRow"
