/** The lines of the audit log about a key: what was done to it, and what was done with it. */
import type { AuditEvent } from "@formwork/client/contract"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { auditByKeyQuery, auditOfKeyQuery } from "../../../api/keys.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { ActorName } from "./ActorName.tsx"
import styles from "./keys.module.css"

const useColumns = (): ReadonlyArray<Column<AuditEvent>> => {
  const { audit, common, keys } = useMessages()
  const words = keys.audit
  return [
    { id: "when", label: words.when, cell: ({ at }) => <When at={at} /> },
    {
      id: "action",
      label: words.action,
      cell: ({ action, times }) =>
        times > 1 ? `${audit.actions[action]}, ${audit.times({ times })}` : audit.actions[action]
    },
    { id: "by", label: words.by, cell: ({ by }) => (by === null ? common.none : <ActorName actor={by} />) },
    {
      id: "about",
      label: words.about,
      cell: ({ about }) =>
        about === null ? (
          common.none
        ) : (
          <span className={styles.long}>
            <Foreign text={about.name} isName />
          </span>
        )
    },
    { id: "address", label: words.address, cell: ({ address }) => <Foreign text={address ?? ""} /> }
  ]
}

const Lines = ({ keyId }: { readonly keyId: string }) => {
  const { keys } = useMessages()
  const columns = useColumns()
  const about = useQuery(auditOfKeyQuery(keyId))
  const by = useInfiniteQuery(auditByKeyQuery(keyId))
  return (
    <Queried query={about} lines={4}>
      {(ofKey) => {
        const withKey = by.data?.pages.flatMap(({ items }) => items) ?? []
        const lines = [...new Map([...ofKey, ...withKey].map((line) => [line.id, line])).values()].toSorted(
          (one, other) => other.at.localeCompare(one.at)
        )
        return (
          <>
            {lines.length === 0 ? (
              <p>{keys.audit.none}</p>
            ) : (
              <Table label={keys.audit.title} columns={columns} rows={lines} rowId={({ id }) => id} />
            )}
            {by.hasNextPage && (
              <div>
                <Button isPending={by.isFetchingNextPage} onPress={() => void by.fetchNextPage()}>
                  {keys.audit.more}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Queried>
  )
}

export const KeyAudit = ({ keyId }: { readonly keyId: string }) => {
  const { keys } = useMessages()
  const mayRead = useMay("audit:read")
  return (
    <Section title={keys.audit.title} description={keys.audit.why}>
      {mayRead ? <Lines keyId={keyId} /> : <p className={styles.quiet}>{keys.audit.needs}</p>}
    </Section>
  )
}
