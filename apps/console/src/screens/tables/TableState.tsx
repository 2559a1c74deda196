/** Whether forms can use a table, and whether its draft has changed since. */
import type { Table } from "@formwork/client/contract"
import { useMessages } from "../../messages/useMessages.ts"
import { Badge } from "../../parts/Badge.tsx"
import styles from "./tables.module.css"

interface TableProps {
  readonly table: Pick<Table, "draftRevision" | "publishedRevision" | "version">
}

export const NewestVersion = ({ table: { version } }: TableProps) => {
  const { list } = useMessages().tables
  return version === null ? <Badge>{list.notPublished}</Badge> : <Badge tone="ok">{list.number({ version })}</Badge>
}

/** Whether publishing the draft would make another version than the newest. False for a table that was never published. */
export const tableDiffers = ({ draftRevision, publishedRevision, version }: TableProps["table"]): boolean =>
  version !== null && publishedRevision !== draftRevision

export const TableDraft = ({ table }: TableProps) => {
  const { list } = useMessages().tables
  if (table.version === null) return null
  return tableDiffers(table) ? (
    <Badge tone="warning">{list.differs}</Badge>
  ) : (
    <span className={styles.quiet}>{list.same}</span>
  )
}
