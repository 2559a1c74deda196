/** Submissions as one file, written while they are read: neither it nor they are ever in memory as a whole. */
import { Cause, DateTime, Effect, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import type { Submission } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"
import * as SubmissionCsv from "./SubmissionCsv.ts"
import * as SubmissionFilter from "./SubmissionFilter.ts"

const types = { csv: "text/csv; charset=utf-8; header=present", ndjson: "application/x-ndjson" } as const

const get = HttpApiEndpoint.get("get", "/api/platform/submissions/export", {
  query: {
    ...SubmissionFilter.parameters,
    version: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "The version of `form` whose fields `where` means and a CSV's columns are; the live one if left out."
      })
    ),
    format: Schema.optionalKey(
      Schema.String.annotate({ description: "`csv`, for which `form` is needed too, or `ndjson`." })
    )
  },
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: types.csv })),
  error: refusals("submission:read", "RequestInvalid", "FormNotFound", "FormVersionNotFound", "ConditionInvalid")
})
  .annotateMerge(needs("submission:read"))
  .annotateMerge(Query.required("format"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Submissions as a file, in the order of the list",
      description:
        "CSV (RFC 4180) with a column a field, or a JSON object a line as in the list (application/x-ndjson). A file that ends without " +
        "the end of the chunked coding is not whole: something went wrong meanwhile."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("submissionExport")
    .annotateMerge(OpenApi.annotations({ description: "Submissions as one file." }))
    .add(get)
    .middleware(Guard)
)

const exportQuery = Payload.decoder(
  Schema.Struct({ ...SubmissionFilter.fields, format: Schema.Literals(["csv", "ndjson"]) })
)

const record = (submission: Submission): string =>
  `${JSON.stringify({ ...submission, createdAt: DateTime.formatIso(submission.createdAt) })}\n`

export const layer = HttpApiBuilder.group(
  api,
  "submissionExport",
  Effect.fnUntraced(function* (endpoints) {
    const lists = yield* Submissions

    const file = Effect.fnUntraced(function* () {
      const { format, ...filter } = yield* Query.read(exportQuery)
      const query = yield* SubmissionFilter.queryOf(filter, format === "csv")
      const caller = yield* CurrentCaller
      if (format === "ndjson") return send(format, Stream.map(yield* lists.stream(caller, query), record))
      if (query.formId === undefined)
        return yield* Query.invalid("form", "required", "is missing: its fields are the columns")
      const fields = yield* lists.fields(caller, query.formId, filter.version)
      const rows = Stream.map(yield* lists.stream(caller, query), SubmissionCsv.row(fields))
      return send(format, Stream.concat(Stream.succeed(SubmissionCsv.header(fields)), rows))
    })
    return endpoints.handle("get", () => ProblemDetails.answering(file()))
  })
)

/** A trouble on the way ends the connection, so that nobody takes what has come for the whole. */
const send = (format: keyof typeof types, lines: Stream.Stream<string>) =>
  HttpServerResponse.stream(
    Stream.encodeText(lines).pipe(
      Stream.tapCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("an export broke off", cause)
      )
    ),
    {
      contentType: types[format],
      headers: {
        "content-disposition": `attachment; filename="submissions.${format}"`,
        "x-content-type-options": "nosniff"
      }
    }
  )
