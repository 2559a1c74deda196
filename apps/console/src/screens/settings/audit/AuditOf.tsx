/** The lines of the audit log about one key or one person: what was done to them, and what they did. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { auditByQuery, auditOfQuery } from "../../../api/audit.ts"
import type { Acting } from "../../../api/audit.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { AuditTable } from "./AuditTable.tsx"
import styles from "./audit.module.css"

interface AuditOfProps {
  readonly subject: string
  readonly by: Acting
  readonly words: { readonly why: string; readonly none: string }
}

const Lines = ({ by: acting, subject, words }: AuditOfProps) => {
  const { audit } = useMessages()
  const about = useQuery(auditOfQuery(subject))
  const by = useInfiniteQuery(auditByQuery(acting))
  return (
    <Queried query={about} lines={4}>
      {(ofIt) => (
        <Queried query={by} lines={4}>
          {({ pages }) => {
            const found = [...ofIt, ...pages.flatMap(({ items }) => items)]
            const lines = [...new Map(found.map((line) => [line.id, line])).values()].toSorted((one, other) =>
              other.at.localeCompare(one.at)
            )
            return (
              <>
                {lines.length === 0 ? <p>{words.none}</p> : <AuditTable label={audit.title} lines={lines} />}
                <Refused error={by.isFetchNextPageError ? by.error : null} />
                {by.hasNextPage && (
                  <div>
                    <Button isPending={by.isFetchingNextPage} onPress={() => void by.fetchNextPage()}>
                      {audit.more}
                    </Button>
                  </div>
                )}
              </>
            )
          }}
        </Queried>
      )}
    </Queried>
  )
}

export const AuditOf = (props: AuditOfProps) => {
  const { audit } = useMessages()
  const mayRead = useMay("audit:read")
  return (
    <Section title={audit.title} description={props.words.why}>
      {mayRead ? <Lines {...props} /> : <p className={styles.quiet}>{audit.needs}</p>}
    </Section>
  )
}
