/** What publishing a draft would change for the submissions that a form has. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FormId } from "@formwork/domain/forms/Form"
import {
  ImpactChange,
  ImpactRun,
  ImpactRunId,
  ImpactSummary,
  maxSubmissions,
  defaultSubmissions
} from "@formwork/domain/impact/Impact"
import { Impacts } from "@formwork/domain/impact/Impacts"
import { FormNotFound, ImpactRunNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"
import * as Page from "../wire/Page.ts"

const ImpactRequest = Schema.Struct({
  limit: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween({ minimum: 1, maximum: maxSubmissions }, { expected: Page.wholeNumber(maxSubmissions) })
    ).annotate({ description: `Submissions to look at, the latest ones; ${defaultSubmissions} if left out.` })
  )
}).annotate({ identifier: "ImpactRequest", examples: [{ limit: 1_000 }] })

const Summary = ImpactSummary.annotate({
  identifier: "ImpactSummary",
  description: "Counts of submissions, of those that were looked at. Of a list's field all rows count as one."
})

const run = {
  ...ImpactRun.fields,
  summary: Summary,
  startedAt: Timestamp,
  finishedAt: Schema.NullOr(Timestamp)
}

const ImpactRunRecord = Schema.Struct(run).annotate({
  identifier: "ImpactRun",
  description: "`total` submissions to look at, `done` of them so far."
})

const Changed = ImpactChange.annotate({
  identifier: "ImpactChange",
  description: "One submission for which something changes. Lists have at most 20 entries."
})

const ImpactResult = Schema.Struct({
  ...run,
  changes: Schema.Struct({
    items: Schema.Array(Changed).annotate({ description: "The latest submission first; 10,000 of a run are kept." }),
    next: Schema.NullOr(Schema.String).annotate({
      description: "The cursor of the next page; null where there is none yet."
    })
  })
}).annotate({ identifier: "ImpactResult" })

const pages = Page.upTo(100)

const start = HttpApiEndpoint.post("start", "/api/platform/forms/:formId/impact", {
  params: { formId: canonicalId(FormId) },
  payload: ImpactRequest,
  success: HttpApiSchema.WithHeaders(ImpactRunRecord.pipe(HttpApiSchema.status(202)), { location: Schema.String }),
  error: refusals("form:read", ...bodyRefusals, "FormNotFound", "DefinitionInvalid", "ImpactRunning")
})
  .annotateMerge(needs("form:read"))
  .annotate(Absent, new FormNotFound())
  .annotateMerge(
    OpenApi.annotations({
      summary: "Run the latest submissions through the draft, in the background",
      description: "Also needs submission:read. One run at a time for an organisation."
    })
  )

const get = HttpApiEndpoint.get("get", "/api/platform/forms/:formId/impact/:runId", {
  params: { formId: canonicalId(FormId), runId: canonicalId(ImpactRunId) },
  query: pages.parameters,
  success: ImpactResult,
  error: refusals("form:read", "ImpactRunNotFound", "RequestInvalid")
})
  .annotateMerge(needs("form:read"))
  .annotate(Absent, new ImpactRunNotFound())
  .annotateMerge(
    OpenApi.annotations({
      summary: "How far a run is, and what it has found",
      description: "Also needs submission:read. A run can be asked for during 24 hours."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("impact")
    .annotateMerge(
      OpenApi.annotations({ description: "What publishing a draft would change for the submissions that a form has." })
    )
    .add(start, get)
    .middleware(Ids)
    .middleware(Guard)
)

const impactRequest = Payload.decoder(ImpactRequest)
const changesQuery = Payload.decoder(
  Schema.Struct({
    cursor: Schema.optionalKey(Page.countUpTo(maxSubmissions)),
    limit: Schema.optionalKey(pages.Limit)
  })
)

export const layer = HttpApiBuilder.group(
  api,
  "impact",
  Effect.fnUntraced(function* (endpoints) {
    const impacts = yield* Impacts

    const begin = Effect.fnUntraced(function* (formId: FormId) {
      const { limit = defaultSubmissions } = yield* Payload.read(impactRequest).pipe(
        Payload.of((caller) => impacts.startable(caller, formId))
      )
      const body = yield* impacts.start(yield* CurrentCaller, formId, limit)
      const location = `/api/platform/forms/${formId}/impact/${body.id}`
      return HttpApiSchema.withHeaders({ body, headers: { location } })
    })
    const result = Effect.fnUntraced(function* (formId: FormId, runId: ImpactRunId) {
      const caller = yield* CurrentCaller
      const page = yield* Query.read(changesQuery).pipe(
        Payload.of((caller) => impacts.get(caller, formId, runId, { limit: 1, after: 0 }))
      )
      const limit = Page.limitOf(page.limit)
      const after = Number(page.cursor ?? 0)
      const { changes, run } = yield* impacts.get(caller, formId, runId, { limit: limit + 1, after })
      const items = changes.slice(0, limit)
      const next = changes.length > limit ? String(items.at(-1)?.position) : null
      return { ...run, changes: { items: items.map(({ change }) => change), next } }
    })
    return endpoints
      .handleRaw("start", ({ params }) => ProblemDetails.answering(begin(params.formId)))
      .handle("get", ({ params }) => ProblemDetails.answering(result(params.formId, params.runId)))
  })
)
