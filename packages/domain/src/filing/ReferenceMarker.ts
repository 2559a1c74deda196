/** The one value of a rendered content that is known only once the submission is stored: its reference number. */
import type { Json } from "@formwork/rules/Json"
import type { SubmissionId } from "./Submission.ts"

/** What the renderer writes where an author wrote `{reference}`. No value can forge it: the id is drawn for this submission. */
export const of = (id: SubmissionId): string => `{{${id}/reference}}`

/** Whether the marker stands anywhere in `content`. */
export const isIn = (content: Json, id: SubmissionId): boolean => JSON.stringify(content).includes(of(id))

/** `content` with the reference number in the marker's place, in every string. */
export const fill = (content: Json, id: SubmissionId, referenceNumber: string): Json => {
  const marker = of(id)
  const filled = (value: Json): Json => {
    if (typeof value === "string") return value.replaceAll(marker, () => referenceNumber)
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member)]))
  }
  return filled(content)
}
