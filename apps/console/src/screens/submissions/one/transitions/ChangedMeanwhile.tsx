/** What somebody else did to a submission since the person saw it: its state, its values, and who it was. */
import type { Submission } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { historyQuery } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Notice } from "../../../../parts/Notice.tsx"
import { ChangedValues } from "../history/ChangedValues.tsx"

interface ChangedMeanwhileProps {
  readonly seen: Submission
  readonly fresh: Submission
}

export const ChangedMeanwhile = ({ fresh, seen }: ChangedMeanwhileProps) => {
  const { meanwhile: words } = useMessages().submission
  const history = useQuery(historyQuery(fresh.id)).data ?? []
  const since = history.filter(({ revision }) => revision > seen.revision && revision <= fresh.revision)
  const names = [...new Set(since.map(({ by }) => by.name))]
  return (
    <Notice tone="warning" title={words.title}>
      <p role="status">
        <Foreign text={words.who({ names, state: fresh.workflowState })} />
      </p>
      {since.map(
        ({ by, comment, revision }) =>
          comment !== null && (
            <p key={revision}>
              <Foreign text={words.said({ name: by.name, comment })} />
            </p>
          )
      )}
      <ChangedValues before={seen} after={fresh} />
    </Notice>
  )
}
