/** Lines of the audit log, a row each. */
import type { AuditEvent } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { ActorName } from "../keys/ActorName.tsx"
import { AboutName } from "./AboutName.tsx"
import styles from "./audit.module.css"
import { detailOf } from "./detailOf.ts"

const useColumns = (): ReadonlyArray<Column<AuditEvent>> => {
  const messages = useMessages()
  const { audit } = messages
  const words = audit.columns
  return [
    { id: "when", label: words.when, cell: ({ at }) => <When at={at} /> },
    {
      id: "action",
      label: words.action,
      cell: (line) => {
        const { action, times } = line
        const detail = detailOf(messages, line)
        return (
          <span className={styles.action}>
            <span>{times > 1 ? `${audit.actions[action]}, ${audit.times({ times })}` : audit.actions[action]}</span>
            {detail !== null && (
              <span className={styles.detail}>
                <Foreign text={detail} />
              </span>
            )}
          </span>
        )
      }
    },
    { id: "by", label: words.by, cell: ({ by }) => (by === null ? words.noOne : <ActorName actor={by} />) },
    {
      id: "about",
      label: words.about,
      cell: ({ about }) => (about === null ? words.nothing : <AboutName about={about} />)
    },
    { id: "address", label: words.address, cell: ({ address }) => <Foreign text={address ?? ""} /> }
  ]
}

interface AuditTableProps {
  readonly label: string
  readonly lines: ReadonlyArray<AuditEvent>
  /** Columns after these. */
  readonly more?: ReadonlyArray<Column<AuditEvent>>
}

export const AuditTable = ({ label, lines, more = [] }: AuditTableProps) => (
  <Table label={label} columns={[...useColumns(), ...more]} rows={lines} rowId={({ id }) => id} />
)
