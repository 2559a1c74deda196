/** The same as a chart shows, as a table. */
import { useMessages } from "../../messages/useMessages.ts"
import { Disclosure } from "../Disclosure.tsx"
import { Table } from "../Table.tsx"
import { totalOf } from "./Series.ts"
import type { Amounts, Series } from "./Series.ts"

interface AmountTableProps<Id extends string> {
  readonly label: string
  /** The heading of the first column. */
  readonly rowsLabel: string
  readonly series: ReadonlyArray<Series<Id>>
  readonly rows: ReadonlyArray<Amounts<Id>>
}

export const AmountTable = <Id extends string>({ label, rows, rowsLabel, series }: AmountTableProps<Id>) => {
  const { charts } = useMessages()
  const shown = (amount: number) => charts.amount({ amount })
  return (
    <Disclosure summary={charts.table}>
      <Table
        label={label}
        rows={rows}
        rowId={({ id }) => id}
        columns={[
          { id: "label", label: rowsLabel, cell: (row) => row.label },
          ...series.map(({ id, label: of }) => ({
            id,
            label: of,
            align: "end" as const,
            cell: (row: Amounts<Id>) => shown(row.amountOf(id))
          })),
          { id: "total", label: charts.total, align: "end", cell: (row) => shown(totalOf(series, row)) }
        ]}
      />
    </Disclosure>
  )
}
