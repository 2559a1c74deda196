/** What differs between any two versions of a table, or between one and the draft. */
import { useNavigate } from "@tanstack/react-router"
import type { Edition } from "../../../api/tables.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Notice } from "../../../parts/Notice.tsx"
import { Select } from "../../../parts/Select.tsx"
import type { ReadTable } from "../one/ReadTable.ts"
import { type CompareSearch, editionOf } from "../one/rowsSearch.ts"
import { TableFrame } from "../one/TableFrame.tsx"
import { TableChanges } from "./TableChanges.tsx"
import styles from "../tables.module.css"

interface SidesProps {
  readonly table: ReadTable
  readonly before: Edition
  readonly after: Edition
}

const Sides = ({ after, before, table: { name: tableName, version } }: SidesProps) => {
  const { compare: words, versions } = useMessages().tables
  const navigate = useNavigate()
  const numbers = Array.from({ length: version ?? 0 }, (_, index) => (version ?? 0) - index)
  const options = [
    { id: "draft", label: versions.draft },
    ...numbers.map((number) => ({ id: String(number), label: versions.number({ number }) }))
  ]
  const go = (sides: { readonly before: Edition; readonly after: Edition }) => {
    const entries = Object.entries(sides).filter(([, edition]) => edition !== "draft")
    const search: CompareSearch = Object.fromEntries(entries)
    void navigate({ to: "/tables/$tableName/compare", params: { tableName }, search, replace: true })
  }
  const chosen = (id: string): Edition => (id === "draft" ? id : Number(id))
  return (
    <div className={styles.filter}>
      <Select
        label={words.before}
        value={String(before)}
        options={options}
        onChange={(id) => go({ before: chosen(id), after })}
      />
      <Select
        label={words.after}
        value={String(after)}
        options={options}
        onChange={(id) => go({ before, after: chosen(id) })}
      />
    </div>
  )
}

const Compared = (sides: SidesProps) => {
  const { compare: words } = useMessages().tables
  const { after, before } = sides
  return (
    <div className={styles.part}>
      <Sides {...sides} />
      {before === after ? <Notice tone="info">{words.same}</Notice> : <TableChanges {...sides} />}
    </div>
  )
}

interface CompareTableProps {
  readonly tableName: string
  readonly search: CompareSearch
}

export const CompareTable = ({ search, tableName }: CompareTableProps) => (
  <TableFrame tableName={tableName}>
    {(table) => <Compared table={table} before={editionOf(search.before)} after={editionOf(search.after)} />}
  </TableFrame>
)
