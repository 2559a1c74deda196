/** Every version of a table, the newest first. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { TableVersion } from "@formwork/client/contract"
import { useMay } from "../../../api/me.ts"
import { tableVersionsQuery } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import type { ReadTable } from "../one/ReadTable.ts"
import { TableFrame } from "../one/TableFrame.tsx"
import styles from "../tables.module.css"

const useColumns = ({ name: tableName }: ReadTable): ReadonlyArray<Column<TableVersion>> => {
  const { common, tables } = useMessages()
  const { versions: words } = tables
  return [
    {
      id: "number",
      label: words.version,
      cell: ({ number }) => (
        <Link to="/tables/$tableName" params={{ tableName }} search={{ edition: number }}>
          {words.number({ number })}
        </Link>
      )
    },
    { id: "rows", label: words.rows, align: "end", cell: ({ rows }) => common.number({ n: rows }) },
    { id: "published", label: words.published, cell: ({ publishedAt }) => <When at={publishedAt} /> },
    { id: "by", label: words.by, cell: ({ publishedBy }) => <Foreign text={publishedBy.name} isName /> },
    { id: "note", label: words.note, cell: ({ note }) => (note === null ? null : <Foreign text={note} />) },
    {
      id: "actions",
      label: words.actions,
      isLabelHidden: true,
      align: "end",
      cell: ({ number }) => (
        <Link to="/tables/$tableName/compare" params={{ tableName }} search={{ before: number }}>
          {words.compare}
        </Link>
      )
    }
  ]
}

const NoVersions = ({ tableName }: { readonly tableName: string }) => {
  const { publish, versions: words } = useMessages().tables
  const mayPublish = useMay("table:publish")
  return (
    <Empty
      title={words.emptyTitle}
      action={
        mayPublish && (
          <ButtonLink to="/tables/$tableName/publish" params={{ tableName }} look="primary">
            {publish.open}
          </ButtonLink>
        )
      }
    >
      {words.empty}
    </Empty>
  )
}

const VersionList = ({ table }: { readonly table: ReadTable }) => {
  const { common, tables } = useMessages()
  const columns = useColumns(table)
  const versions = useInfiniteQuery(tableVersionsQuery(table.name))
  return (
    <Queried query={versions}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        if (rows.length === 0) return <NoVersions tableName={table.name} />
        return (
          <div className={styles.part}>
            <Table label={tables.tabs.versions} columns={columns} rows={rows} rowId={({ id }) => id} />
            <Refused error={versions.isFetchNextPageError ? versions.error : null} />
            {versions.hasNextPage && (
              <Button isPending={versions.isFetchingNextPage} onPress={() => void versions.fetchNextPage()}>
                {common.showMore}
              </Button>
            )}
          </div>
        )
      }}
    </Queried>
  )
}

/** Who made, saved and published it. */
const AuditLink = ({ table: { id } }: { readonly table: ReadTable }) => {
  const { versions: words } = useMessages().tables
  if (!useMay("audit:read")) return null
  return (
    <p>
      <Link to="/settings/audit" search={{ subject: id }}>
        {words.audit}
      </Link>
    </p>
  )
}

export const TableVersions = ({ tableName }: { readonly tableName: string }) => (
  <TableFrame tableName={tableName}>
    {(table) => (
      <div className={styles.part}>
        <VersionList table={table} />
        <AuditLink table={table} />
      </div>
    )}
  </TableFrame>
)
