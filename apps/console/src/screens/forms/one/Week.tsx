/** How many submissions a form had in seven days, by day and state. */
import type { Form, SubmissionReport } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { reportQuery } from "../../../api/reports.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { useNow } from "../../../time/useNow.ts"
import { dayIn } from "../../../time/zones.ts"
import { SpanChart } from "../../reports/form/SpanChart.tsx"
import { lastDays } from "../../reports/period.ts"
import { useLiveVersion } from "../../submissions/list/openedVersion.ts"

const days = 7

interface WeekProps {
  readonly form: Form
  readonly zone: string
  readonly workflow: ReadonlyArray<string>
}

const Counted = ({ form, workflow, zone }: WeekProps) => {
  const { week } = useMessages().forms
  const period = lastDays(dayIn(zone, useNow(600)), days)
  const query = useQuery(reportQuery(form.id, period))
  const chart = (report: SubmissionReport) =>
    // No day is left out, also of a form that is younger.
    report.total === 0 ? (
      <p>{week.none}</p>
    ) : (
      <SpanChart report={report} period={period} whole={period} workflow={workflow} />
    )
  return (
    <Queried query={query} lines={3}>
      {chart}
    </Queried>
  )
}

export const Week = ({ form }: { readonly form: Form }) => {
  const { week } = useMessages().forms
  const live = useLiveVersion(form.id)
  return (
    <Section
      title={week.title}
      actions={
        <ButtonLink to="/forms/$formId/report" params={{ formId: form.id }}>
          {week.report}
        </ButtonLink>
      }
    >
      <Queried query={live} lines={3}>
        {(version) => (
          <Counted
            form={form}
            zone={version?.checked?.definition.timeZone ?? "UTC"}
            workflow={version?.checked?.definition.workflow.states ?? []}
          />
        )}
      </Queried>
    </Section>
  )
}
