/** What was filed in seven days, by day, and what each form was called for. Forms with nothing are left out. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { FormOverview } from "@formwork/client/contract"
import { useMay } from "../../api/me.ts"
import { weekQuery } from "../../api/overview.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Spark } from "../../parts/chart/Spark.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import { Section } from "../../parts/Section.tsx"
import { Queried } from "../../parts/States.tsx"
import { Table } from "../../parts/Table.tsx"
import { civilDay, utcDaysBetween } from "../../time/dates.ts"
import { newestFormsQuery } from "./useThere.ts"
import styles from "./Home.module.css"

const isUsed = ({ create, deadEffects, evaluate, states }: FormOverview): boolean =>
  evaluate + create + deadEffects + states.length > 0

interface WeekProps {
  /** Each day of the week in UTC, as the numbers beside it are. */
  readonly days: ReadonlyArray<string>
  readonly forms: ReadonlyArray<FormOverview>
}

/** What was filed, by day: of one form, or of several together. */
const Filed = ({ days, forms }: WeekProps) => {
  const { common, home } = useMessages()
  const filed = new Map<string, number>()
  for (const { create, day } of forms.flatMap((form) => form.days)) filed.set(day, (filed.get(day) ?? 0) + create)
  return (
    <Spark
      label={home.week.byDay}
      days={days.map((day) => ({ id: day, label: civilDay(common.language, day), amount: filed.get(day) ?? 0 }))}
    />
  )
}

const Total = (week: WeekProps) => {
  const { week: words } = useMessages().home
  return (
    <p className={styles.total}>
      <strong>{words.total({ n: week.forms.reduce((sum, { create }) => sum + create, 0) })}</strong>
      <Filed {...week} />
    </p>
  )
}

const Numbers = () => {
  const { common, home } = useMessages()
  const words = home.week
  const week = useQuery(weekQuery)
  const forms = useQuery(newestFormsQuery)
  const titles = new Map(forms.data?.items.map(({ id, title }) => [id, title]))
  return (
    <Queried query={week} lines={3}>
      {({ from, items, next, to }) => {
        const days = utcDaysBetween(from, to)
        const rows = items.filter(isUsed)
        if (rows.length === 0) return <p className={styles.why}>{words.none}</p>
        return (
          <>
            {/* The newest hundred forms alone would be too few. */}
            {next === null && <Total days={days} forms={rows} />}
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
                { id: "byDay", label: words.byDay, cell: (form) => <Filed days={days} forms={[form]} /> },
                {
                  id: "dead",
                  label: words.dead,
                  align: "end",
                  cell: ({ deadEffects }) => common.number({ n: deadEffects })
                }
              ]}
            />
          </>
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
