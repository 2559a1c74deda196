/** One submission: its values, its history, what was sent of it. What it holds is kept as long as it is shown. */
import type { Submission } from "@formwork/client/contract"
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"
import { queries } from "./queries.ts"

/** Of what holds values: gone a moment after its screen. */
const gcTime = 10_000

export const submissionQuery = (submissionId: string) =>
  queryOptions({
    queryKey: ["submission", submissionId],
    queryFn: async ({ signal }) => (await api.submissions.get({ submissionId }, { signal })).body,
    gcTime
  })

/** Every revision, oldest first. */
export const historyQuery = (submissionId: string) =>
  queryOptions({
    queryKey: ["submission", submissionId, "history"],
    queryFn: async ({ signal }) => (await api.submissions.history({ submissionId }, { signal })).body.items,
    gcTime
  })

/** The submission as a revision left it, which never changes. */
export const revisionQuery = (submissionId: string, revision: number) =>
  queryOptions({
    queryKey: ["submission", submissionId, "revision", revision],
    queryFn: async ({ signal }) =>
      (await api.submissions.revision({ submissionId, revision: String(revision) }, { signal })).body,
    staleTime: Infinity,
    gcTime
  })

/** Makes a transition, of the revision that the person saw. */
export const moveSubmission = async (
  { id: submissionId, revision }: Pick<Submission, "id" | "revision">,
  name: string,
  comment: string
): Promise<void> => {
  const body = { name, ...(comment.trim() === "" ? {} : { comment: comment.trim() }) }
  await api.submissions.transition({ submissionId, ifMatch: `"${revision}"`, body })
  await submissionChanged(submissionId)
}

/** After a change: the submission, the lists that it is in, and what was sent are read again. */
const submissionChanged = async (submissionId: string): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["submission", submissionId] }),
    queries.invalidateQueries({ queryKey: ["submissions"] }),
    queries.invalidateQueries({ queryKey: ["effects"] })
  ])
}
