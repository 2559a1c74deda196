/** A grid of many rows: some selected, and with a stranger's texts. */
import { useState } from "react"
import { Foreign } from "../../parts/Foreign.tsx"
import { Grid } from "../../parts/grid/Grid.tsx"
import type { GridColumn } from "../../parts/grid/GridColumn.ts"
import type { Selected } from "../../parts/grid/selected.ts"
import { long, strange } from "./sample.ts"
import { Shown } from "./Shown.tsx"

interface Row {
  readonly id: string
  readonly amount: number
}

const rows = (count: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, index) => ({ id: `R-${index + 1}`, amount: index * 37 }))

const columns: ReadonlyArray<GridColumn<Row>> = [
  { id: "id", label: "Row", width: 120, cell: ({ id }) => <Foreign text={id} isName /> },
  { id: "strange", label: <Foreign text={strange} />, width: 160, cell: () => <Foreign text={strange} /> },
  { id: "long", label: long, width: 320, cell: () => long },
  { id: "amount", label: "Amount", width: 160, align: "end", cell: ({ amount }) => amount }
]

const One = ({ count, isWhole }: { readonly count: number; readonly isWhole: boolean }) => {
  const [selected, setSelected] = useState<Selected>(new Set(["R-2", "R-3"]))
  const [opened, setOpened] = useState("")
  return (
    <>
      <Grid
        label={`Grid of ${count}`}
        columns={columns}
        rows={rows(count)}
        rowId={({ id }) => id}
        selecting={{
          tickLabel: ({ id }) => `Select ${id}`,
          tickAllLabel: "Select all",
          selected,
          onSelect: setSelected
        }}
        isWhole={isWhole}
        onOpen={({ id }) => setOpened(id)}
      />
      <p>{opened}</p>
    </>
  )
}

export const Grids = () => (
  <>
    <Shown part="grid/Grid" state="of which no row can be selected">
      <Grid label="Plain grid" columns={columns} rows={rows(5)} rowId={({ id }) => id} isWhole />
    </Shown>
    <Shown part="grid/Grid" state="of 10,000 rows, and there may be more">
      <One count={10_000} isWhole={false} />
    </Shown>
    <Shown part="grid/Grid" state="of three rows">
      <One count={3} isWhole />
    </Shown>
  </>
)
