/** The filter of the list of submissions that each bar of a report stands for: the list has as many as the bar. */
import type { SubmissionReport } from "@formwork/client/contract"
import { beginOfDay, daysLater } from "../../../time/zones.ts"
import type { SubmissionsSearch } from "../../submissions/list/submissionsSearch.ts"
import { quoted } from "../../submissions/list/where/quoted.ts"
import type { Period } from "../period.ts"

type Bucket = SubmissionReport["numbers"][number]["distribution"][number]

/** What was created in these days of the form's zone. */
export const inPeriod = (form: string, zone: string, { from, to }: Period): SubmissionsSearch => ({
  form,
  createdFrom: beginOfDay(zone, from),
  createdBefore: beginOfDay(zone, daysLater(to, 1))
})

/** @param type of the field, with the value `true` or `false` for a boolean. */
export const choiceCondition = (slug: string, type: string, value: string): string => {
  switch (type) {
    case "boolean":
      return `${slug} == ${value}`
    case "choices":
      return `${quoted(value)} in ${slug}`
    default:
      return `${slug} == ${quoted(value)}`
  }
}

/** A bucket extends away from zero, and the one at zero has nothing else. */
export const bucketCondition = (slug: string, { from, to }: Bucket): string => {
  if (Number(from) === 0) return `${slug} == 0`
  return from.startsWith("-") ? `${slug} <= ${from} && ${slug} > ${to}` : `${slug} >= ${from} && ${slug} < ${to}`
}
