/** One option: its value, its label, what else it has, and the key that adds another one. */
import { type ClipboardEvent, type KeyboardEvent, memo } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import styles from "./OptionsControl.module.css"
import type { Column } from "./optionColumns.ts"

export interface RowEdits {
  readonly change: (index: number, column: Column, text: string) => void
  /** @param at the place of the column. */
  readonly paste: (index: number, at: number, text: string) => void
  readonly add: (index: number) => void
  readonly remove: (index: number) => void
  readonly move: (index: number, by: -1 | 1) => void
}

interface OptionRowProps {
  readonly index: number
  readonly columns: ReadonlyArray<Column>
  /** The texts of its cells, as a JSON list: a text is the same while nothing of the row changes. */
  readonly cells: string
  readonly problem: string
  /** The column that the problem is in. */
  readonly wrong: string
  readonly isDisabled: boolean
  readonly edits: RowEdits
}

const useLabel = () => {
  const { options } = useMessages().structure
  return ({ is, name }: Column, number: number): string =>
    is === "attribute" ? options.attribute({ name, number }) : options[is]({ number })
}

/** Drawn again only if it is another one: there may be a thousand. */
export const OptionRow = memo((props: OptionRowProps) => {
  const { structure } = useMessages()
  const labelOf = useLabel()
  const { columns, edits, index, isDisabled, problem, wrong } = props
  const cells: ReadonlyArray<string> = JSON.parse(props.cells)
  const onPaste = (event: ClipboardEvent, at: number): void => {
    const text = event.clipboardData.getData("text/plain")
    if (!/[\t\n\r]/.test(text)) return
    event.preventDefault()
    edits.paste(index, at, text)
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
      {columns.map((column, at) => (
        <td key={column.name} className={styles.cell}>
          <input
            className={styles.input}
            data-option={`${index} ${column.name}`}
            aria-label={labelOf(column, index + 1)}
            aria-invalid={problem !== "" && column.name === wrong}
            title={problem === "" ? undefined : problem}
            placeholder={column.is === "label" ? cells[0] : undefined}
            disabled={isDisabled}
            value={cells[at] ?? ""}
            spellCheck={column.is === "label"}
            onChange={(event) => edits.change(index, column, event.target.value)}
            onPaste={(event) => onPaste(event, at)}
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
