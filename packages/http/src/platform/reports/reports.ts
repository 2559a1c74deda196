/** Reports, as JSON or CSV. */
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { FormId } from "@formwork/domain/forms/Form"
import { FormOverview } from "@formwork/domain/reports/Overview"
import { Reports } from "@formwork/domain/reports/Reports"
import { SubmissionReport } from "@formwork/domain/reports/SubmissionReport"
import { Answer } from "../../connection/Answer.ts"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json, jsonOr } from "../../endpoint/Success.ts"
import { types } from "../wire/Download.ts"
import * as Page from "../wire/Page.ts"
import * as UsageDays from "../wire/UsageDays.ts"
import { list } from "../wire/Wire.ts"
import * as ReportCsv from "./csv.ts"

const Report = SubmissionReport.annotate({
  identifier: "SubmissionReport",
  description: "A form's submissions in a period. Decimals are exact, and written as strings."
})

const Overview = Schema.Struct({
  from: UsageDays.Day,
  to: UsageDays.Day,
  items: Schema.Array(
    FormOverview.annotate({
      identifier: "FormOverview",
      description:
        "What happened with a form in a period. `deadEffects` are those that are dead now, whenever they fired."
    })
  ),
  hasMoreDeadEffects: Schema.Boolean.annotate({
    description: "True where the organisation has more dead effects than the 10,000 newest, which are counted."
  }),
  next: Schema.NullOr(FormId).annotate({ description: "The cursor of the next page; null where this is the last." })
}).annotate({ identifier: "FormOverviewPage" })

const format = Query.optional("`json`, the usual, or `csv`.", Schema.Literals(["json", "csv"]))

const Csv = Schema.String.pipe(HttpApiSchema.asText({ contentType: types.csv }))

const csv = (lines: string) => new Answer(200, { "content-type": types.csv }, lines)

const submissions = endpoint({
  name: "submissions",
  method: "GET",
  path: "/api/platform/reports/submissions",
  summary: "A form's submissions in a period: by state and day, outcomes, numbers and choices",
  description:
    "Covers the fields of the live version without rows of lists. Drafts are counted only by state and day. A report over a " +
    "million submissions takes about a second, and a minute or two where they have not been counted yet.",
  needs: "report:read",
  query: {
    form: Query.parameter("The form of the report.", FormId),
    from: Query.optional("The first day, in the form's time zone (YYYY-MM-DD).", UsageDays.Day),
    to: Query.optional("The last day.", UsageDays.Day),
    format
  },
  success: jsonOr(Report, Csv),
  refuses: ["FormNotFound"],
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const reports = yield* Reports
    const { form, format, from, to } = yield* query
    yield* UsageDays.inOrder(from, to)
    const report = yield* reports.submissions(caller, form, { from, to })
    return format === "csv" ? csv(ReportCsv.ofSubmissions(report)) : report
  })
})

const usage = endpoint({
  name: "usage",
  method: "GET",
  path: "/api/platform/reports/usage",
  summary: "Calls of evaluate and create by credential and day, of all forms or of one",
  description:
    "Calls of the last seconds may be missing; the last calls to a process that was killed are lost. A key that is limited to some forms " +
    "gets all calls of one of them with `form`, and without it its own.",
  needs: "report:read",
  query: {
    form: Query.optional("Only calls of this form.", FormId),
    ...UsageDays.parameters,
    format
  },
  success: jsonOr(list(UsageDays.UsageRecord), Csv),
  refuses: ["FormNotFound"],
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const reports = yield* Reports
    const { form: formId, format, ...asked } = yield* query
    const items = yield* reports.usage(caller, { ...(yield* UsageDays.period(asked)), formId })
    return format === "csv" ? csv(ReportCsv.ofUsage(items)) : { items }
  })
})

const overview = endpoint({
  name: "overview",
  method: "GET",
  path: "/api/platform/reports/overview",
  summary: "Each form with its calls, its submissions by state and its dead effects, in all and by day",
  description:
    "Forms come newest first, as in their list, also those with nothing in the period. Days are in UTC, and only those on which " +
    "something was. Submissions are those created in the period, by their present state.",
  needs: "report:read",
  query: { ...UsageDays.parameters, ...Page.parameters(100, FormId) },
  success: json(Overview),
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const reports = yield* Reports
    const { cursor, limit: asked, ...days } = yield* query
    const limit = Page.limitOf(asked)
    const period = yield* UsageDays.period(days)
    const { forms, hasMoreEffects } = yield* reports.overview(caller, { ...period, before: cursor, limit: limit + 1 })
    const page = Page.cut(forms, limit, ({ formId }) => formId)
    return { ...period, ...page, hasMoreDeadEffects: hasMoreEffects }
  })
})

export const reports = resource(
  "reports",
  "Reports of submissions, an overview of all forms, and the usage of credentials.",
  submissions,
  overview,
  usage
)
