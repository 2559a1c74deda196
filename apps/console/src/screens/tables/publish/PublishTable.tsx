/** Publishing a table: what changes in it, which forms use it, which of them get the new version at once, and what came of it. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { PublishedTable } from "@formwork/client/contract"
import { useMay } from "../../../api/me.ts"
import { tableFormsQuery } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Empty } from "../../../parts/States.tsx"
import type { ReadTable } from "../one/ReadTable.ts"
import { TableFrame } from "../one/TableFrame.tsx"
import { useBasis } from "../one/useBasis.ts"
import { tableDiffers } from "../TableState.tsx"
import { TableChanges } from "../versions/TableChanges.tsx"
import { FormChoice } from "./FormChoice.tsx"
import { PublishTableForm } from "./PublishTableForm.tsx"
import { TableImpact } from "./TableImpact.tsx"
import { TablePublished } from "./TablePublished.tsx"
import styles from "../tables.module.css"

const Changes = ({ table }: { readonly table: ReadTable }) => {
  const { publish: words, rows } = useMessages().tables
  const { version } = table
  return (
    <Section title={words.changes} description={version === null ? undefined : words.since({ number: version })}>
      {version === null ? (
        <p>
          {words.first} {rows.count({ n: table.rows })}.
        </p>
      ) : tableDiffers(table) ? (
        <TableChanges table={table} before={version} after="draft" />
      ) : (
        <Notice tone="info">{words.unchanged({ number: version })}</Notice>
      )}
    </Section>
  )
}

interface PublishingProps {
  readonly table: ReadTable
  readonly onPublished: (published: PublishedTable) => void
}

/** A newer draft is looked at before it can be published. */
const Publishing = ({ onPublished, table }: PublishingProps) => {
  const { publish: words } = useMessages().tables
  const { basis, isStale, take } = useBasis(table)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <div className={styles.sections}>
      {isStale && (
        <Notice tone="warning" title={words.stale} actions={<Button onPress={take}>{words.show}</Button>}>
          {words.staleWhy}
        </Notice>
      )}
      <Changes table={basis} />
      {tableDiffers(basis) && <TableImpact table={basis} />}
      <FormChoice table={basis} chosen={chosen} onChoose={setChosen} />
      <PublishTableForm table={basis} isStale={isStale} forms={[...chosen]} onPublished={onPublished} />
    </div>
  )
}

const Screen = ({ table }: { readonly table: ReadTable }) => {
  const [published, setPublished] = useState<PublishedTable | undefined>()
  const { data: forms = [] } = useQuery({ ...tableFormsQuery(table.name), enabled: useMay("form:read") })
  return published === undefined ? (
    <Publishing table={table} onPublished={setPublished} />
  ) : (
    <TablePublished table={table} published={published} forms={forms} />
  )
}

export const PublishTable = ({ tableName }: { readonly tableName: string }) => {
  const { common } = useMessages()
  const mayPublish = useMay("table:publish")
  return (
    <TableFrame tableName={tableName}>
      {(table) =>
        mayPublish ? (
          <Screen table={table} />
        ) : (
          <Empty title={common.states.refused}>{common.states.refusedPrivilege({ privilege: "table:publish" })}</Empty>
        )
      }
    </TableFrame>
  )
}
