/** Keys, a row each. */
import type { ListedApiKey } from "@formwork/client/contract"
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { day } from "../../../time/dates.ts"
import { useNow } from "../../../time/useNow.ts"
import { ActorName } from "./ActorName.tsx"
import { KeyStateCell } from "./KeyStateCell.tsx"
import { stateOf } from "./keyState.ts"
import styles from "./keys.module.css"

const KeyName = ({ apiKey }: { readonly apiKey: ListedApiKey }) => (
  <span className={styles.name}>
    <Link to="/settings/keys/$keyId" params={{ keyId: apiKey.id }} className={styles.long ?? ""}>
      <Foreign text={apiKey.name} isName />
    </Link>
    <code className={styles.hint}>{apiKey.hint}</code>
  </span>
)

const useColumns = (): ReadonlyArray<Column<ListedApiKey>> => {
  const { common, keys, privileges } = useMessages()
  return [
    { id: "name", label: keys.columns.name, cell: (key) => <KeyName apiKey={key} /> },
    { id: "may", label: keys.columns.privileges, cell: (key) => privileges.short({ held: key.privileges }) },
    { id: "maker", label: keys.columns.maker, cell: (key) => <ActorName actor={key.creatorKey ?? key.creator} /> },
    {
      id: "used",
      label: keys.columns.used,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? keys.neverUsed : <When at={lastUsedAt} />)
    },
    {
      id: "expires",
      label: keys.columns.expires,
      cell: ({ expiresAt }) => (expiresAt === null ? common.never : day(common.language, expiresAt))
    },
    { id: "state", label: keys.columns.state, cell: (key) => <KeyStateCell apiKey={key} /> }
  ]
}

export const KeyTable = ({ items, label }: { readonly label: string; readonly items: ReadonlyArray<ListedApiKey> }) => {
  const columns = useColumns()
  const now = useNow()
  return (
    <Table
      label={label}
      columns={columns}
      rows={items}
      rowId={({ id }) => id}
      isQuiet={(key) => stateOf(key, now) === "ended"}
    />
  )
}
