/** The lines of the audit log about a submission. */
import type { AuditEvent } from "@formwork/client/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { auditOfSubmissionQuery } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { Empty, Queried } from "../../../../parts/States.tsx"
import { Table } from "../../../../parts/Table.tsx"
import type { Column } from "../../../../parts/Table.tsx"
import { When } from "../../../../parts/When.tsx"
import { ActorName } from "../../../settings/keys/ActorName.tsx"
import styles from "./SubmissionAudit.module.css"

const useColumns = (): ReadonlyArray<Column<AuditEvent>> => {
  const { audit, common, keys, submission } = useMessages()
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
    { id: "detail", label: submission.audit.detail, cell: ({ detail }) => <Foreign text={detail ?? ""} /> },
    { id: "address", label: words.address, cell: ({ address }) => <Foreign text={address ?? ""} /> },
    {
      id: "request",
      label: submission.audit.request,
      cell: ({ requestId }) => (
        <code className={styles.request}>
          <Foreign text={requestId ?? ""} />
        </code>
      )
    }
  ]
}

export const SubmissionAudit = ({ submissionId }: { readonly submissionId: string }) => {
  const { keys, submission } = useMessages()
  const { audit: words } = submission
  const columns = useColumns()
  const query = useInfiniteQuery(auditOfSubmissionQuery(submissionId))
  return (
    <Queried query={query}>
      {({ pages }) => {
        const lines = pages.flatMap(({ items }) => items)
        return (
          <div className={styles.lines}>
            {lines.length === 0 ? (
              <Empty title={words.emptyTitle}>{words.empty}</Empty>
            ) : (
              <Table label={words.label} columns={columns} rows={lines} rowId={({ id }) => id} />
            )}
            <Refused error={query.isFetchNextPageError ? query.error : null} />
            {query.hasNextPage && (
              <div>
                <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                  {keys.audit.more}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </Queried>
  )
}
