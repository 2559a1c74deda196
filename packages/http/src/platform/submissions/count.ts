/** How many submissions a list has. */
import { Effect, Schema } from "effect"
import { maxCounted } from "@formwork/domain/filing/count"
import { maxExamined } from "@formwork/domain/filing/search"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { json } from "../../endpoint/Success.ts"
import * as Filter from "./filter.ts"

const SubmissionCount = Schema.Struct({
  count: Schema.Int,
  hasMore: Schema.Boolean.annotate({
    description: "True where there are more, or may be: the count is of those that were looked at."
  })
}).annotate({ identifier: "SubmissionCount" })

export const count = endpoint({
  name: "count",
  method: "GET",
  path: "/api/platform/submissions/count",
  summary: "How many submissions a list has",
  description:
    `Exact up to ${maxCounted}. With \`text\` or \`where\`, or with \`reference\` and other filters, it counts those among the first ` +
    `${maxExamined} that are examined.`,
  needs: "submission:read",
  query: Filter.parameters,
  success: json(SubmissionCount),
  refuses: ["FormNotFound", "FormVersionNotFound", "ConditionInvalid"],
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const submissions = yield* Submissions
    return yield* submissions.count(caller, yield* Filter.queryOf(yield* query, false))
  })
})
