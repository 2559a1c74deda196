/** What each form was called for in seven days. Forms with nothing are left out. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { FormOverview } from "@formwork/client/contract"
import { useMay } from "../../api/me.ts"
import { weekQuery } from "../../api/overview.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Foreign } from "../../parts/Foreign.tsx"
import { Section } from "../../parts/Section.tsx"
import { Queried } from "../../parts/States.tsx"
import { Table } from "../../parts/Table.tsx"
import { newestFormsQuery } from "./useThere.ts"
import styles from "./Home.module.css"

const isUsed = ({ create, deadEffects, evaluate, states }: FormOverview): boolean =>
  evaluate + create + deadEffects + states.length > 0

const Numbers = () => {
  const { common, home } = useMessages()
  const words = home.week
  const week = useQuery(weekQuery)
  const forms = useQuery(newestFormsQuery)
  const titles = new Map(forms.data?.items.map(({ id, title }) => [id, title]))
  return (
    <Queried query={week} lines={3}>
      {({ items }) => {
        const rows = items.filter(isUsed)
        if (rows.length === 0) return <p className={styles.why}>{words.none}</p>
        return (
          <Table
            label={words.label}
            rows={rows}
            rowId={({ formId }) => formId}
            columns={[
              {
                id: "form",
                label: words.form,
                cell: ({ formId }) => (
                  <Link to="/forms/$formId" params={{ formId }} className={styles.name ?? ""}>
                    <Foreign text={titles.get(formId) ?? formId} isName />
                  </Link>
                )
              },
              {
                id: "evaluate",
                label: words.evaluate,
                align: "end",
                cell: ({ evaluate }) => common.number({ n: evaluate })
              },
              { id: "create", label: words.create, align: "end", cell: ({ create }) => common.number({ n: create }) },
              {
                id: "dead",
                label: words.dead,
                align: "end",
                cell: ({ deadEffects }) => common.number({ n: deadEffects })
              }
            ]}
          />
        )
      }}
    </Queried>
  )
}

export const WeekByForm = () => {
  const { week: words } = useMessages().home
  const mayReport = useMay("report:read")
  const mayForms = useMay("form:read")
  return mayReport && mayForms ? (
    <Section title={words.title}>
      <Numbers />
    </Section>
  ) : null
}
