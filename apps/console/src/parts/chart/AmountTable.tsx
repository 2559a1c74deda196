/** The same as a chart shows, as a table. */
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../messages/useMessages.ts"
import { Disclosure } from "../Disclosure.tsx"
import { signed } from "../foreignText.ts"
import { Table } from "../Table.tsx"
import type { ChartLink } from "./ChartLink.ts"
import { totalOf } from "./Series.ts"
import type { Amounts, Series } from "./Series.ts"
import styles from "./chart.module.css"

interface AmountTableProps<Id extends string> {
  readonly label: string
  /** The heading of the first column. */
  readonly rowsLabel: string
  readonly series: ReadonlyArray<Series<Id>>
  readonly rows: ReadonlyArray<Amounts<Id>>
  /** Where an amount leads that is not 0. */
  readonly linkOf?: (row: Amounts<Id>, series: Id) => ChartLink | undefined
}

export const AmountTable = <Id extends string>({ label, linkOf, rows, rowsLabel, series }: AmountTableProps<Id>) => {
  const { charts } = useMessages()
  const shown = (amount: number) => charts.amount({ amount })
  const amountIn = (row: Amounts<Id>, { id, label: name }: Series<Id>) => {
    const amount = row.amountOf(id)
    const link = amount === 0 ? undefined : linkOf?.(row, id)
    if (link === undefined) return shown(amount)
    return (
      <Link
        {...link}
        className={styles.amount ?? ""}
        aria-label={charts.bar({ label: row.label, parts: [{ label: signed(name), amount }] })}
      >
        {shown(amount)}
      </Link>
    )
  }
  const total = { id: "total", label: charts.total, align: "end" as const }
  return (
    <Disclosure summary={charts.table}>
      <Table
        label={label}
        rows={rows}
        rowId={({ id }) => id}
        columns={[
          { id: "label", label: rowsLabel, cell: (row) => row.label },
          ...series.map((one) => ({
            id: one.id,
            label: signed(one.label),
            align: "end" as const,
            cell: (row: Amounts<Id>) => amountIn(row, one)
          })),
          ...(series.length > 1 ? [{ ...total, cell: (row: Amounts<Id>) => shown(totalOf(series, row)) }] : [])
        ]}
      />
    </Disclosure>
  )
}
