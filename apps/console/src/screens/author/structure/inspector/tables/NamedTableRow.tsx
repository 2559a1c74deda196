/** A table of the organisation in a form: which one, and which version of it. Who reads no tables types both. */
import type { Table } from "@formwork/client/contract"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { classes } from "../../../../../parts/classes.ts"
import { Foreign } from "../../../../../parts/Foreign.tsx"
import { below, isWithin } from "../../../document/pointer.ts"
import type { StructureTools } from "../../StructureTools.ts"
import row from "../constants/Constants.module.css"
import inspector from "../Inspector.module.css"
import styles from "../workflow/Workflow.module.css"
import own from "./NamedTables.module.css"
import { type NamedTable, namedJson } from "./namedTable.ts"

interface NamedTableRowProps {
  readonly name: string
  readonly named: NamedTable
  /** Those that are published; undefined where the person reads none. */
  readonly published: ReadonlyArray<Table> | undefined
  /** Of the tables. */
  readonly pointer: string
  readonly isDisabled: boolean
  readonly tools: StructureTools
}

interface CellProps {
  readonly label: string
  readonly value: string
  readonly isDisabled: boolean
  readonly isWrong: boolean
  /** Undefined: it is typed. */
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }> | undefined
  readonly placeholder?: string
  readonly onChange: (value: string, isTyping: boolean) => void
}

/** What is not among the options is one of them all the same: the definition has it. */
const Cell = ({ isDisabled, isWrong, label, onChange, options, placeholder, value }: CellProps) => {
  const control = { className: styles.input, "aria-label": label, "aria-invalid": isWrong, disabled: isDisabled, value }
  if (options === undefined)
    return (
      <td>
        <input {...control} placeholder={placeholder} onChange={({ target }) => onChange(target.value, true)} />
      </td>
    )
  const isThere = options.some((option) => option.value === value)
  return (
    <td>
      <select {...control} onChange={({ target }) => onChange(target.value, false)}>
        {!isThere && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </td>
  )
}

const numbersTo = (newest: number): ReadonlyArray<number> =>
  Array.from({ length: newest }, (_, index) => newest - index)

const useOptions = ({ named: { table }, published }: NamedTableRowProps) => {
  const { inspector: words, versions } = useMessages().tables
  const newest = published?.find(({ name }) => name === table)?.version ?? 0
  return {
    tables: published?.map(({ name }) => ({ value: name, label: name })),
    versions:
      published === undefined
        ? undefined
        : [
            { value: "", label: words.newest },
            ...numbersTo(newest).map((number) => ({ value: String(number), label: versions.number({ number }) }))
          ]
  }
}

export const NamedTableRow = (props: NamedTableRowProps) => {
  const { isDisabled, name, named, pointer, tools } = props
  const { structure, tables } = useMessages()
  const words = tables.inspector
  const at = below(pointer, name)
  const options = useOptions(props)
  const problem = tools.faults.find((fault) => isWithin(fault.pointer, at))?.message ?? ""
  const set = (next: NamedTable, isTyping: boolean): void =>
    void tools.store.edit(
      { edit: "set", pointer: at, json: namedJson(next) },
      isTyping ? { typing: true } : { isQuiet: true }
    )
  const cell = { isDisabled, isWrong: problem !== "" }
  return (
    <>
      <tr>
        <td>
          <code className={own.name}>
            <Foreign text={name} />
          </code>
        </td>
        <Cell
          {...cell}
          label={words.tableOf({ name })}
          value={named.table}
          options={options.tables}
          onChange={(table, isTyping) => set({ table, version: "" }, isTyping)}
        />
        <Cell
          {...cell}
          label={words.versionOf({ name })}
          value={named.version}
          options={options.versions}
          placeholder={words.newest}
          onChange={(version, isTyping) => set({ ...named, version }, isTyping)}
        />
        <td className={styles.button}>
          <Button
            size="small"
            look="plain"
            isDisabled={isDisabled}
            label={structure.remove({ name })}
            onPress={() => tools.store.edit({ edit: "remove", pointer: at }, { isQuiet: true })}
          >
            ✕
          </Button>
        </td>
      </tr>
      {problem !== "" && (
        <tr>
          <td colSpan={4}>
            <p className={classes(inspector.problem, row.problem)}>
              <Foreign text={problem} />
            </p>
          </td>
        </tr>
      )}
    </>
  )
}
