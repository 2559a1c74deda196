/** Every submission has revisions 1 to n, each a step of the workflow, and they include every change that was answered. */
import type { Complaint } from "./Complaint.ts"
import { groupedBy, lost, wrong } from "./Complaint.ts"
import type { Changed, Evidence, StoredRevision, StoredSubmission } from "../world/Evidence.ts"

/** The first state, and which may follow which; the default workflow (spec/http.md §4.10). */
const next: Readonly<Record<string, ReadonlyArray<string>>> = {
  "": ["draft", "submitted"],
  draft: ["draft", "submitted"],
  submitted: ["in_review"],
  in_review: ["approved", "rejected"]
}

const checkHistory = (
  { id, state }: StoredSubmission,
  history: ReadonlyArray<StoredRevision>,
  changed: ReadonlyArray<Changed>
): ReadonlyArray<Complaint> => {
  const steps = [...history].sort((a, b) => a.revision - b.revision)
  const path = steps.map((step) => step.state)
  const complaints: Array<Complaint> = []
  if (steps.length === 0 || steps.some(({ revision }, index) => revision !== index + 1))
    complaints.push(wrong(`${id} has the revisions ${steps.map(({ revision }) => revision).join(", ")}`))
  if (path.some((step, index) => next[path[index - 1] ?? ""]?.includes(step) !== true))
    complaints.push(wrong(`${id} went ${path.join(", ")}`))
  if (path.at(-1) !== state) complaints.push(wrong(`${id} is ${state}, and its history ends with ${path.at(-1)}`))
  for (const { revision, state } of changed)
    if (path[revision - 1] !== state)
      complaints.push(lost(`${id}, answered as ${state} in revision ${revision}, went ${path.join(", ")}`))
  return complaints
}

export const checkHistories = ({ changed, revisions, submissions }: Evidence): ReadonlyArray<Complaint> => {
  const histories = groupedBy(revisions, ({ submission }) => submission)
  const changes = groupedBy(changed, ({ submission }) => submission)
  const known = new Set(submissions.map(({ id }) => id))
  return [
    ...submissions.flatMap((one) => checkHistory(one, histories.get(one.id) ?? [], changes.get(one.id) ?? [])),
    ...[...histories.keys()].filter((id) => !known.has(id)).map((id) => wrong(`${id} has a history and is not there`))
  ]
}
