/** All tables of the organisation. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Table as OneTable } from "@formwork/client/contract"
import { useMay } from "../../../api/me.ts"
import { tablesQuery } from "../../../api/tables.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { CodeBlock } from "../../../parts/CodeBlock.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { exampleCsv } from "../exampleCsv.ts"
import { NewestVersion, TableDraft } from "../TableState.tsx"
import styles from "../tables.module.css"

const useColumns = (): ReadonlyArray<Column<OneTable>> => {
  const { common, tables } = useMessages()
  const { list } = tables
  return [
    {
      id: "name",
      label: list.name,
      cell: ({ name }) => (
        <code>
          <Link to="/tables/$tableName" params={{ tableName: name }}>
            <Foreign text={name} isName />
          </Link>
        </code>
      )
    },
    { id: "version", label: list.version, cell: (table) => <NewestVersion table={table} /> },
    { id: "draft", label: list.draft, cell: (table) => <TableDraft table={table} /> },
    { id: "rows", label: list.rows, align: "end", cell: ({ rows }) => common.number({ n: rows }) },
    { id: "updated", label: list.updated, cell: ({ updatedAt }) => <When at={updatedAt} /> }
  ]
}

const NewTableLink = () => {
  const { new: words } = useMessages().tables
  return (
    <ButtonLink to="/tables/new-table" look="primary">
      {words.title}
    </ButtonLink>
  )
}

const NoTables = ({ mayWrite }: { readonly mayWrite: boolean }) => {
  const { empty } = useMessages().tables
  return (
    <Empty title={empty.title} action={mayWrite && <NewTableLink />}>
      <div className={styles.part}>
        <p>{empty.why}</p>
        <div className={styles.example}>
          <CodeBlock label={empty.example} text={exampleCsv} fileName="areas.csv" />
        </div>
        <p>{empty.read}</p>
      </div>
    </Empty>
  )
}

export const Tables = () => {
  const { tables: words } = useMessages()
  const query = useQuery(tablesQuery)
  const mayWrite = useMay("table:write")
  const columns = useColumns()
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={mayWrite && (query.data?.length ?? 0) > 0 && <NewTableLink />}
    >
      {!mayWrite && <p className={styles.quiet}>{words.needsWrite}</p>}
      <Queried query={query}>
        {(items) =>
          items.length === 0 ? (
            <NoTables mayWrite={mayWrite} />
          ) : (
            <Table label={words.title} columns={columns} rows={items} rowId={({ id }) => id} />
          )
        }
      </Queried>
    </Page>
  )
}
