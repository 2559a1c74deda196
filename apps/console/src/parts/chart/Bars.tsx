/** Bars as long as their amounts. Each amount is written at its bar, so this chart needs no table beside it. */
import { useId } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { fillOf, Patterns } from "./Patterns.tsx"
import styles from "./chart.module.css"

interface Bar {
  readonly id: string
  readonly label: string
  readonly amount: number
}

export const Bars = ({ bars, label }: { readonly label: string; readonly bars: ReadonlyArray<Bar> }) => {
  const { charts } = useMessages()
  const chart = useId()
  const greatest = Math.max(1, ...bars.map(({ amount }) => amount))
  return (
    <figure className={styles.chart}>
      <table className={styles.bars} aria-label={label}>
        <tbody>
          {bars.map((bar, place) => (
            <tr key={bar.id}>
              <th scope="row" className={styles.barLabel}>
                {bar.label}
              </th>
              <td className={styles.barCell}>
                <svg className={styles.bar} viewBox="0 0 400 10" preserveAspectRatio="none" aria-hidden="true">
                  <Patterns chart={`${chart}-${place}`} />
                  <rect width={(400 * bar.amount) / greatest} height="10" fill={fillOf(`${chart}-${place}`, place)} />
                </svg>
              </td>
              <td className={styles.barAmount}>{charts.amount(bar)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
