/** A form's submissions in a period, summed up. Each bar leads to the submissions that it counts. */
import type { Form } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { reportFile, reportQuery } from "../../../api/reports.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { DownloadLink } from "../../../parts/DownloadLink.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { useNow } from "../../../time/useNow.ts"
import { dayIn } from "../../../time/zones.ts"
import { FormFrame } from "../../forms/one/FormFrame.tsx"
import type { OpenedVersion } from "../../submissions/list/openedVersion.ts"
import { useLiveVersion } from "../../submissions/list/openedVersion.ts"
import { PeriodChoice } from "../PeriodChoice.tsx"
import type { Preset } from "../PeriodChoice.tsx"
import { isInOrder, lastDays, periodOf } from "../period.ts"
import type { Period, PeriodSearch } from "../period.ts"
import styles from "../reports.module.css"
import { Sections } from "./Sections.tsx"

/** After so long the page says what takes time. */
const SLOW_MILLIS = 3_000

const Slow = () => {
  const { form: words } = useMessages().reports
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MILLIS)
    return () => clearTimeout(timer)
  }, [])
  return <div role="status">{isSlow && <p className={styles.quiet}>{words.slow}</p>}</div>
}

interface ReportProps {
  readonly form: Form
  readonly version: OpenedVersion
  readonly period: Period
  readonly whole: Period
}

const Report = ({ form, period, version, whole }: ReportProps) => {
  const query = useQuery(reportQuery(form.id, period))
  return (
    <>
      <Queried query={query} lines={10}>
        {(report) => (
          <Sections report={report} period={period} whole={whole} definition={version.checked?.definition} />
        )}
      </Queried>
      {query.isPending && query.failureCount === 0 && <Slow />}
    </>
  )
}

const usePresets = (today: string, whole: Period): ReadonlyArray<Preset> => {
  const { period: words } = useMessages().reports
  return [
    ...[7, 30, 92].map((n) => ({ id: String(n), label: words.days({ n }), ...lastDays(today, n) })),
    { id: "year", label: words.year, ...lastDays(today, 365) },
    { id: "whole", label: words.whole, ...whole }
  ]
}

interface ChosenProps {
  readonly form: Form
  readonly version: OpenedVersion
  readonly search: PeriodSearch
}

const Chosen = ({ form, search, version }: ChosenProps) => {
  const { csv, form: words, period: about } = useMessages().reports
  const navigate = useNavigate()
  const now = useNow(600)
  const zone = version.checked?.definition.timeZone ?? "UTC"
  const today = dayIn(zone, now)
  // No submission of a form is older than the form.
  const whole = { from: dayIn(zone, Date.parse(form.createdAt)), to: today }
  const period = periodOf(search, today)
  return (
    <div className={styles.sections}>
      <div className={styles.head}>
        <PeriodChoice
          period={period}
          presets={usePresets(today, whole)}
          onChange={(next, isTyped) =>
            void navigate({
              to: "/forms/$formId/report",
              params: { formId: form.id },
              search: next,
              replace: isTyped,
              resetScroll: false
            })
          }
        />
        {isInOrder(period) && <DownloadLink href={reportFile(form.id, period)}>{csv}</DownloadLink>}
      </div>
      <p className={styles.quiet}>{about.zone({ zone })}</p>
      {version.checked === undefined && <Notice tone="warning">{words.newer}</Notice>}
      {isInOrder(period) ? (
        <Report form={form} version={version} period={period} whole={whole} />
      ) : (
        <Notice tone="warning">{about.notInOrder}</Notice>
      )}
    </div>
  )
}

const NoLive = ({ formId }: { readonly formId: string }) => {
  const { forms, reports } = useMessages()
  return (
    <Empty
      title={reports.form.noLiveTitle}
      action={
        <ButtonLink to="/forms/$formId/publish" params={{ formId }}>
          {forms.actions.publish}
        </ButtonLink>
      }
    >
      {reports.form.noLive}
    </Empty>
  )
}

const Opened = ({ form, search }: Omit<ChosenProps, "version">) => {
  const live = useLiveVersion(form.id)
  return (
    <Queried query={live}>
      {(version) =>
        version === null ? <NoLive formId={form.id} /> : <Chosen form={form} version={version} search={search} />
      }
    </Queried>
  )
}

interface FormReportProps {
  readonly formId: string
  readonly search: PeriodSearch
}

export const FormReport = ({ formId, search }: FormReportProps) => (
  <FormFrame formId={formId}>
    {(form) => (form.liveVersionId === null ? <NoLive formId={formId} /> : <Opened form={form} search={search} />)}
  </FormFrame>
)
