/** Why a file was refused: what is wrong in each cell, by its line and column, with the line as it stands. */
import { useState } from "react"
import type { TableFault } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Sentence } from "../../../parts/Sentence.tsx"
import { Table } from "../../../parts/Table.tsx"
import styles from "../tables.module.css"

interface TableFaultsProps {
  readonly faults: ReadonlyArray<TableFault>
  /** What was sent. */
  readonly text: string
}

const AT_ONCE = 50
/** The server answers no more faults than that. */
const MOST = 1_000
const MOST_CHARACTERS = 120

interface Listed extends TableFault {
  readonly id: string
  readonly said: string
}

const listed = (faults: ReadonlyArray<TableFault>, text: string): ReadonlyArray<Listed> => {
  const lines = text.split("\n")
  return faults.map((fault, index) => ({
    ...fault,
    id: String(index),
    said: (lines[fault.line - 1] ?? "").trimEnd().slice(0, MOST_CHARACTERS)
  }))
}

const What = ({ fault: { expected, message, said } }: { readonly fault: Listed }) => {
  const { definition } = useMessages()
  return (
    <>
      <Sentence text={message} />
      {expected !== undefined && (
        <span className={styles.quiet}>
          {" "}
          {definition.expected} <Sentence text={expected} />
        </span>
      )}
      {said !== "" && (
        <span className={styles.line}>
          <Foreign text={said} />
        </span>
      )}
    </>
  )
}

export const TableFaults = ({ faults, text }: TableFaultsProps) => {
  const { common, tables } = useMessages()
  const words = tables.faults
  const [shown, setShown] = useState(AT_ONCE)
  if (faults.length === 0) return null
  return (
    <div className={styles.part}>
      <Notice tone="error" title={words.title({ n: faults.length })}>
        {faults.length >= MOST ? words.more : words.nothing}
      </Notice>
      <Table
        label={words.label}
        rows={listed(faults.slice(0, shown), text)}
        rowId={({ id }) => id}
        columns={[
          { id: "line", label: words.where, cell: ({ line }) => words.line({ line }) },
          {
            id: "column",
            label: words.column,
            cell: ({ column }) =>
              column === undefined ? (
                words.whole
              ) : (
                <code>
                  <Foreign text={column} />
                </code>
              )
          },
          { id: "what", label: words.what, cell: (fault) => <What fault={fault} /> }
        ]}
      />
      {faults.length > shown && <Button onPress={() => setShown(shown + AT_ONCE)}>{common.showMore}</Button>}
    </div>
  )
}
