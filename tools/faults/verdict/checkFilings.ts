/** Every submission answered 201 is stored as answered, and every idempotency key filed once. */
import { isDeepStrictEqual } from "node:util"
import type { Complaint } from "./Complaint.ts"
import { doubled, groupedBy, lost, wrong } from "./Complaint.ts"
import type { Created, Evidence, StoredSubmission, Wanted } from "../world/Evidence.ts"
import { totalOf } from "../world/Forms.ts"

const nothing: ReadonlyArray<never> = []

/** Compares an answer with what is stored. Later changes of a draft are checked by its history. */
const checkCreated = (
  { data, draft, form, marker }: Wanted,
  created: Created,
  stored: StoredSubmission | undefined
): ReadonlyArray<Complaint> => {
  const name = `${marker}, answered 201 with ${created.id} (${created.reference})`
  if (stored === undefined) return [lost(`${name}, is not there`)]
  const complaints: Array<Complaint> = []
  if (stored.form !== form) complaints.push(wrong(`${name}, lies in the form ${stored.form} and not in ${form}`))
  if (stored.reference !== created.reference) complaints.push(wrong(`${name}, has the reference ${stored.reference}`))
  if (stored.data["marker"] !== marker) complaints.push(wrong(`${name}, has the data of ${stored.data["marker"]}`))
  if (!isDeepStrictEqual(created.data, data)) complaints.push(wrong(`${name}, was answered with other data`))
  if (created.state !== (draft ? "draft" : "submitted"))
    complaints.push(wrong(`${name}, was answered as ${created.state}`))
  if (!draft && !isDeepStrictEqual(stored.data, data)) complaints.push(wrong(`${name}, has other data`))
  const total = totalOf(Number(data["amount"]))
  if (created.calculated["total"] !== total || stored.calculated["total"] !== total)
    complaints.push(wrong(`${name}, does not total ${total}`))
  return complaints
}

const checkWanted = (
  wanted: Wanted,
  byId: ReadonlyMap<string, StoredSubmission>,
  filed: ReadonlyArray<StoredSubmission>,
  kept: ReadonlyArray<string>
): ReadonlyArray<Complaint> => {
  const { created, key, marker } = wanted
  const complaints = created.flatMap((one) => checkCreated(wanted, one, byId.get(one.id)))
  const answers = new Set(created.map(({ id, reference }) => `${id} (${reference})`))
  if (answers.size > 1) complaints.push(doubled(`${marker} was answered as ${[...answers].join(" and as ")}`))
  if (filed.length > 1) complaints.push(doubled(`${marker} lies there as ${filed.map(({ id }) => id).join(" and ")}`))
  if (key === undefined) return complaints
  if (created.length === 0) complaints.push(wrong(`${marker} never got an answer`))
  if (filed.length === 0) complaints.push(lost(`${marker}, sent under the key ${key}, is not there`))
  if (!isDeepStrictEqual(new Set(kept), new Set(filed.map(({ id }) => id))) || kept.length !== 1)
    complaints.push(wrong(`${marker} has ${kept.length} idempotency records`))
  return complaints
}

export const checkFilings = ({ keys, submissions, wanted }: Evidence): ReadonlyArray<Complaint> => {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]))
  const byMarker = groupedBy(submissions, ({ data }) => String(data["marker"]))
  const byKey = groupedBy(keys, ({ key }) => key)
  const complaints = wanted.flatMap((one) =>
    checkWanted(
      one,
      byId,
      byMarker.get(one.marker) ?? nothing,
      (byKey.get(one.key ?? "") ?? nothing).map(({ submission }) => submission)
    )
  )
  const known = new Set(wanted.map(({ marker }) => marker))
  const unknown = submissions.filter(({ data }) => !known.has(String(data["marker"])))
  return [...complaints, ...unknown.map(({ id }) => wrong(`${id} was filed by no client`))]
}
