/** Reports, as JSON or CSV. */
import { DateTime, Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FormId } from "@formwork/domain/forms/Form"
import { Reports } from "@formwork/domain/reports/Reports"
import { SubmissionReport } from "@formwork/domain/reports/SubmissionReport"
import { UsageDay } from "@formwork/domain/reports/Usage"
import { parseDate } from "@formwork/rules/value/civil"
import { CurrentCaller, Guard } from "../Guard.ts"
import { asGiven } from "../Ids.ts"
import { needs, refusals } from "../Operation.ts"
import * as Payload from "../Payload.ts"
import * as Problem from "../Problem.ts"
import * as Query from "../Query.ts"
import * as ReportCsv from "./ReportCsv.ts"
import { list } from "./Wire.ts"

/** Days that usage is shown of at once. */
const mostDays = 92
const usualDays = 30

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

const Report = SubmissionReport.annotate({
  identifier: "SubmissionReport",
  description: "What became of a form in a period. Decimals are texts, and exact."
})

const UsageRecord = UsageDay.annotate({
  identifier: "UsageDay",
  description: "Calls of a versioned operation by one credential on one day, in UTC."
})

const format = text("`json`, the usual, or `csv`.")

const csvType = "text/csv; charset=utf-8; header=present"
const Csv = Schema.String.pipe(HttpApiSchema.asText({ contentType: csvType }))

const submissions = HttpApiEndpoint.get("submissions", "/api/platform/reports/submissions", {
  query: {
    form: text("The form that it is about."),
    from: text("The first day, in the form's time zone (YYYY-MM-DD)."),
    to: text("The last day."),
    format
  },
  success: [Report, Csv],
  error: refusals("report:read", "RequestInvalid", "FormNotFound")
})
  .annotateMerge(needs("report:read"))
  .annotateMerge(Query.required("form"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "A form's submissions in a period: by state and day, outcomes, numbers and choices",
      description:
        "Of the fields of the live version, but for the rows of lists. Drafts are counted by state and day alone. Looks at every submission " +
        "of the period, which for a million takes a minute or two."
    })
  )

const usage = HttpApiEndpoint.get("usage", "/api/platform/reports/usage", {
  query: {
    from: text(`The first day, in UTC (YYYY-MM-DD); ${usualDays} days with \`to\` if left out.`),
    to: text(`The last day, at most ${mostDays} days in all; today if left out.`),
    format
  },
  success: [list(UsageRecord), Csv],
  error: refusals("report:read", "RequestInvalid")
})
  .annotateMerge(needs("report:read"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Calls of evaluate and create by credential and day",
      description: "Those of the last seconds may be missing, and those of a process that was killed are."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("reports")
    .annotateMerge(OpenApi.annotations({ description: "What submissions come to, and who called how often." }))
    .add(submissions, usage)
    .middleware(Guard)
)

const Day = Schema.String.check(
  Schema.makeFilter((day: string) => day >= "0001" && parseDate(day) !== null, {
    expected: "a day, such as 2026-12-31"
  })
)
const Format = Schema.optionalKey(Schema.Literals(["json", "csv"]))

const submissionsQuery = Payload.decoder(
  Schema.Struct({
    form: asGiven(FormId),
    from: Schema.optionalKey(Day),
    to: Schema.optionalKey(Day),
    format: Format
  })
)
const usageQuery = Payload.decoder(
  Schema.Struct({ from: Schema.optionalKey(Day), to: Schema.optionalKey(Day), format: Format })
)

const inOrder = (from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && from > to
    ? Effect.fail(Query.invalid("to", "min", "is before `from`"))
    : Effect.void

const csv = (lines: string) => HttpServerResponse.text(lines, { contentType: csvType })

/** The civil date so many days before another. */
const before = (day: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(day), { days }))

const period = Effect.fnUntraced(function* (asked: { readonly from?: string; readonly to?: string }) {
  const to = asked.to ?? DateTime.formatIsoDateUtc(yield* DateTime.now)
  const from = asked.from ?? before(to, usualDays - 1)
  yield* inOrder(from, to)
  if (before(to, mostDays - 1) > from)
    return yield* Query.invalid("from", "min", `is more than ${mostDays} days before \`to\``)
  return { from, to }
})

export const layer = HttpApiBuilder.group(
  api,
  "reports",
  Effect.fnUntraced(function* (endpoints) {
    const reports = yield* Reports
    const ofSubmissions = Effect.fnUntraced(function* () {
      const { form, format, from, to } = yield* Query.read(submissionsQuery)
      yield* inOrder(from, to)
      const report = yield* reports.submissions(yield* CurrentCaller, form, { from, to })
      return format === "csv" ? csv(ReportCsv.ofSubmissions(report)) : report
    })
    const ofUsage = Effect.fnUntraced(function* () {
      const { format, ...asked } = yield* Query.read(usageQuery)
      const items = yield* reports.usage(yield* CurrentCaller, yield* period(asked))
      return format === "csv" ? csv(ReportCsv.ofUsage(items)) : { items }
    })
    return endpoints
      .handle("submissions", () => Problem.answering(ofSubmissions()))
      .handle("usage", () => Problem.answering(ofUsage()))
  })
)
