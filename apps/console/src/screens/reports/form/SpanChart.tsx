/** Submissions by day, or by longer spans of a long period, stacked by their present state. Each bar leads to them. */
import type { SubmissionReport } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Days } from "../../../parts/chart/Days.tsx"
import { civilDay } from "../../../time/dates.ts"
import type { Period } from "../period.ts"
import { spanAmounts } from "./spanAmounts.ts"
import type { Unit } from "./spans.ts"
import { OTHERS, seriesOf } from "./states.ts"
import { useBarLinks } from "./useBarLinks.ts"

export interface SpanChartProps {
  readonly report: SubmissionReport
  readonly period: Period
  /** From the day on which the form was made to today. */
  readonly whole: Period
  /** The states of the live version, in order. */
  readonly workflow: ReadonlyArray<string>
}

/** Places among the looks of charts: what was filed from the accent on, drafts in grey. */
const looks = [0, 2, 1, 3, 5, 4]
const draftLook = 4

const lookOf = (names: ReadonlyArray<string>, place: number): number =>
  names[place] === "draft" ? draftLook : (looks[names[0] === "draft" ? place - 1 : place] ?? 0)

const spanLabel = (language: string, unit: Unit, day: string): string => {
  if (unit === "year") return day.slice(0, 4)
  return unit === "month"
    ? new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(day))
    : civilDay(language, day)
}

export const SpanChart = ({ period, report, whole, workflow }: SpanChartProps) => {
  const { common, reports, submission } = useMessages()
  const { form: words } = reports
  const links = useBarLinks(report, period)
  const names = seriesOf(report, workflow)
  const { spans, unit } = spanAmounts(report, names, period, whole)
  const byId = new Map(spans.map((span) => [span.from, span]))
  return (
    <Days
      label={words.dayTitles[unit]}
      rowsLabel={words.units[unit]}
      series={names.map((id, place) => ({
        id,
        label: id === OTHERS ? words.otherStates : submission.state({ name: id }),
        look: lookOf(names, place)
      }))}
      days={spans.map(({ counts, from }) => ({
        id: from,
        label: spanLabel(common.language, unit, from),
        amountOf: (state: string) => counts.get(state) ?? 0
      }))}
      linkOf={({ id }, state) => {
        const span = byId.get(id)
        return span === undefined ? undefined : links.state(span, state)
      }}
    />
  )
}
