/** Reports, as JSON or CSV. */
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FormId } from "@formwork/domain/forms/Form"
import { Reports } from "@formwork/domain/reports/Reports"
import { SubmissionReport } from "@formwork/domain/reports/SubmissionReport"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { canonicalId } from "../../endpoint/PathIds.ts"
import { needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"
import * as ReportCsv from "./ReportCsv.ts"
import * as Usage from "../wire/Usage.ts"
import { list } from "../wire/Wire.ts"

const text = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

const Report = SubmissionReport.annotate({
  identifier: "SubmissionReport",
  description: "What became of a form in a period. Decimals are texts, and exact."
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
    ...Usage.days,
    format
  },
  success: [list(Usage.UsageRecord), Csv],
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

const Format = Schema.optionalKey(Schema.Literals(["json", "csv"]))

const submissionsQuery = Payload.decoder(
  Schema.Struct({
    form: canonicalId(FormId),
    from: Schema.optionalKey(Usage.Day),
    to: Schema.optionalKey(Usage.Day),
    format: Format
  })
)
const usageQuery = Payload.decoder(Schema.Struct({ ...Usage.Days.fields, format: Format }))

const csv = (lines: string) => HttpServerResponse.text(lines, { contentType: csvType })

export const layer = HttpApiBuilder.group(
  api,
  "reports",
  Effect.fnUntraced(function* (endpoints) {
    const reports = yield* Reports
    const ofSubmissions = Effect.fnUntraced(function* () {
      const { form, format, from, to } = yield* Query.read(submissionsQuery)
      yield* Usage.inOrder(from, to)
      const report = yield* reports.submissions(yield* CurrentCaller, form, { from, to })
      return format === "csv" ? csv(ReportCsv.ofSubmissions(report)) : report
    })
    const ofUsage = Effect.fnUntraced(function* () {
      const { format, ...asked } = yield* Query.read(usageQuery)
      const items = yield* reports.usage(yield* CurrentCaller, yield* Usage.period(asked))
      return format === "csv" ? csv(ReportCsv.ofUsage(items)) : { items }
    })
    return endpoints
      .handle("submissions", () => ProblemDetails.answering(ofSubmissions()))
      .handle("usage", () => ProblemDetails.answering(ofUsage()))
  })
)
