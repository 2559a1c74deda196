/** Settings, Audit log: who did what, when and from where. */
import type { AuditEvent } from "@formwork/client/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { auditExportAddress, auditQuery } from "../../../api/audit.ts"
import { useOffer } from "../../../keys/palette.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { AuditFilters } from "./AuditFilters.tsx"
import { AuditLine } from "./AuditLine.tsx"
import { filterOf } from "./auditSearch.ts"
import type { AuditSearch } from "./auditSearch.ts"
import { AuditTable } from "./AuditTable.tsx"
import styles from "./audit.module.css"

interface LogProps {
  readonly search: AuditSearch
}

const NoLines = ({ search }: LogProps) => {
  const { filter, none, noneHere } = useMessages().audit
  if (Object.keys(search).length === 0) return <p className={styles.quiet}>{none}</p>
  return (
    <Empty title={noneHere.title} action={<ButtonLink to="/settings/audit">{filter.clear}</ButtonLink>}>
      {noneHere.why}
    </Empty>
  )
}

const Lines = ({ search }: LogProps) => {
  const { audit } = useMessages()
  const [open, setOpen] = useState<AuditEvent | undefined>()
  const log = useInfiniteQuery(auditQuery(filterOf(search)))
  const details = {
    id: "details",
    label: audit.details,
    isLabelHidden: true,
    align: "end" as const,
    cell: (line: AuditEvent) => (
      <Button size="small" onPress={() => setOpen(line)}>
        {audit.details}
      </Button>
    )
  }
  return (
    <Queried query={log}>
      {({ pages }) => {
        const lines = pages.flatMap(({ items }) => items)
        if (lines.length === 0 && !log.hasNextPage) return <NoLines search={search} />
        return (
          <div className={styles.list}>
            {lines.length === 0 ? (
              <p>{audit.nothingYet}</p>
            ) : (
              <AuditTable label={audit.title} lines={lines} more={[details]} />
            )}
            <Refused error={log.isFetchNextPageError ? log.error : null} />
            {log.hasNextPage && (
              <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
                {audit.more}
              </Button>
            )}
            {open !== undefined && <AuditLine line={open} onClose={() => setOpen(undefined)} />}
          </div>
        )
      }}
    </Queried>
  )
}

export const AuditLog = ({ search }: LogProps) => {
  const { audit } = useMessages()
  const filter = filterOf(search)
  useOffer(audit.offerCsv, () => location.assign(auditExportAddress(filter, "csv")))
  useOffer(audit.offerJson, () => location.assign(auditExportAddress(filter, "ndjson")))
  return (
    <Page
      title={audit.title}
      description={audit.description}
      width="whole"
      actions={
        <>
          <a href={auditExportAddress(filter, "csv")} download>
            {audit.exportCsv}
          </a>
          <a href={auditExportAddress(filter, "ndjson")} download>
            {audit.exportJson}
          </a>
        </>
      }
    >
      <AuditFilters search={search} />
      <Lines key={JSON.stringify(search)} search={search} />
    </Page>
  )
}
