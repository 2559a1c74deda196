/** Submissions as lists, in memory: sorted anew for each page. */
import { DateTime, Effect, Layer, Record } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import type { Submission } from "@formwork/domain/filing/Submission"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import type {
  Page,
  PageLimits,
  ReferenceFilter,
  TimeFilter,
  TimePosition
} from "@formwork/domain/filing/SubmissionListStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"

const fits = ({ createdBefore, createdFrom, formId, state }: TimeFilter, submission: Submission): boolean =>
  (formId === undefined || submission.formId === formId) &&
  (state === undefined || submission.workflowState === state) &&
  (createdFrom === undefined || DateTime.isGreaterThanOrEqualTo(submission.createdAt, createdFrom)) &&
  (createdBefore === undefined || DateTime.isLessThan(submission.createdAt, createdBefore))

const isNamed = ({ exact, prefix }: ReferenceFilter, { referenceNumber }: Submission): boolean =>
  (exact === undefined || referenceNumber === exact) && (prefix === undefined || referenceNumber.startsWith(prefix))

/** Negative if `a` is older than `b`. */
const byAge = (a: TimePosition, b: TimePosition): number => {
  const [one, other] = [DateTime.toEpochMillis(a.createdAt), DateTime.toEpochMillis(b.createdAt)]
  return one === other ? (a.id < b.id ? -1 : Number(a.id > b.id)) : one - other
}

const sizeOf = ({ calculatedData, data }: Submission): number =>
  JSON.stringify(data).length + JSON.stringify(calculatedData).length

const only = (values: JsonObject, fields: ReadonlyArray<string>): JsonObject =>
  Record.filter(values, (_, slug) => fields.includes(slug))

const pageOf = (all: ReadonlyArray<Submission>, { bytes, fields, limit }: PageLimits): Page => {
  const items: Array<Submission> = []
  let size = 0
  for (const found of all) {
    if (items.length === limit || (items.length > 0 && size >= bytes)) break
    const { calculatedData, data } = found
    const submission =
      fields === undefined
        ? found
        : { ...found, data: only(data, fields), calculatedData: only(calculatedData, fields) }
    items.push(submission)
    size += sizeOf(submission)
  }
  return { items, isLast: items.length === all.length }
}

export const layer: Layer.Layer<SubmissionListStore, never, Tables> = Layer.effect(
  SubmissionListStore,
  Effect.map(Tables, ({ tenants }) => {
    const those = (caller: Caller, select: (submission: Submission) => boolean) => {
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined) return []
      const reach = reachOf(tenant, caller)
      return [...tenant.submissions.values()]
        .map(({ submission }) => submission)
        .filter((submission) => select(submission) && reach.form(submission.formId))
    }
    return SubmissionListStore.of({
      byTime: (caller, filter, after, limits) =>
        Effect.sync(() => {
          const found = those(
            caller,
            (submission) => fits(filter, submission) && (after === undefined || byAge(submission, after) < 0)
          )
          return pageOf(
            found.sort((a, b) => byAge(b, a)),
            limits
          )
        }),
      byReference: (caller, filter, after, limits) =>
        Effect.sync(() => {
          const found = those(
            caller,
            (submission) => isNamed(filter, submission) && (after === undefined || submission.referenceNumber < after)
          )
          return pageOf(
            found.sort((a, b) => (a.referenceNumber < b.referenceNumber ? 1 : -1)),
            limits
          )
        }),
      count: (caller, { reference, ...filter }, most) =>
        Effect.sync(() => {
          const found = those(caller, (submission) =>
            reference === undefined ? fits(filter, submission) : isNamed(reference, submission)
          )
          return Math.min(most, found.length)
        })
    })
  })
)
