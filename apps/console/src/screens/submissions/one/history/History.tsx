/** Every revision of a submission, the newest first: what was done, by whom, and what it changed. */
import type { Revision } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { historyQuery, revisionQuery } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Queried } from "../../../../parts/States.tsx"
import { When } from "../../../../parts/When.tsx"
import { ActorName } from "../../../settings/keys/ActorName.tsx"
import { draft } from "../run/storedAt.ts"
import { StateBadge } from "../StateBadge.tsx"
import { ChangedValues } from "./ChangedValues.tsx"
import styles from "./History.module.css"

export const History = ({ submissionId }: { readonly submissionId: string }) => {
  const { history: words } = useMessages().submission
  const query = useQuery(historyQuery(submissionId))
  return (
    <Queried query={query}>
      {(items) => {
        // A transition keeps the values: the newest revision that may have changed them is open.
        const newest = items.findLast(({ revision, transition }) => transition === null && revision > 1)?.revision
        return (
          <ol className={styles.history} aria-label={words.label} reversed>
            {items.toReversed().map((one) => (
              <Entry
                key={one.revision}
                submissionId={submissionId}
                revision={one}
                isOpenAtFirst={one.revision === newest}
              />
            ))}
          </ol>
        )
      }}
    </Queried>
  )
}

interface EntryProps {
  readonly submissionId: string
  readonly revision: Revision
  readonly isOpenAtFirst: boolean
}

const useTitle = () => {
  const { history: words, move } = useMessages().submission
  return ({ revision, transition, workflowState }: Revision): string => {
    if (transition !== null) return move.submit({ name: transition })
    if (workflowState !== draft) return words.filed
    return revision === 1 ? words.begun : words.saved
  }
}

const Entry = ({ isOpenAtFirst, revision: of, submissionId }: EntryProps) => {
  const { history: words, revision: number, filedBy } = useMessages().submission
  const title = useTitle()(of)
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { at, by, comment, revision, transition, workflowState } = of
  return (
    <li className={styles.entry}>
      <p className={styles.line}>
        <strong>
          <Foreign text={title} />
        </strong>
        <StateBadge state={workflowState} />
        <span className={styles.who}>
          <When at={at} /> {filedBy} <ActorName actor={by} />
        </span>
        <span className={styles.quiet}>{number({ revision })}</span>
      </p>
      {comment !== null && (
        <blockquote className={styles.comment}>
          <Foreign text={comment} />
        </blockquote>
      )}
      {transition === null && revision > 1 && (
        <>
          <div>
            <Button
              size="small"
              look="plain"
              isExpanded={isOpen}
              label={words.whatOf({ revision })}
              onPress={() => setOpen(!isOpen)}
            >
              {words.what} {isOpen ? "▾" : "▸"}
            </Button>
          </div>
          {isOpen && <Between submissionId={submissionId} revision={revision} />}
        </>
      )}
    </li>
  )
}

const Between = ({ revision, submissionId }: { readonly submissionId: string; readonly revision: number }) => {
  const before = useQuery(revisionQuery(submissionId, revision - 1))
  const after = useQuery(revisionQuery(submissionId, revision))
  return (
    <Queried query={before} lines={3}>
      {(was) => (
        <Queried query={after} lines={3}>
          {(is) => <ChangedValues before={was} after={is} />}
        </Queried>
      )}
    </Queried>
  )
}
