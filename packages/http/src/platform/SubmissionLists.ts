/** The submissions of the organisation, page by page. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { mostExamined, SubmissionLists } from "@formwork/domain/filing/SubmissionLists"
import { CurrentCaller, Guard } from "../Guard.ts"
import { needs, refusals } from "../Operation.ts"
import * as Payload from "../Payload.ts"
import * as Problem from "../Problem.ts"
import * as Query from "../Query.ts"
import * as Cursor from "./Cursor.ts"
import * as SubmissionFilter from "./SubmissionFilter.ts"
import { SubmissionRecord } from "./Submissions.ts"

const largestPage = 200
const usualPage = 50

const SubmissionPage = Schema.Struct({
  items: Schema.Array(SubmissionRecord),
  next: Schema.NullOr(Schema.String).annotate({
    description: "The cursor of the next page; null where this is the last."
  })
}).annotate({ identifier: "SubmissionPage" })

const all = HttpApiEndpoint.get("list", "/api/platform/submissions", {
  query: {
    ...SubmissionFilter.parameters,
    cursor: Schema.optionalKey(Schema.String.annotate({ description: "`next` of the page before, of the same list." })),
    limit: Schema.optionalKey(
      Schema.String.annotate({ description: `Items a page, from 1 to ${largestPage}; ${usualPage} if left out.` })
    )
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
        `still a \`next\`: \`text\` and \`where\`, and what stands beside \`reference\`, look at ${mostExamined} submissions a request at most.`
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
    limit: Schema.optionalKey(
      Schema.String.check(
        Schema.makeFilter((text: string) => /^[1-9]\d{0,2}$/u.test(text) && Number(text) <= largestPage, {
          expected: `a whole number from 1 to ${largestPage}`
        })
      )
    )
  })
)

export const layer = HttpApiBuilder.group(
  api,
  "submissionLists",
  Effect.fnUntraced(function* (endpoints) {
    const lists = yield* SubmissionLists

    const page = Effect.fnUntraced(function* () {
      const { cursor, limit = String(usualPage), ...filter } = yield* Query.read(listQuery)
      const query = yield* SubmissionFilter.queryOf(filter, false)
      const list = SubmissionFilter.nameOf(filter)
      const after = cursor === undefined ? undefined : Cursor.decode(list, cursor)
      if (cursor !== undefined && after === undefined)
        return yield* Query.invalid("cursor", "rule", "is none that this list gave out: begin again without one")
      const { items, next } = yield* lists.list(yield* CurrentCaller, query, { limit: Number(limit), after })
      return { items, next: next === undefined ? null : Cursor.encode(list, next) }
    })
    return endpoints.handle("list", () => Problem.answering(page()))
  })
)
