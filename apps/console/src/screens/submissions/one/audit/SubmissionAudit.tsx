/** The lines of the audit log about a submission. */
import type { AuditEvent } from "@formwork/client/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { auditQuery } from "../../../../api/audit.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { Empty, Queried } from "../../../../parts/States.tsx"
import type { Column } from "../../../../parts/Table.tsx"
import { AuditTable } from "../../../settings/audit/AuditTable.tsx"
import styles from "./SubmissionAudit.module.css"

const request = (label: string): Column<AuditEvent> => ({
  id: "request",
  label,
  cell: ({ requestId }) => (
    <code className={styles.request}>
      <Foreign text={requestId ?? ""} />
    </code>
  )
})

export const SubmissionAudit = ({ submissionId }: { readonly submissionId: string }) => {
  const { audit, submission } = useMessages()
  const { audit: words } = submission
  const query = useInfiniteQuery(auditQuery({ subject: submissionId }))
  return (
    <Queried query={query}>
      {({ pages }) => {
        const lines = pages.flatMap(({ items }) => items)
        return (
          <div className={styles.lines}>
            {lines.length === 0 ? (
              <Empty title={words.emptyTitle}>{words.empty}</Empty>
            ) : (
              <AuditTable label={words.label} lines={lines} more={[request(words.request)]} />
            )}
            <Refused error={query.isFetchNextPageError ? query.error : null} />
            {query.hasNextPage && (
              <div>
                <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                  {audit.more}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </Queried>
  )
}
