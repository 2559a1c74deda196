/** The course of an amount over some days, as small as a word. One sentence says all of it to those who cannot see it. */
import { useMessages } from "../../messages/useMessages.ts"
import styles from "./chart.module.css"

interface SparkProps {
  /** What is counted. */
  readonly label: string
  /** In their order; each is as high as it is beside the greatest. */
  readonly days: ReadonlyArray<{ readonly id: string; readonly label: string; readonly amount: number }>
}

const step = 12
const height = 20
/** A day with nothing is a line on the ground. */
const least = 1

export const Spark = ({ days, label }: SparkProps) => {
  const { charts } = useMessages()
  const greatest = Math.max(1, ...days.map(({ amount }) => amount))
  const sentence = charts.bar({ label, parts: days })
  return (
    <svg
      className={styles.spark}
      width={step * days.length}
      height={height}
      viewBox={`0 0 ${step * days.length} ${height}`}
      role="img"
      aria-label={sentence}
    >
      <title>{sentence}</title>
      {days.map(({ amount, id }, place) => {
        const tall = amount === 0 ? least : Math.max(3, (height * amount) / greatest)
        return (
          <rect
            key={id}
            className={amount === 0 ? styles.ground : styles.solid}
            x={place * step + 1}
            y={height - tall}
            width={step - 2}
            height={tall}
          />
        )
      })}
    </svg>
  )
}
