/** Who called, a row a key and a person. A key leads to its page. */
import { Link } from "@tanstack/react-router"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Table } from "../../../parts/Table.tsx"
import { civilDay } from "../../../time/dates.ts"
import type { CallerCalls, Operation } from "./usageRows.ts"

const Caller = ({ credential: { id, kind }, name }: CallerCalls) => {
  const { usage: words } = useMessages().reports
  const maySee = useMay("apikey:read")
  if (name === null && kind === "operator") return words.operator
  if (name === null && kind === "session") return words.person({ id })
  const shown = <Foreign text={name ?? words.noName({ id })} isName />
  return maySee && kind === "api_key" ? (
    <Link to="/settings/keys/$keyId" params={{ keyId: id }}>
      {shown}
    </Link>
  ) : (
    shown
  )
}

export const CallerTable = ({ rows }: { readonly rows: ReadonlyArray<CallerCalls> }) => {
  const { charts, common, reports } = useMessages()
  const { usage: words } = reports
  const amount = (operation: Operation) => ({
    id: operation,
    label: words[operation],
    align: "end" as const,
    cell: ({ calls }: CallerCalls) => charts.amount({ amount: calls[operation] })
  })
  return (
    <Table
      label={words.byCaller}
      rows={rows}
      rowId={({ id }) => id}
      columns={[
        { id: "caller", label: words.caller, cell: (row) => <Caller {...row} /> },
        amount("evaluate"),
        amount("create"),
        { id: "total", label: words.total, align: "end", cell: ({ total }) => charts.amount({ amount: total }) },
        {
          id: "last",
          label: words.lastDay,
          align: "end",
          cell: ({ lastDay }) => <time dateTime={lastDay}>{civilDay(common.language, lastDay)}</time>
        }
      ]}
    />
  )
}
