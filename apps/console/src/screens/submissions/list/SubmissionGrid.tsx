/** The rows of a list, and what is known of the rest of it. */
import type { Submission } from "@formwork/client/contract"
import { useNavigate } from "@tanstack/react-router"
import { useMemo } from "react"
import type { Field } from "@formwork/rules/Definition"
import { useMessages } from "../../../messages/useMessages.ts"
import { Grid } from "../../../parts/grid/Grid.tsx"
import type { Selected } from "../../../parts/grid/selected.ts"
import { signed } from "../../../parts/foreignText.ts"
import type { Columns } from "./columns.ts"
import { gridColumns } from "./gridColumns.tsx"
import type { Reading } from "./useReading.ts"

interface SubmissionGridProps {
  readonly reading: Reading
  readonly columns: Columns
  readonly fields: ReadonlyArray<Field>
  readonly selected: Selected
  readonly onSelect: (selected: Selected) => void
}

const idOf = ({ id }: Submission): string => id

export const SubmissionGrid = ({ columns, fields, onSelect, reading, selected }: SubmissionGridProps) => {
  const messages = useMessages()
  const words = messages.submissions
  const navigate = useNavigate()
  const shown = useMemo(() => gridColumns(columns, fields, messages), [columns, fields, messages])
  return (
    <Grid
      label={words.grid.label}
      columns={shown}
      rows={reading.rows}
      rowId={idOf}
      selecting={{
        tickLabel: ({ referenceNumber }) => words.grid.tick({ name: signed(referenceNumber) }),
        tickAllLabel: words.grid.tickAll,
        selected,
        onSelect
      }}
      isWhole={reading.isWhole}
      onOpen={({ id }) => void navigate({ to: "/submissions/$submissionId", params: { submissionId: id } })}
      onNearEnd={reading.more}
    />
  )
}
