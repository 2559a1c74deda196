/** Columns of bars. One tab stop; the arrows go from bar to bar, and the sentence of the bar stands below. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { KeyboardEvent, ReactNode } from "react"
import type { ChartLink } from "./ChartLink.ts"
import { Patterns } from "./Patterns.tsx"
import { nearestBar, stepFrom } from "./steps.ts"
import type { Place } from "./steps.ts"
import styles from "./chart.module.css"

interface Rect {
  readonly id: string
  readonly y: number
  readonly height: number
  readonly fill: string
}

/** What is reached on its own: a bar, or a column of them. */
export interface Bar {
  readonly id: string
  readonly sentence: string
  readonly rects: ReadonlyArray<Rect>
  readonly link?: ChartLink | undefined
  /** Whether the whole height of its column belongs to it. */
  readonly isWhole: boolean
}

export interface PlotColumn {
  readonly id: string
  readonly x: number
  readonly width: number
  /** The part of the width that is filled. */
  readonly filled: number
  /** From the bottom. */
  readonly bars: ReadonlyArray<Bar>
}

interface PlotProps {
  /** What the ids of the fills begin with. */
  readonly chart: string
  readonly label: string
  readonly columns: ReadonlyArray<PlotColumn>
  /** What stands at both ends of the axis. */
  readonly ends: readonly [first: string, last: string]
  /** The amount at the top; left out where heights are no amounts. */
  readonly top?: string
}

export const plotWidth = 720
export const plotHeight = 140

interface BarProps {
  readonly bar: Bar
  readonly column: PlotColumn
  readonly place: Place
  readonly isStop: boolean
  readonly onPoint: (place: Place | undefined) => void
}

const shapesOf = (bar: Bar, { filled, width, x }: PlotColumn): ReactNode => (
  <>
    {bar.isWhole && <rect className={styles.column} x={x} width={width} height={plotHeight} />}
    {bar.rects.map(({ fill, height, id, y }) => (
      <rect
        key={id}
        className={styles.rect}
        x={x + (width * (1 - filled)) / 2}
        y={y}
        width={width * filled}
        height={height}
        fill={fill}
      />
    ))}
  </>
)

const PlotBar = ({ bar, column, isStop, onPoint, place }: BarProps) => {
  const shared = {
    "data-bar": `${place.column} ${place.row}`,
    "aria-label": bar.sentence,
    tabIndex: isStop ? 0 : -1,
    className: styles.day ?? "",
    onFocus: () => onPoint(place),
    onBlur: () => onPoint(undefined),
    onPointerEnter: () => onPoint(place),
    onPointerLeave: () => onPoint(undefined)
  }
  const shapes = shapesOf(bar, column)
  return bar.link === undefined ? (
    <g role="img" {...shared}>
      {shapes}
    </g>
  ) : (
    <Link {...bar.link} {...shared} preload={false}>
      {shapes}
    </Link>
  )
}

const focusBar = (plot: SVGSVGElement, { column, row }: Place): void => {
  const bar = plot.querySelector(`[data-bar="${column} ${row}"]`)
  if (bar instanceof SVGElement) bar.focus()
}

const barAt = (columns: ReadonlyArray<PlotColumn>, place: Place | undefined): Bar | undefined =>
  place === undefined ? undefined : columns[place.column]?.bars[place.row]

export const Plot = ({ chart, columns, ends, label, top }: PlotProps) => {
  const [at, setAt] = useState<Place>({ column: columns.length - 1, row: 0 })
  const [isPointed, setPointed] = useState(false)
  const rows = columns.map(({ bars }) => bars.length)
  const stop = nearestBar(rows, at)
  const onKey = (event: KeyboardEvent<SVGSVGElement>) => {
    const to = stop === undefined ? undefined : stepFrom(rows, stop, event.key)
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    focusBar(event.currentTarget, to)
  }
  const onPoint = (place: Place | undefined) => {
    setPointed(place !== undefined)
    if (place !== undefined) setAt(place)
  }
  return (
    <div>
      {top !== undefined && (
        <div className={styles.top} aria-hidden="true">
          {top}
        </div>
      )}
      <svg
        className={styles.plot}
        viewBox={`0 0 ${plotWidth} ${plotHeight + 1}`}
        preserveAspectRatio="none"
        role="group"
        aria-label={label}
        onKeyDown={onKey}
      >
        <Patterns chart={chart} />
        <path
          className={styles.grid}
          d={`M0 .5H${plotWidth}M0 ${plotHeight / 2}H${plotWidth}M0 ${plotHeight + 0.5}H${plotWidth}`}
        />
        {columns.map((column, index) =>
          column.bars.map((bar, row) => (
            <PlotBar
              key={`${column.id} ${bar.id}`}
              bar={bar}
              column={column}
              place={{ column: index, row }}
              isStop={stop?.column === index && stop.row === row}
              onPoint={onPoint}
            />
          ))
        )}
      </svg>
      <div className={styles.axis}>
        <span>{ends[0]}</span>
        <span className={styles.said} aria-hidden="true">
          {isPointed ? barAt(columns, stop)?.sentence : ""}
        </span>
        <span>{ends[1]}</span>
      </div>
    </div>
  )
}
