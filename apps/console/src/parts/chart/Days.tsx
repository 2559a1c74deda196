/** Amounts by day, stacked by series. One tab stop; the arrows go from day to day, and the day's sentence stands below. */
import { useId, useState } from "react"
import type { KeyboardEvent } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { AmountTable } from "./AmountTable.tsx"
import { Legend } from "./Legend.tsx"
import { fillOf, Patterns } from "./Patterns.tsx"
import { scaleOf, totalOf } from "./Series.ts"
import type { Amounts, Series } from "./Series.ts"
import styles from "./chart.module.css"

interface DaysProps<Id extends string> {
  readonly label: string
  readonly series: ReadonlyArray<Series<Id>>
  /** Each day of the period, in order. */
  readonly days: ReadonlyArray<Amounts<Id>>
}

const width = 720
const height = 140

interface StackProps<Id extends string> {
  readonly chart: string
  readonly series: ReadonlyArray<Series<Id>>
  readonly day: Amounts<Id>
  readonly x: number
  readonly breadth: number
  readonly scale: number
}

const Stack = <Id extends string>({ breadth, chart, day, scale, series, x }: StackProps<Id>) => {
  let top = height
  return series.map(({ id }, place) => {
    const size = (day.amountOf(id) / scale) * height
    top -= size
    return <rect key={id} x={x} y={top} width={breadth} height={size} fill={fillOf(chart, place)} />
  })
}

/** The day that the arrows, Home and End go to. */
const stepTo = (key: string, from: number, last: number): number | undefined => {
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[key]
  return to === undefined ? undefined : Math.min(last, Math.max(0, to))
}

const useSentence = <Id extends string>(series: ReadonlyArray<Series<Id>>) => {
  const { charts } = useMessages()
  return (day: Amounts<Id>): string =>
    charts.bar({ label: day.label, parts: series.map(({ id, label }) => ({ label, amount: day.amountOf(id) })) })
}

const Plot = <Id extends string>({ chart, days, label, series }: DaysProps<Id> & { readonly chart: string }) => {
  const sentence = useSentence(series)
  const last = days.length - 1
  const [at, setAt] = useState(last)
  const [isPointed, setPointed] = useState(false)
  const chosen = Math.min(at, last)
  const scale = scaleOf(Math.max(...days.map((day) => totalOf(series, day))))
  const step = width / days.length
  const onKey = (event: KeyboardEvent<SVGSVGElement>) => {
    const to = stepTo(event.key, chosen, last)
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    const bar = event.currentTarget.querySelectorAll("[data-day]")[to]
    if (bar instanceof SVGElement) bar.focus()
  }
  const shown = days[chosen]
  return (
    <>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${width} ${height + 1}`}
        role="group"
        aria-label={label}
        onKeyDown={onKey}
      >
        <Patterns chart={chart} />
        <path className={styles.grid} d={`M0 .5H${width}M0 ${height / 2}H${width}M0 ${height + 0.5}H${width}`} />
        {days.map((day, place) => (
          <g
            key={day.id}
            data-day=""
            role="img"
            aria-label={sentence(day)}
            tabIndex={place === chosen ? 0 : -1}
            className={styles.day}
            onFocus={() => setPointed(true)}
            onBlur={() => setPointed(false)}
            onPointerEnter={() => {
              setAt(place)
              setPointed(true)
            }}
            onPointerLeave={() => setPointed(false)}
          >
            <rect className={styles.column} x={place * step} width={step} height={height} />
            <Stack
              chart={chart}
              series={series}
              day={day}
              scale={scale}
              x={place * step + step * 0.14}
              breadth={step * 0.72}
            />
          </g>
        ))}
      </svg>
      <div className={styles.axis}>
        <span>{days[0]?.label}</span>
        <span className={styles.said} aria-hidden="true">
          {isPointed && shown !== undefined ? sentence(shown) : ""}
        </span>
        <span>{days[last]?.label}</span>
      </div>
    </>
  )
}

export const Days = <Id extends string>(props: DaysProps<Id>) => {
  const { days, label, series } = props
  const { charts } = useMessages()
  const chart = useId()
  return (
    <figure className={styles.chart} aria-label={label}>
      <Legend chart={chart} series={series} totals={(id) => days.reduce((sum, day) => sum + day.amountOf(id), 0)} />
      <Plot {...props} chart={chart} />
      <AmountTable
        label={label}
        rowsLabel={charts.day}
        series={series}
        rows={days.filter((day) => totalOf(series, day) > 0)}
      />
    </figure>
  )
}
