/** Where each bar of a report leads: the list of submissions, with the filter that the bar stands for. */
import type { SubmissionReport } from "@formwork/client/contract"
import type { Field } from "@formwork/rules/Definition"
import { useMay } from "../../../api/me.ts"
import type { ChartLink } from "../../../parts/chart/ChartLink.ts"
import type { SubmissionsSearch } from "../../submissions/list/submissionsSearch.ts"
import type { Period } from "../period.ts"
import { bucketCondition, choiceCondition, inPeriod } from "./barFilters.ts"
import { OTHERS } from "./states.ts"

type Bucket = SubmissionReport["numbers"][number]["distribution"][number]

/** The API takes no longer condition. */
const LONGEST_CONDITION = 4_000

export interface BarLinks {
  readonly whole: ChartLink | undefined
  readonly state: (span: Period, state: string) => ChartLink | undefined
  readonly outcome: (id: string) => ChartLink | undefined
  readonly choice: (field: Field | undefined, value: string) => ChartLink | undefined
  readonly bucket: (field: Field | undefined, bucket: Bucket) => ChartLink | undefined
}

/** None leads anywhere for a person who may not see submissions. */
export const useBarLinks = ({ formId, timeZone }: SubmissionReport, period: Period): BarLinks => {
  const maySee = useMay("submission:read")
  const link = (days: Period, more: SubmissionsSearch): ChartLink | undefined =>
    maySee ? { to: "/submissions", search: { ...inPeriod(formId, timeZone, days), ...more } } : undefined
  const where = (condition: string) =>
    condition.length > LONGEST_CONDITION ? undefined : link(period, { filed: true, where: condition })
  return {
    whole: link(period, {}),
    state: (span, state) => (state === OTHERS ? undefined : link(span, { state })),
    outcome: (outcome) => link(period, { filed: true, outcome }),
    choice: (field, value) => (field === undefined ? undefined : where(choiceCondition(field.slug, field.type, value))),
    bucket: (field, bucket) => (field === undefined ? undefined : where(bucketCondition(field.slug, bucket)))
  }
}
