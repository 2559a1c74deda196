/** How many submissions a form had in seven days, by state. */
import { queryOptions, useQuery } from "@tanstack/react-query"
import { api } from "../../../api/api.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"

const days = 7

/** The first of the seven days; today is the last. */
const firstDay = (now: Date): string => {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() - (days - 1))
  return day.toISOString().slice(0, 10)
}

const weekQuery = (formId: string, from: string) =>
  queryOptions({
    queryKey: ["report", formId, from],
    queryFn: async ({ signal }) => (await api.reports.submissions({ form: formId, from }, { signal })).body
  })

export const Week = ({ formId }: { readonly formId: string }) => {
  const { common, forms } = useMessages()
  const { week } = forms
  const report = useQuery(weekQuery(formId, firstDay(new Date())))
  return (
    <Section title={week.title}>
      <Queried query={report} lines={3}>
        {({ states, total }) =>
          total === 0 ? (
            <p>{week.none}</p>
          ) : (
            <Table
              label={week.table}
              rows={states}
              rowId={({ state }) => state}
              columns={[
                { id: "state", label: week.state, cell: ({ state }) => <Foreign text={state} /> },
                { id: "count", label: week.count, align: "end", cell: ({ count }) => common.number({ n: count }) }
              ]}
            />
          )
        }
      </Queried>
    </Section>
  )
}
