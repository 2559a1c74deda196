/** What came of publishing a table: its new version, and for each form that was to get it whether it did, or what kept it. */
import type { PublishedTable, TableUse } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Sentence } from "../../../parts/Sentence.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { ReadTable } from "../one/ReadTable.ts"
import { Kept } from "./Kept.tsx"
import styles from "../tables.module.css"

type Outcome = PublishedTable["forms"][number]

interface TablePublishedProps {
  readonly table: ReadTable
  readonly published: PublishedTable
  /** Those that use the table, for their titles. */
  readonly forms: ReadonlyArray<TableUse>
}

const What = ({
  outcome: { faults, formId, formVersionId },
  table
}: {
  readonly outcome: Outcome
  readonly table: ReadTable
}) => {
  const { done: words } = useMessages().tables.publish
  // Cases that would fail are below, with all that differs.
  const told = faults.filter(({ pointer }, index) => index === 0 || pointer !== "")
  if (formVersionId !== null) return <Badge tone="ok">{words.renewed}</Badge>
  return (
    <div className={styles.part}>
      <span className={styles.row}>
        <Badge tone="error">{words.kept}</Badge>
      </span>
      <ul className={styles.choices}>
        {told.slice(0, 20).map(({ message, pointer }) => (
          <li key={`${pointer} ${message}`}>
            <Sentence text={message} />
          </li>
        ))}
      </ul>
      <Kept formId={formId} tableName={table.name} />
    </div>
  )
}

/** The button that was pressed is gone, so the focus goes to the heading of its result. */
const focusFirst = (heading: HTMLElement | null): void => heading?.focus()

export const TablePublished = ({ forms, published, table }: TablePublishedProps) => {
  const { done: words } = useMessages().tables.publish
  const { number } = published.version
  const titles = new Map(forms.map(({ formId, title }) => [formId, title]))
  const kept = published.forms.filter(({ formVersionId }) => formVersionId === null).length
  return (
    <div className={styles.done} role="status">
      <h2 className={styles.doneTitle} tabIndex={-1} ref={focusFirst}>
        {words.title({ number })}
      </h2>
      <p>{published.forms.length === 0 ? words.alone : words.forms({ n: published.forms.length - kept })}</p>
      {kept > 0 && <p>{words.some({ n: kept })}</p>}
      {published.forms.length > 0 && (
        <Table
          label={words.label}
          rows={published.forms}
          rowId={({ formId }) => formId}
          columns={[
            {
              id: "form",
              label: words.form,
              cell: ({ formId }) => <Foreign text={titles.get(formId) ?? formId} isName />
            },
            { id: "what", label: words.what, cell: (outcome) => <What outcome={outcome} table={table} /> }
          ]}
        />
      )}
      <div className={styles.row}>
        <ButtonLink
          to="/tables/$tableName"
          params={{ tableName: table.name }}
          search={{ edition: number }}
          look="primary"
        >
          {words.rows}
        </ButtonLink>
        {number > 1 && (
          <ButtonLink
            to="/tables/$tableName/compare"
            params={{ tableName: table.name }}
            search={{ before: number - 1, after: number }}
          >
            {words.compare({ number: number - 1 })}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
