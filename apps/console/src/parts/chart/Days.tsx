/** Amounts by day, or by longer spans of time, stacked by series. With links each bar leads to what it counts. */
import { useId } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { signed } from "../foreignText.ts"
import { AmountTable } from "./AmountTable.tsx"
import type { ChartLink } from "./ChartLink.ts"
import { Legend } from "./Legend.tsx"
import { fillOf } from "./Patterns.tsx"
import { Plot, plotHeight, plotWidth } from "./Plot.tsx"
import type { Bar, PlotColumn } from "./Plot.tsx"
import { scaleOf, totalOf } from "./Series.ts"
import type { Amounts, Series } from "./Series.ts"
import styles from "./chart.module.css"

interface DaysProps<Id extends string> {
  readonly label: string
  readonly series: ReadonlyArray<Series<Id>>
  /** Each day of the period, in order. */
  readonly days: ReadonlyArray<Amounts<Id>>
  /** What a row of the table is; `Day` where it is left out. */
  readonly rowsLabel?: string
  /** Where a bar leads; undefined for one that leads nowhere. */
  readonly linkOf?: (day: Amounts<Id>, series: Id) => ChartLink | undefined
}

/** The bars of a day, from the bottom: one a series where each is reached on its own, and else one for all. */
const barsOf = <Id extends string>(
  { label, linkOf, series }: DaysProps<Id>,
  day: Amounts<Id>,
  chart: string,
  scale: number,
  sentence: (parts: ReadonlyArray<Series<Id>>) => string
): ReadonlyArray<Bar> => {
  let top = plotHeight
  const rects = series.map(({ id, look }, place) => {
    const height = (day.amountOf(id) / scale) * plotHeight
    top -= height
    return { id, y: top, height, fill: fillOf(chart, look ?? place) }
  })
  if (linkOf === undefined) return [{ id: label, sentence: sentence(series), rects, isWhole: true }]
  return series.flatMap((one, place) =>
    day.amountOf(one.id) === 0
      ? []
      : [
          {
            id: one.id,
            sentence: sentence([one]),
            rects: rects.slice(place, place + 1),
            link: linkOf(day, one.id),
            isWhole: false
          }
        ]
  )
}

const usePlot = <Id extends string>(props: DaysProps<Id>, chart: string) => {
  const { charts } = useMessages()
  const { days, series } = props
  const scale = scaleOf(Math.max(...days.map((day) => totalOf(series, day))))
  const step = plotWidth / days.length
  const columns = days.map((day, place): PlotColumn => {
    const sentence = (parts: ReadonlyArray<Series<Id>>) =>
      charts.bar({
        label: day.label,
        parts: parts.map(({ id, label }) => ({ label: signed(label), amount: day.amountOf(id) }))
      })
    return {
      id: day.id,
      x: place * step,
      width: step,
      filled: 0.72,
      bars: barsOf(props, day, chart, scale, sentence)
    }
  })
  return { columns, top: charts.amount({ amount: scale }) }
}

export const Days = <Id extends string>(props: DaysProps<Id>) => {
  const { days, label, linkOf, rowsLabel, series } = props
  const { charts } = useMessages()
  const chart = useId()
  const plot = usePlot(props, chart)
  return (
    <figure className={styles.chart} aria-label={label}>
      <Legend chart={chart} series={series} totals={(id) => days.reduce((sum, day) => sum + day.amountOf(id), 0)} />
      <Plot {...plot} chart={chart} label={label} ends={[days[0]?.label ?? "", days.at(-1)?.label ?? ""]} />
      <AmountTable
        label={label}
        rowsLabel={rowsLabel ?? charts.day}
        series={series}
        rows={days.filter((day) => totalOf(series, day) > 0)}
        {...(linkOf === undefined ? {} : { linkOf })}
      />
    </figure>
  )
}
