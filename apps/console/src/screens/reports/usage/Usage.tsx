/** Calls by key, day and operation, of all forms or of one. */
import type { UsageDay } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useMay } from "../../../api/me.ts"
import { usageFile } from "../../../api/reports.ts"
import { usageOfDaysQuery } from "../../../api/usage.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Days } from "../../../parts/chart/Days.tsx"
import { DownloadLink } from "../../../parts/DownloadLink.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { civilDay, utcDaysBetween } from "../../../time/dates.ts"
import { useNow } from "../../../time/useNow.ts"
import { dayIn } from "../../../time/zones.ts"
import { FormChoice } from "../../submissions/list/FormChoice.tsx"
import { PeriodChoice } from "../PeriodChoice.tsx"
import { isInOrder, lastDays, lengthOf, periodOf } from "../period.ts"
import type { Period } from "../period.ts"
import styles from "../reports.module.css"
import { CallerTable } from "./CallerTable.tsx"
import { isTooLong, MOST_DAYS } from "./usageSearch.ts"
import type { UsageSearch } from "./usageSearch.ts"
import { byCaller, callsOf, operations } from "./usageRows.ts"
import type { Operation } from "./usageRows.ts"

interface CallsProps {
  readonly items: ReadonlyArray<UsageDay>
  readonly period: Period
}

const Calls = ({ items, period }: CallsProps) => {
  const { common, reports } = useMessages()
  const { usage: words } = reports
  if (items.length === 0) return <Empty title={words.noneTitle}>{words.none}</Empty>
  return (
    <>
      <Section title={words.byDay}>
        <Days
          label={words.byDay}
          series={operations.map((id) => ({ id, label: words[id] }))}
          days={utcDaysBetween(period.from, period.to).map((day) => ({
            id: day,
            label: civilDay(common.language, day),
            amountOf: (operation: Operation) => callsOf(items, operation, day)
          }))}
        />
      </Section>
      <Section title={words.byCaller}>
        <CallerTable rows={byCaller(items)} />
      </Section>
    </>
  )
}

const Shown = ({ form, period }: { readonly form: string | undefined; readonly period: Period }) => {
  const query = useQuery(usageOfDaysQuery(period, form))
  return (
    <Queried query={query} lines={10}>
      {(items) => <Calls items={items} period={period} />}
    </Queried>
  )
}

/** What keeps a period from being shown. */
const useRefusal = (period: Period): string | undefined => {
  const { period: words } = useMessages().reports
  if (!isInOrder(period)) return words.notInOrder
  return isTooLong(period) ? words.tooLong({ n: lengthOf(period), days: MOST_DAYS }) : undefined
}

export const Usage = ({ search }: { readonly search: UsageSearch }) => {
  const { csv, period: about, usage: words } = useMessages().reports
  const navigate = useNavigate()
  const mayChoose = useMay("form:read")
  const today = dayIn("UTC", useNow(600))
  const period = periodOf(search, today)
  const refusal = useRefusal(period)
  const go = (next: UsageSearch, replace: boolean) =>
    void navigate({ to: "/usage", search: next, replace, resetScroll: false })
  return (
    <Page title={words.title} description={words.description}>
      <div className={styles.sections}>
        <div className={styles.head}>
          <PeriodChoice
            period={period}
            presets={[7, 30, MOST_DAYS].map((n) => ({
              id: String(n),
              label: about.days({ n }),
              ...lastDays(today, n)
            }))}
            onChange={(next, isTyped) => go({ ...search, ...next }, isTyped)}
          />
          {mayChoose && (
            <FormChoice
              formId={search.form}
              onChange={(form) => {
                const { form: _, ...others } = search
                go(form === undefined ? others : { ...others, form }, false)
              }}
            />
          )}
          {refusal === undefined && <DownloadLink href={usageFile(period, search.form)}>{csv}</DownloadLink>}
        </div>
        <p className={styles.quiet}>{about.zone({ zone: "UTC" })}</p>
        {refusal === undefined ? (
          <Shown form={search.form} period={period} />
        ) : (
          <Notice tone="warning">{refusal}</Notice>
        )}
      </div>
    </Page>
  )
}
