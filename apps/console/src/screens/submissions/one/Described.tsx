/** What a submission is: its state, its form and version, and who made it when. */
import type { Submission } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { formQuery, versionQuery } from "../../../api/forms.ts"
import { historyQuery } from "../../../api/submission.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { When } from "../../../parts/When.tsx"
import { StateBadge } from "./StateBadge.tsx"
import styles from "./SubmissionPage.module.css"

export const Described = ({ submission }: { readonly submission: Submission }) => {
  const { submission: words } = useMessages()
  const { createdAt, formId, formVersionId, id, workflowState } = submission
  const form = useQuery(formQuery(formId)).data
  const version = useQuery(versionQuery(formId, formVersionId)).data
  const first = useQuery(historyQuery(id)).data?.[0]
  return (
    <span className={styles.described}>
      <span role="status">
        <StateBadge state={workflowState} />
      </span>
      {form !== undefined && (
        <Link to="/forms/$formId" params={{ formId }}>
          <Foreign text={form.title} isName />
        </Link>
      )}
      {version !== undefined && (
        <Link to="/forms/$formId/versions/$versionId" params={{ formId, versionId: formVersionId }}>
          {words.version({ number: version.number })}
        </Link>
      )}
      <span>
        {words.made} <When at={createdAt} />
        {first !== undefined && (
          <>
            {" "}
            {words.filedBy} <Foreign text={first.by.name} isName />
          </>
        )}
      </span>
    </span>
  )
}
