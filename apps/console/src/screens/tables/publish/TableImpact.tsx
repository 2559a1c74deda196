/** What the draft of a table would do to the stored submissions of a form that looks up in it. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { TableUse } from "@formwork/client/contract"
import { useMay } from "../../../api/me.ts"
import { tableFormsQuery } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Section } from "../../../parts/Section.tsx"
import { Select } from "../../../parts/Select.tsx"
import { ImpactSection } from "../../forms/publish/ImpactSection.tsx"
import { useImpact } from "../../forms/publish/useImpact.ts"
import type { ReadTable } from "../one/ReadTable.ts"
import styles from "../tables.module.css"

const Run = ({ formId, table }: { readonly formId: string; readonly table: ReadTable }) => {
  const { impact: words } = useMessages().tables.publish
  const controls = useImpact({ formId, revision: table.draftRevision, table: table.name }, true)
  return <ImpactSection formId={formId} controls={controls} off={undefined} why={words.why} mayBeSkipped={false} />
}

const Chosen = ({ forms, table }: { readonly forms: ReadonlyArray<TableUse>; readonly table: ReadTable }) => {
  const { impact: words } = useMessages().tables.publish
  const [formId, setFormId] = useState("")
  const options = forms.map(({ code, formId: id, title }) => ({ id, label: `${title} (${code})` }))
  return (
    <>
      <Section title={words.title} description={words.choose}>
        <div className={styles.row}>
          <Select
            label={words.form}
            value={formId}
            options={[{ id: "", label: words.none }, ...options]}
            onChange={setFormId}
          />
        </div>
      </Section>
      {formId !== "" && <Run key={`${formId} ${table.draftRevision}`} formId={formId} table={table} />}
    </>
  )
}

/** Nothing for those who may not run submissions, and where no live form uses the table. */
export const TableImpact = ({ table }: { readonly table: ReadTable }) => {
  const may = [useMay("form:read"), useMay("form:write"), useMay("submission:read")].every(Boolean)
  const { data: forms = [] } = useQuery({ ...tableFormsQuery(table.name), enabled: may })
  return may && forms.length > 0 ? <Chosen forms={forms} table={table} /> : null
}
