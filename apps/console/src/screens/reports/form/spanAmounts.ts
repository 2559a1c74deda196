/** How many submissions each span of a period has, by series. */
import type { SubmissionReport } from "@formwork/client/contract"
import { lengthOf } from "../period.ts"
import type { Period } from "../period.ts"
import { spansOf } from "./spans.ts"
import type { Unit } from "./spans.ts"
import { OTHERS } from "./states.ts"

interface SpanAmounts extends Period {
  readonly counts: ReadonlyMap<string, number>
}

/** A period up to this long is drawn whole, also where the form is younger. */
const WHOLE_DAYS = 366

/** The days that are drawn: of a long period that begins before the form was made, those since it was made. */
export const drawnDays = ({ days }: Pick<SubmissionReport, "days">, { from, to }: Period, whole: Period): Period => {
  if (lengthOf({ from, to }) <= WHOLE_DAYS) return { from, to }
  const [first = whole.from, last = whole.to] = [days[0]?.day, days.at(-1)?.day]
  const begin = [whole.from, first].toSorted()[0] ?? from
  const end = [whole.to, last].toSorted()[1] ?? to
  return { from: from > begin ? from : begin, to: to < end ? to : end }
}

/** @param whole from the day on which the form was made to today. */
export const spanAmounts = (
  report: Pick<SubmissionReport, "days">,
  series: ReadonlyArray<string>,
  period: Period,
  whole: Period
): { readonly unit: Unit; readonly spans: ReadonlyArray<SpanAmounts> } => {
  const { spans, unit } = spansOf(drawnDays(report, period, whole))
  const known = new Set(series)
  const amounts = spans.map((span) => ({ ...span, counts: new Map<string, number>() }))
  let place = 0
  // Both are in the order of time.
  for (const { count, day, state } of report.days) {
    while (place < amounts.length - 1 && (amounts[place]?.to ?? "") < day) place += 1
    const counts = amounts[place]?.counts
    const name = known.has(state) ? state : OTHERS
    counts?.set(name, count + (counts.get(name) ?? 0))
  }
  return { unit, spans: amounts }
}
