/** The keys that may notice a breaking change. */
import { useQuery } from "@tanstack/react-query"
import { keysQuery } from "../../../api/keys.ts"
import { useMay } from "../../../api/me.ts"
import { formUsageQuery } from "../../../api/usage.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import { civilDay } from "../../../time/dates.ts"
import { callersOf } from "./callers.ts"
import styles from "./Publish.module.css"

const CallerTable = ({ formId }: { readonly formId: string }) => {
  const { common, publish } = useMessages()
  const { callers: words } = publish
  const { data: keys = [] } = useQuery({ ...keysQuery, enabled: useMay("apikey:read") })
  const usage = useQuery(formUsageQuery(formId))
  return (
    <Queried query={usage} lines={2}>
      {(days) => {
        const callers = callersOf(days, keys)
        if (callers.length === 0) return <p>{words.none}</p>
        return (
          <>
            <h3 className={styles.heading}>{words.title({ n: callers.length })}</h3>
            <Table
              label={words.label}
              rows={callers}
              rowId={({ id }) => id}
              columns={[
                { id: "key", label: words.key, cell: ({ name }) => <Foreign text={name} isName /> },
                {
                  id: "calls",
                  label: words.calls,
                  align: "end",
                  cell: ({ calls }) => common.number({ n: calls })
                },
                {
                  id: "last",
                  label: words.lastDay,
                  align: "end",
                  cell: ({ lastDay }) => <time dateTime={lastDay}>{civilDay(common.language, lastDay)}</time>
                }
              ]}
            />
            <p className={styles.quiet}>{words.why}</p>
          </>
        )
      }}
    </Queried>
  )
}

/** Those who may not see calls see the changes without them. */
export const Callers = ({ formId }: { readonly formId: string }) =>
  useMay("report:read") ? <CallerTable formId={formId} /> : null
