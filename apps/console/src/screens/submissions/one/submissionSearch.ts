/** What is open on the page of a submission, as its address has it. */

const submissionTabs = ["values", "fill", "history", "effects", "documents", "json", "audit"] as const
type SubmissionTab = (typeof submissionTabs)[number]

export interface SubmissionSearch {
  /** Left out for the values. */
  readonly tab?: SubmissionTab
  /** The field whose why is open, as a pointer into the values: `/drivers/0/age`. */
  readonly why?: string
  /** The id of the effect that is open. */
  readonly effect?: string
}

export const submissionSearch = ({ effect, tab, why }: Record<string, unknown>): SubmissionSearch => {
  const known = submissionTabs.find((one) => one === tab)
  return {
    ...(known === undefined || known === "values" ? {} : { tab: known }),
    ...(typeof why === "string" && why.startsWith("/") ? { why } : {}),
    ...(typeof effect === "string" ? { effect } : {})
  }
}
