/** The result of a run, in one line. */
import type { Complaint } from "./verdict/Complaint.ts"
import type { Outcome } from "./run.ts"

export const sentence = ({ complaints, faults, submissions }: Outcome): string => {
  const count = (kind: Complaint["kind"]) => complaints.filter((complaint) => complaint.kind === kind).length
  const wrong = count("wrong")
  const rest = wrong === 0 ? "" : `, ${wrong} wrong otherwise`
  return `${faults} faults, ${submissions} submissions, ${count("lost")} lost, ${count("doubled")} doubled${rest}`
}
