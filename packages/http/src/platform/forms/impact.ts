/** What publishing a draft would change for the existing submissions of a form. */
import { Effect, Schema } from "effect"
import { ImpactRunNotFound } from "@formwork/domain/callers/Refusal"
import {
  defaultSubmissions,
  ImpactChange,
  ImpactRun,
  ImpactRunId,
  ImpactSummary,
  maxSubmissions
} from "@formwork/domain/impact/Impact"
import { Impacts } from "@formwork/domain/impact/Impacts"
import { TableName } from "@formwork/domain/tables/Table"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { accepted, json } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import * as Page from "../wire/Page.ts"
import { form } from "./wire.ts"

const ImpactRequest = Schema.Struct({
  limit: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween({ minimum: 1, maximum: maxSubmissions }, { expected: Page.wholeNumber(maxSubmissions) })
    ).annotate({ description: `Submissions to look at, the latest ones; ${defaultSubmissions} if left out.` })
  ),
  table: Schema.optionalKey(
    TableName.annotate({
      description:
        "A table of the organisation that the live version names: its draft is tried with the live version, in the place of the form's draft. Needs table:read."
    })
  )
}).annotate({ identifier: "ImpactRequest", examples: [{ limit: 1_000 }] })

const Summary = ImpactSummary.annotate({
  identifier: "ImpactSummary",
  description: "Counts of the submissions examined so far. All rows of a list's field count as one."
})

const run = {
  ...ImpactRun.fields,
  summary: Summary,
  startedAt: Timestamp,
  finishedAt: Schema.NullOr(Timestamp)
}

const ImpactRunRecord = Schema.Struct(run).annotate({
  identifier: "ImpactRun",
  description: "The run examines `total` submissions and has examined `done` of them."
})

const Changed = ImpactChange.annotate({
  identifier: "ImpactChange",
  description: "One submission whose result changes. Lists have at most 20 entries."
})

const ImpactResult = Schema.Struct({
  ...run,
  changes: Schema.Struct({
    items: Schema.Array(Changed).annotate({ description: "Newest submission first; a run keeps 10,000 changes." }),
    next: Schema.NullOr(Schema.String).annotate({
      description: "The cursor of the next page; null where no page follows yet."
    })
  })
}).annotate({ identifier: "ImpactResult" })

const start = endpoint({
  name: "start",
  method: "POST",
  path: "/api/platform/forms/:formId/impact",
  summary: "Run the latest submissions through the draft of the form or of a table, in the background",
  description: "Also needs submission:read. One run at a time for an organisation.",
  needs: "form:write",
  of: form,
  body: ImpactRequest,
  success: accepted(ImpactRunRecord),
  refuses: ["TableNotFound", "DefinitionInvalid", "ImpactRunning"],
  handle: Effect.fnUntraced(function* ({ body, caller, params: { formId } }) {
    const impacts = yield* Impacts
    const asked = Effect.map(body, ({ limit = defaultSubmissions, table }) => ({ limit, table }))
    const run = yield* impacts.start(caller, formId, asked)
    return { body: run, headers: { location: `/api/platform/forms/${formId}/impact/${run.id}` } }
  })
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/forms/:formId/impact/:runId",
  summary: "The progress of a run, and the changes found so far",
  description: "Also needs submission:read. A run is kept for 24 hours.",
  needs: "form:read",
  of: { params: { ...form.params, runId: ImpactRunId }, notFound: new ImpactRunNotFound() },
  query: Page.parameters(100, Page.countUpTo(maxSubmissions)),
  success: json(ImpactResult),
  handle: Effect.fnUntraced(function* ({ caller, params, query }) {
    const impacts = yield* Impacts
    const page = Effect.map(query, ({ cursor = "0", limit }) => ({
      limit: Page.limitOf(limit) + 1,
      after: Number(cursor)
    }))
    const { changes, run } = yield* impacts.get(caller, params.formId, params.runId, page)
    const limit = Page.limitOf((yield* query).limit)
    const { items, next } = Page.cut(changes, limit, ({ position }) => String(position))
    return { ...run, changes: { items: items.map(({ change }) => change), next } }
  })
})

export const impact = resource("impact", "What publishing a draft would change for the form's submissions.", start, get)
