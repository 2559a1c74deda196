/** The values of a number: its figures, and how they are spread. Decimals are those that came. */
import type { SubmissionReport } from "@formwork/client/contract"
import type { Field } from "@formwork/rules/Definition"
import { useMessages } from "../../../messages/useMessages.ts"
import { Bars } from "../../../parts/chart/Bars.tsx"
import { Buckets } from "../../../parts/chart/Buckets.tsx"
import { decimalText } from "../../../parts/decimalText.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { signed } from "../../../parts/foreignText.ts"
import styles from "../reports.module.css"
import { seenBuckets } from "./coarser.ts"
import { intervalsOf } from "./intervals.ts"
import type { BarLinks } from "./useBarLinks.ts"

type Bucket = SubmissionReport["numbers"][number]["distribution"][number]

interface NumberChartProps {
  readonly number: SubmissionReport["numbers"][number]
  readonly field: Field | undefined
  readonly links: BarLinks
}

/** A bucket below zero extends downwards. */
const leastOf = (bucket: Bucket | undefined): string =>
  bucket === undefined ? "" : bucket.from.startsWith("-") ? bucket.to : bucket.from

const greatestOf = (bucket: Bucket | undefined): string =>
  bucket === undefined ? "" : bucket.from.startsWith("-") ? bucket.from : bucket.to

export const NumberChart = ({ field, links, number }: NumberChartProps) => {
  const { charts, common, reports } = useMessages()
  const { form: words } = reports
  const { count, distribution, max, mean, min, slug, sum } = number
  const name = field?.label ?? slug
  const currency = field?.type === "money" ? field.currency : undefined
  const shown = (decimal: string) => decimalText(common.language, decimal, currency)
  const seen = seenBuckets(distribution)
  const intervals = intervalsOf(seen)
  const buckets = seen.flatMap((bucket, place) => {
    const interval = intervals[place]
    const [from, to] = [shown(bucket.from), shown(bucket.to)]
    const label = from === to ? from : words.range({ from, to })
    return interval === undefined ? [] : [{ ...interval, id: bucket.from, label, link: links.bucket(field, bucket) }]
  })
  const figures = { sum, mean, min, max }
  return (
    <section className={styles.field} aria-label={signed(name)}>
      <h3 className={styles.name}>
        <Foreign text={name} isName />
      </h3>
      <dl className={styles.facts}>
        <div>
          <dt>{words.facts.count}</dt>
          <dd>{charts.amount({ amount: count })}</dd>
        </div>
        {(["sum", "mean", "min", "max"] as const).map((figure) => (
          <div key={figure}>
            <dt>{words.facts[figure]}</dt>
            <dd>{shown(figures[figure])}</dd>
          </div>
        ))}
      </dl>
      {buckets.length === 1 ? (
        <Bars label={words.distributionOf({ name: signed(name) })} bars={buckets} />
      ) : (
        <Buckets
          label={words.distributionOf({ name: signed(name) })}
          amountLabel={words.submissions}
          rowsLabel={signed(name)}
          ends={[shown(leastOf(seen[0])), shown(greatestOf(seen.at(-1)))]}
          buckets={buckets}
        />
      )}
    </section>
  )
}
