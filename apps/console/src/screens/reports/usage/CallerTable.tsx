/** Who called, a row a credential. A key leads to its page. */
import { Link } from "@tanstack/react-router"
import { useMay, useMe } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Table } from "../../../parts/Table.tsx"
import { civilDay } from "../../../time/dates.ts"
import type { CallerCalls, Operation } from "./usageRows.ts"

const Caller = ({ credential: { id, kind }, name }: CallerCalls) => {
  const { usage: words } = useMessages().reports
  const maySee = useMay("apikey:read")
  const me = useMe()
  if (kind === "operator") return words.operator
  // The API names keys; of sessions this page knows its own.
  if (kind === "session" && id === me.credential.id && me.user)
    return (
      <>
        <Foreign text={me.user.name} isName /> {words.session({ id })}
      </>
    )
  if (kind === "session") return words.person({ id })
  const shown = <Foreign text={name ?? words.noName({ id })} isName />
  return maySee ? (
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
      rowId={({ credential }) => `${credential.kind} ${credential.id}`}
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
