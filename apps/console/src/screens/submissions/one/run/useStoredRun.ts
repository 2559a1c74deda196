/** The run of a submission, as far as its parts have been read. */
import type { Submission } from "@formwork/client/contract"
import { skipToken, useQuery } from "@tanstack/react-query"
import { versionQuery } from "../../../../api/forms.ts"
import { historyQuery } from "../../../../api/submission.ts"
import { storedAt } from "./storedAt.ts"
import { storedRunQuery } from "./storedRun.ts"

export const useStoredRun = (submission: Submission) => {
  const version = useQuery(versionQuery(submission.formId, submission.formVersionId))
  const history = useQuery(historyQuery(submission.id))
  const isRead = version.data !== undefined && history.data !== undefined
  const query = storedRunQuery(version.data?.definition, submission, storedAt(history.data ?? [], submission))
  const run = useQuery({ ...query, ...(isRead ? {} : { queryFn: skipToken }) })
  return { version, history, run }
}
