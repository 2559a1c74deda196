/** The submissions of the organisation, page by page. */
import { Effect, Schema } from "effect"
import { maxExamined } from "@formwork/domain/filing/search"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { nextTurn } from "@formwork/domain/limits/nextTurn"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { json } from "../../endpoint/Success.ts"
import * as Cursor from "../wire/Cursor.ts"
import * as Page from "../wire/Page.ts"
import * as Filter from "./filter.ts"
import { SubmissionRecord } from "./wire.ts"

const SubmissionPage = Page.page(SubmissionRecord, Schema.String).annotate({ identifier: "SubmissionPage" })

const name = "[a-z][a-zA-Z0-9_]{0,62}(?:\\.[a-z][a-zA-Z0-9_]{0,62})?"
const fieldList = new RegExp(`^${name}(?:,${name}){0,99}$`, "u")

export const list = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/submissions",
  summary: "Submissions, newest first",
  description:
    "With `reference` the order is by reference number, greatest first. A page can have fewer items than `limit`, or none, and still have " +
    `a \`next\`: a request with \`text\` or \`where\`, or with \`reference\` and other filters, examines at most ${maxExamined} submissions.`,
  needs: "submission:read",
  query: {
    ...Filter.parameters,
    fields: Query.optional(
      "Slugs with commas between them: of `data` and `calculatedData` only these fields are answered, so that a page has more submissions.",
      Schema.String.check(Schema.isPattern(fieldList, { expected: "1 to 100 slugs with commas between them" }))
    ),
    ...Page.parameters(200, Schema.String, "`next` of the previous page of the same list.")
  },
  success: json(SubmissionPage),
  refuses: ["FormNotFound", "FormVersionNotFound", "ConditionInvalid"],
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const submissions = yield* Submissions
    const { cursor, fields, limit, ...filter } = yield* query
    const wanted = yield* Filter.queryOf(filter, false)
    const list = Filter.nameOf(filter)
    const after = cursor === undefined ? undefined : Cursor.decode(list, cursor)
    if (cursor !== undefined && after === undefined)
      return yield* Query.invalid("cursor", "rule", "is not a cursor of this list: begin again without one")
    const { items, next } = yield* submissions.list(caller, wanted, {
      limit: Page.limitOf(limit),
      after,
      fields: fields?.split(",")
    })
    // A page may have a megabyte: it is written in a turn of its own, and not in that of its rows.
    yield* nextTurn
    return { items, next: next === undefined ? null : Cursor.encode(list, next) }
  })
})
