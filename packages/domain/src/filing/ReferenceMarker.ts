/** The one value of a rendered content that is known only once the submission is stored: its reference number. */
import { referenceMarker } from "@formwork/rules/Content"
import type { SubmissionId } from "./Submission.ts"

/** Whether a string of `content` has the marker. */
export const isIn = (content: unknown, id: SubmissionId): boolean => {
  const marker = referenceMarker(id)
  const has = (value: unknown): boolean => {
    if (typeof value === "string") return value.includes(marker)
    return typeof value === "object" && value !== null && Object.values(value).some(has)
  }
  return has(content)
}

/** `content` with the reference number in the marker's place, in every string. */
export const fill = (content: unknown, id: SubmissionId, referenceNumber: string): unknown => {
  const marker = referenceMarker(id)
  const filled = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll(marker, () => referenceNumber)
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member)]))
  }
  return filled(content)
}
