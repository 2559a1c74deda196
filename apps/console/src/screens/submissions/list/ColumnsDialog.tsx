/** Chooses the columns of a list, their order and their widths. Each choice is seen at once behind the dialog. */
import type { Field } from "@formwork/rules/Definition"
import { useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { signed } from "../../../parts/foreignText.ts"
import { Select } from "../../../parts/Select.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import {
  allColumns,
  type ChosenColumn,
  type Columns,
  MOST_FIELDS,
  movedColumn,
  slugOf,
  slugsOf,
  type Width
} from "./columns.ts"
import styles from "./ColumnsDialog.module.css"

interface ColumnsProps {
  readonly fields: ReadonlyArray<Field>
  readonly columns: Columns
  /** Undefined: as at first. */
  readonly onChange: (columns: Columns | undefined) => void
}

/** At most so many fields are offered at once; the rest is found by its text. */
const OFFERED = 50

const useNames = (fields: ReadonlyArray<Field>) => {
  const { columns } = useMessages().submissions
  const own: Readonly<Record<string, string>> = columns
  return ({ id }: Pick<ChosenColumn, "id">): string =>
    own[id] ?? fields.find(({ slug }) => slug === slugOf(id))?.label ?? id
}

const Shown = ({ columns, fields, onChange }: ColumnsProps) => {
  const { choose } = useMessages().submissions
  const nameOf = useNames(fields)
  const widen = (id: string, width: Width) =>
    onChange(columns.map((column) => (column.id === id ? { ...column, width } : column)))
  return (
    <ol className={styles.list} aria-label={choose.shown}>
      {columns.map((column, index) => {
        const name = signed(nameOf(column))
        return (
          <li key={column.id} className={styles.column}>
            <span className={styles.name}>
              <Foreign text={nameOf(column)} />
            </span>
            <Select<Width>
              label={choose.width({ name })}
              isLabelHidden
              value={column.width}
              onChange={(width) => widen(column.id, width)}
              options={[
                { id: "narrow", label: choose.widths.narrow },
                { id: "usual", label: choose.widths.usual },
                { id: "wide", label: choose.widths.wide }
              ]}
            />
            <span className={styles.acts}>
              <Button
                size="small"
                look="plain"
                label={choose.up({ name })}
                isDisabled={index === 0}
                onPress={() => onChange(movedColumn(columns, column.id, -1))}
              >
                ↑
              </Button>
              <Button
                size="small"
                look="plain"
                label={choose.down({ name })}
                isDisabled={index === columns.length - 1}
                onPress={() => onChange(movedColumn(columns, column.id, 1))}
              >
                ↓
              </Button>
              <Button
                size="small"
                look="plain"
                label={choose.remove({ name })}
                onPress={() => onChange(columns.filter(({ id }) => id !== column.id))}
              >
                ✕
              </Button>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const Others = ({ columns, fields, onChange }: ColumnsProps) => {
  const { choose } = useMessages().submissions
  const [text, setText] = useState("")
  const nameOf = useNames(fields)
  const others = allColumns(fields).filter(({ id }) => !columns.some((column) => column.id === id))
  const found = others.filter((column) => nameOf(column).toLowerCase().includes(text.trim().toLowerCase()))
  if (others.length === 0) return null
  const isFull = slugsOf(columns).length >= MOST_FIELDS
  return (
    <section aria-label={choose.more} className={styles.others}>
      <h3 className={styles.heading}>{choose.more}</h3>
      {others.length > 8 && <TextField label={choose.find} value={text} onChange={setText} />}
      {found.length === 0 && <p>{choose.noneFound}</p>}
      <ul className={styles.offered}>
        {found.slice(0, OFFERED).map((column) => (
          <li key={column.id}>
            <Button
              size="small"
              label={choose.add({ name: signed(nameOf(column)) })}
              isDisabled={isFull}
              onPress={() => onChange([...columns, column])}
            >
              +{" "}
              <span className={styles.name}>
                <Foreign text={nameOf(column)} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const ColumnsDialog = (props: ColumnsProps) => {
  const { common, submissions } = useMessages()
  const { choose } = submissions
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{choose.open}</Button>
      {isOpen && (
        <Dialog
          title={choose.title}
          isOpen
          onClose={close}
          actions={
            <>
              <Button onPress={() => props.onChange(undefined)}>{choose.usual}</Button>
              <Button look="primary" onPress={close}>
                {common.close}
              </Button>
            </>
          }
        >
          <p>{choose.why}</p>
          <Shown {...props} />
          <Others {...props} />
        </Dialog>
      )}
    </>
  )
}
