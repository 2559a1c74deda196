/** The keys that may notice a breaking change. */
import { useQuery } from "@tanstack/react-query"
import type { Form } from "@formwork/client/contract"
import { foldersQuery } from "../../../api/folders.ts"
import { keysQuery } from "../../../api/keys.ts"
import { useMay } from "../../../api/me.ts"
import { usageQuery } from "../../../api/usage.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { callersOf } from "./callers.ts"
import styles from "./Publish.module.css"

const CallerTable = ({ form }: { readonly form: Form }) => {
  const { callers: words } = useMessages().publish
  const keys = useQuery(keysQuery)
  const usage = useQuery(usageQuery)
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <Queried query={keys} lines={2}>
      {(all) => (
        <Queried query={usage} lines={2}>
          {(days) => {
            const callers = callersOf(all, days, form, folders)
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
                      cell: ({ calls }) => calls.toLocaleString()
                    },
                    {
                      id: "used",
                      label: words.lastUsed,
                      align: "end",
                      cell: ({ lastUsedAt }) => (lastUsedAt === null ? null : <When at={lastUsedAt} />)
                    }
                  ]}
                />
                <p className={styles.quiet}>{words.why}</p>
              </>
            )
          }}
        </Queried>
      )}
    </Queried>
  )
}

/** Those who may not see keys or calls see the changes without them. */
export const Callers = ({ form }: { readonly form: Form }) => {
  const mayKeys = useMay("apikey:read")
  const mayReport = useMay("report:read")
  return mayKeys && mayReport ? <CallerTable form={form} /> : null
}
