/** Submissions as one file, written while they are read, so that memory never holds all submissions or the whole file. */
import { DateTime, Effect, Schema, Stream } from "effect"
import { FormVersionId } from "@formwork/domain/forms/Form"
import type { Submission } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { file } from "../../endpoint/Success.ts"
import * as Download from "../wire/Download.ts"
import * as Csv from "./csv.ts"
import * as Filter from "./filter.ts"

const record = (submission: Submission): string =>
  `${JSON.stringify({ ...submission, createdAt: DateTime.formatIso(submission.createdAt) })}\n`

/** Not named `export`, which is a reserved word of the language. */
export const exportFile = endpoint({
  name: "export",
  method: "GET",
  path: "/api/platform/submissions/export",
  summary: "Submissions as a file, in the order of the list",
  description:
    "CSV (RFC 4180) with one column per field, or one JSON object per line as in the list (application/x-ndjson). If the file ends without " +
    "the last chunk of the chunked coding, it is incomplete: the export failed.",
  needs: "submission:read",
  query: {
    ...Filter.parameters,
    version: Query.optional(
      "The version of `form` whose fields are used by `where` and for the columns of a CSV; the default is the live version.",
      FormVersionId
    ),
    format: Query.parameter("`csv`, for which `form` is needed too, or `ndjson`.", Schema.Literals(["csv", "ndjson"]))
  },
  success: file(...Download.either),
  refuses: ["FormNotFound", "FormVersionNotFound", "ConditionInvalid"],
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const submissions = yield* Submissions
    const { format, ...filter } = yield* query
    const wanted = yield* Filter.queryOf(filter, format === "csv")
    if (format === "ndjson")
      return Download.stream("submissions", format, Stream.map(yield* submissions.stream(caller, wanted), record))
    if (wanted.formId === undefined)
      return yield* Query.invalid("form", "required", "is missing: its fields are the columns")
    const fields = yield* submissions.fields(caller, wanted.formId, filter.version)
    const rows = Stream.map(yield* submissions.stream(caller, wanted), Csv.row(fields))
    return Download.stream("submissions", format, Stream.concat(Stream.succeed(Csv.header(fields)), rows))
  })
})
