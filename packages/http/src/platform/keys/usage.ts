/** How often a key was used. */
import { Effect } from "effect"
import { ApiKeyNotFound } from "@formwork/domain/callers/Refusal"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { Reports } from "@formwork/domain/reports/Reports"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { json } from "../../endpoint/Success.ts"
import * as UsageDays from "../wire/UsageDays.ts"
import { items, list } from "../wire/Wire.ts"

export const usage = endpoint({
  name: "usage",
  method: "GET",
  path: "/api/platform/api-keys/:apiKeyId/usage",
  summary: "Calls of evaluate and create with one key, by day",
  description: "Calls of the last seconds may be missing; the last calls to a process that was killed are lost.",
  needs: "apikey:read",
  of: { params: { apiKeyId: ApiKeyId }, notFound: new ApiKeyNotFound() },
  query: UsageDays.parameters,
  success: json(list(UsageDays.UsageRecord)),
  handle: ({ caller, params, query }) =>
    Reports.use((reports) =>
      items(reports.usageOfKey(caller, params.apiKeyId, Effect.flatMap(query, UsageDays.period)))
    )
})
