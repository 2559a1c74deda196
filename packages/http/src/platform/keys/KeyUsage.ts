/** How often a key was used. */
import { Effect } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { ApiKeyNotFound } from "@formwork/domain/callers/Refusal"
import { Reports } from "@formwork/domain/reports/Reports"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, asGiven, Ids } from "../../endpoint/Ids.ts"
import { needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as Problem from "../../problem/Problem.ts"
import * as Query from "../../endpoint/Query.ts"
import * as Usage from "../wire/Usage.ts"
import { list } from "../wire/Wire.ts"

const usage = HttpApiEndpoint.get("get", "/api/platform/api-keys/:apiKeyId/usage", {
  params: { apiKeyId: asGiven(ApiKeyId) },
  query: Usage.days,
  success: list(Usage.UsageRecord),
  error: refusals("apikey:read", "ApiKeyNotFound", "RequestInvalid")
})
  .annotateMerge(needs("apikey:read"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Calls of evaluate and create with one key, by day",
      description: "Those of the last seconds may be missing, and those of a process that was killed are."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("keyUsage")
    .annotateMerge(OpenApi.annotations({ description: "How often a key was used." }))
    .add(usage)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new ApiKeyNotFound())
)

const query = Payload.decoder(Usage.Days)

export const layer = HttpApiBuilder.group(
  api,
  "keyUsage",
  Effect.fnUntraced(function* (endpoints) {
    const reports = yield* Reports
    const ofKey = Effect.fnUntraced(function* (id: ApiKeyId) {
      const days = yield* Usage.period(yield* Query.read(query))
      return { items: yield* reports.usageOfKey(yield* CurrentCaller, id, days) }
    })
    return endpoints.handle("get", ({ params }) => Problem.answering(ofKey(params.apiKeyId)))
  })
)
