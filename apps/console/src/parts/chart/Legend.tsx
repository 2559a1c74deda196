/** The colour and pattern of each series, with its total. */
import { useMessages } from "../../messages/useMessages.ts"
import { Foreign } from "../Foreign.tsx"
import { fillOf, Patterns } from "./Patterns.tsx"
import type { Series } from "./Series.ts"
import styles from "./chart.module.css"

interface LegendProps<Id extends string> {
  readonly chart: string
  readonly series: ReadonlyArray<Series<Id>>
  readonly totals: (id: Id) => number
}

export const Legend = <Id extends string>({ chart, series, totals }: LegendProps<Id>) => {
  const { charts } = useMessages()
  return (
    <ul className={styles.legend}>
      {series.map(({ id, label, look }, place) => (
        <li key={id} className={styles.entry}>
          <svg className={styles.swatch} viewBox="0 0 12 12" aria-hidden="true">
            <Patterns chart={`${chart}-legend-${place}`} />
            <rect width="12" height="12" rx="2" fill={fillOf(`${chart}-legend-${place}`, look ?? place)} />
          </svg>
          <Foreign text={label} />
          <strong>{charts.amount({ amount: totals(id) })}</strong>
        </li>
      ))}
    </ul>
  )
}
