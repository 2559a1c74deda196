/** The submissions of the organisation, page by page. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { maxExamined } from "@formwork/domain/filing/list"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"
import * as Page from "../wire/Page.ts"
import * as Cursor from "../wire/Cursor.ts"
import * as SubmissionFilter from "./SubmissionFilter.ts"
import { SubmissionRecord } from "./Submissions.ts"

const pages = Page.upTo(200)

const SubmissionPage = Schema.Struct({
  items: Schema.Array(SubmissionRecord),
  next: Schema.NullOr(Schema.String).annotate({
    description: "The cursor of the next page; null where this is the last."
  })
}).annotate({ identifier: "SubmissionPage" })

const all = HttpApiEndpoint.get("list", "/api/platform/submissions", {
  query: {
    ...SubmissionFilter.parameters,
    ...pages.parameters,
    cursor: Schema.optionalKey(Schema.String.annotate({ description: "`next` of the page before, of the same list." }))
  },
  success: SubmissionPage,
  error: refusals("submission:read", "RequestInvalid", "FormNotFound", "FormVersionNotFound", "ConditionInvalid")
})
  .annotateMerge(needs("submission:read"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Submissions, newest first",
      description:
        "With `reference` by reference number instead, the greatest first. A page can have fewer items than asked for, none even, and " +
        `still a \`next\`: \`text\` and \`where\`, and what stands beside \`reference\`, look at ${maxExamined} submissions a request at most.`
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("submissionLists")
    .annotateMerge(OpenApi.annotations({ description: "The submissions of the organisation, page by page." }))
    .add(all)
    .middleware(Guard)
)

const listQuery = Payload.decoder(
  Schema.Struct({
    ...SubmissionFilter.fields,
    cursor: Schema.optionalKey(Schema.String),
    limit: Schema.optionalKey(pages.Limit)
  })
)

export const layer = HttpApiBuilder.group(
  api,
  "submissionLists",
  Effect.fnUntraced(function* (endpoints) {
    const lists = yield* Submissions

    const page = Effect.fnUntraced(function* () {
      const { cursor, limit, ...filter } = yield* Query.read(listQuery)
      const query = yield* SubmissionFilter.queryOf(filter, false)
      const list = SubmissionFilter.nameOf(filter)
      const after = cursor === undefined ? undefined : Cursor.decode(list, cursor)
      if (cursor !== undefined && after === undefined)
        return yield* Query.invalid("cursor", "rule", "is none that this list gave out: begin again without one")
      const { items, next } = yield* lists.list(yield* CurrentCaller, query, { limit: Page.limitOf(limit), after })
      return { items, next: next === undefined ? null : Cursor.encode(list, next) }
    })
    return endpoints.handle("list", () => ProblemDetails.answering(page()))
  })
)
