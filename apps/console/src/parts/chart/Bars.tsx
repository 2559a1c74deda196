/** Bars as long as their amounts. Each amount is written at its bar, so this chart needs no table beside it. */
import { Link } from "@tanstack/react-router"
import { useId } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { Foreign } from "../Foreign.tsx"
import type { ChartLink } from "./ChartLink.ts"
import { fillOf, Patterns } from "./Patterns.tsx"
import styles from "./chart.module.css"

interface Bar {
  readonly id: string
  readonly label: string
  /** More words about it. */
  readonly detail?: string | undefined
  readonly amount: number
  /** Where it leads to what it counts, the whole line does. */
  readonly link?: ChartLink | undefined
}

interface BarsProps {
  readonly label: string
  readonly bars: ReadonlyArray<Bar>
  /** Whether all bars have the first look: they are one series. */
  readonly isPlain?: boolean
}

const Line = ({ bar, greatest, look }: { readonly bar: Bar; readonly greatest: number; readonly look: number }) => {
  const { charts } = useMessages()
  const { amount, detail, label, link } = bar
  const chart = useId()
  return (
    <tr className={link === undefined ? undefined : styles.linked}>
      <th scope="row" className={styles.barLabel}>
        {link === undefined ? (
          <Foreign text={label} />
        ) : (
          <Link {...link} className={styles.barLink ?? ""}>
            <Foreign text={label} />
          </Link>
        )}
        {detail !== undefined && (
          <span className={styles.detail}>
            <Foreign text={detail} />
          </span>
        )}
      </th>
      <td className={styles.barCell}>
        <svg className={styles.bar} viewBox="0 0 400 10" preserveAspectRatio="none" aria-hidden="true">
          <Patterns chart={chart} />
          <rect width={(400 * amount) / greatest} height="10" fill={fillOf(chart, look)} />
        </svg>
      </td>
      <td className={styles.barAmount}>{charts.amount({ amount })}</td>
    </tr>
  )
}

export const Bars = ({ bars, isPlain = false, label }: BarsProps) => {
  const greatest = Math.max(1, ...bars.map(({ amount }) => amount))
  return (
    <figure className={styles.chart}>
      <table className={styles.bars} aria-label={label}>
        <tbody>
          {bars.map((bar, place) => (
            <Line key={bar.id} bar={bar} greatest={greatest} look={isPlain ? 0 : place} />
          ))}
        </tbody>
      </table>
    </figure>
  )
}
