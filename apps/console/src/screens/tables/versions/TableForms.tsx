/** The forms whose live version looks up in a table. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { tableFormsQuery } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { ReadTable } from "../one/ReadTable.ts"
import { TableFrame } from "../one/TableFrame.tsx"
import styles from "../tables.module.css"

const UsedVersion = ({ newest, used }: { readonly newest: number | null; readonly used: number }) => {
  const { forms: words, versions } = useMessages().tables
  return (
    <span className={styles.row}>
      {versions.number({ number: used })}
      {newest !== null && used < newest && <Badge tone="warning">{words.older({ version: newest })}</Badge>}
    </span>
  )
}

const FormList = ({ table: { name, version } }: { readonly table: ReadTable }) => {
  const { forms: words, tabs } = useMessages().tables
  const query = useQuery(tableFormsQuery(name))
  return (
    <Queried query={query} lines={3}>
      {(forms) =>
        forms.length === 0 ? (
          <Empty title={words.emptyTitle}>
            <div className={styles.part}>
              <p>{words.empty}</p>
              <code>
                <Foreign text={`"tables": { "area": "${name}" }`} />
              </code>
            </div>
          </Empty>
        ) : (
          <div className={styles.part}>
            <p>{words.why}</p>
            <Table
              label={tabs.forms}
              rows={forms}
              rowId={({ formId }) => formId}
              columns={[
                {
                  id: "title",
                  label: words.title,
                  cell: ({ formId, title }) => (
                    <Link to="/forms/$formId" params={{ formId }}>
                      <Foreign text={title} isName />
                    </Link>
                  )
                },
                { id: "code", label: words.code, cell: ({ code }) => <code>{code}</code> },
                {
                  id: "version",
                  label: words.version,
                  cell: ({ version: used }) => <UsedVersion used={used} newest={version} />
                }
              ]}
            />
          </div>
        )
      }
    </Queried>
  )
}

export const TableForms = ({ tableName }: { readonly tableName: string }) => (
  <TableFrame tableName={tableName}>{(table) => <FormList table={table} />}</TableFrame>
)
