/** Reports as comma-separated values: one table, with one line per count. */
import type { SubmissionReport } from "@formwork/domain/reports/SubmissionReport"
import type { UsageDay } from "@formwork/domain/usage/Usage"
import { cell, line } from "../wire/Csv.ts"

type Cell = string | number | null

const table = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  rows.map((row) => line(row.map((value) => cell(value, true)))).join("")

/** `section` says what a line counts; `name` is a state, an outcome or a field; `value` a day, an option, or the start of a bucket. */
export const ofSubmissions = (report: SubmissionReport): string =>
  table(
    [
      ["section", "name", "value", "to", "count", "sum", "mean", "min", "max"],
      ...report.states.map(({ count, state }) => ["state", state, null, null, count]),
      ...report.days.map(({ count, day, state }) => ["day", state, day, null, count]),
      ...report.outcomes.map(({ count, id }) => ["outcome", id, null, null, count]),
      ...report.numbers.flatMap(({ count, distribution, max, mean, min, slug, sum }) => [
        ["number", slug, null, null, count, sum, mean, min, max],
        ...distribution.map((bucket) => ["bucket", slug, bucket.from, bucket.to, bucket.count])
      ]),
      ...report.choices.flatMap(({ others, slug, values }) => [
        ...values.map(({ count, value }) => ["choice", slug, value, null, count]),
        ...(others === 0 ? [] : [["choice", slug, null, null, others]])
      ])
    ].map((row) => Array.from({ length: 9 }, (_, index) => row[index] ?? null))
  )

export const ofUsage = (days: ReadonlyArray<UsageDay>): string =>
  table([
    ["day", "credentialKind", "credentialId", "name", "operation", "calls"],
    ...days.map(({ by, calls, credential, day, operation }) => [
      day,
      credential.kind,
      credential.id,
      by?.name ?? null,
      operation,
      calls
    ])
  ])
