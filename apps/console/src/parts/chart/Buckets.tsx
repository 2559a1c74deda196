/** A distribution: each column is as wide as its bucket and as large as its amount. */
import { useId } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { AmountTable } from "./AmountTable.tsx"
import type { ChartLink } from "./ChartLink.ts"
import { histogramOf } from "./histogram.ts"
import type { Interval } from "./histogram.ts"
import { fillOf } from "./Patterns.tsx"
import { Plot, plotHeight, plotWidth } from "./Plot.tsx"
import styles from "./chart.module.css"

interface Bucket extends Interval {
  readonly id: string
  /** Both of its ends, as exact as they are. */
  readonly label: string
  readonly link?: ChartLink | undefined
}

interface BucketsProps {
  readonly label: string
  /** What is counted. */
  readonly amountLabel: string
  /** What the axis measures. */
  readonly rowsLabel: string
  /** The least and the greatest end of all. */
  readonly ends: readonly [least: string, greatest: string]
  readonly buckets: ReadonlyArray<Bucket>
}

/** A gap of a pixel between two columns that touch. */
const filledOf = (width: number): number => Math.max(0.5, 1 - 1.5 / width)

export const Buckets = ({ amountLabel, buckets, ends, label, rowsLabel }: BucketsProps) => {
  const { charts } = useMessages()
  const chart = useId()
  const { columns, scale } = histogramOf(buckets)
  const links = new Map(buckets.map(({ id, link }) => [id, link]))
  return (
    <figure className={styles.chart} aria-label={label}>
      <Plot
        chart={chart}
        label={label}
        ends={ends}
        columns={buckets.map(({ amount, id, label: name, link }, place) => {
          const { height = 0, width = 0, x = 0 } = columns[place] ?? {}
          const shown = { id, y: (1 - height) * plotHeight, height: height * plotHeight, fill: fillOf(chart, 0) }
          const sentence = charts.bar({ label: name, parts: [{ label: amountLabel, amount }] })
          return {
            id,
            x: x * plotWidth,
            width: width * plotWidth,
            filled: filledOf(width * plotWidth),
            bars: [{ id, sentence, rects: [shown], link, isWhole: true }]
          }
        })}
      />
      {scale === "logarithmic" && <p className={styles.note}>{charts.logarithmic}</p>}
      <AmountTable
        label={label}
        rowsLabel={rowsLabel}
        series={[{ id: "amount", label: amountLabel }]}
        rows={buckets.map(({ amount, id, label: name }) => ({ id, label: name, amountOf: () => amount }))}
        linkOf={({ id }) => links.get(id)}
      />
    </figure>
  )
}
