/** The rows of a table's draft, or of a version: all of them, of which those in view are drawn, and as a file. */
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useDeferredValue, useMemo, useState } from "react"
import { draftRowsQuery, rowsAddress } from "../../../api/table.ts"
import { type Edition, versionRowsQuery } from "../../../api/tables.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { DownloadLink } from "../../../parts/DownloadLink.tsx"
import { Select } from "../../../parts/Select.tsx"
import { Queried } from "../../../parts/States.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { Columns } from "./Columns.tsx"
import { found, readLines } from "./lines.ts"
import type { ReadTable } from "./ReadTable.ts"
import { RowGrid } from "./RowGrid.tsx"
import { TableFrame } from "./TableFrame.tsx"
import styles from "../tables.module.css"

const useRows = ({ draftRevision, name }: ReadTable, edition: Edition) => {
  const draft = useQuery({ ...draftRowsQuery(name, draftRevision), enabled: edition === "draft" })
  const version = useQuery({ ...versionRowsQuery(name, Number(edition)), enabled: edition !== "draft" })
  return edition === "draft" ? draft : version
}

const Shown = ({ text }: { readonly text: string }) => {
  const { rows: words } = useMessages().tables
  const [typed, setTyped] = useState("")
  const wanted = useDeferredValue(typed)
  const { columns, lines } = useMemo(() => readLines(text), [text])
  const shown = useMemo(() => found(lines, wanted), [lines, wanted])
  return (
    <div className={styles.sections}>
      <div className={styles.part}>
        <div className={styles.filter}>
          <TextField label={words.find} autoComplete="off" value={typed} onChange={setTyped} />
          <span className={styles.quiet} role="status">
            {wanted.trim() === ""
              ? words.count({ n: lines.length })
              : words.found({ n: shown.length, total: lines.length })}
          </span>
        </div>
        {shown.length > 0 && <RowGrid columns={columns} lines={shown} />}
      </div>
      <Columns columns={columns} />
    </div>
  )
}

const EditionChoice = ({
  edition,
  table: { name, version }
}: {
  readonly table: ReadTable
  readonly edition: Edition
}) => {
  const { rows: words } = useMessages().tables
  const navigate = useNavigate()
  const newest = Array.from({ length: version ?? 0 }, (_, index) => (version ?? 0) - index)
  return (
    <Select
      label={words.edition}
      value={String(edition)}
      options={[
        { id: "draft", label: words.draft },
        ...newest.map((number) => ({ id: String(number), label: words.version({ number }) }))
      ]}
      onChange={(id) =>
        void navigate({
          to: "/tables/$tableName",
          params: { tableName: name },
          search: id === "draft" ? {} : { edition: Number(id) },
          replace: true
        })
      }
    />
  )
}

const Rows = ({ edition, table }: { readonly table: ReadTable; readonly edition: Edition }) => {
  const { rows: words } = useMessages().tables
  const query = useRows(table, edition)
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        {table.version !== null && <EditionChoice table={table} edition={edition} />}
        <span className={styles.row}>
          <DownloadLink href={rowsAddress(table.name, edition, "csv")}>{words.csv}</DownloadLink>
          <DownloadLink href={rowsAddress(table.name, edition, "ndjson")}>{words.ndjson}</DownloadLink>
        </span>
      </div>
      <Queried query={query}>{(text) => <Shown text={text} />}</Queried>
    </div>
  )
}

interface TableRowsProps {
  readonly tableName: string
  readonly edition: Edition
}

export const TableRows = ({ edition, tableName }: TableRowsProps) => (
  <TableFrame tableName={tableName}>{(table) => <Rows table={table} edition={edition} />}</TableFrame>
)
