/** Ending a key or session that leaked: for whoever found it, a secret scanner among them. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { OpenGuard } from "../../endpoint/Guard.ts"
import { bodyRefusals, needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { GivenSecret } from "../wire/Wire.ts"

const LeakedTokenRequest = Schema.Struct({ token: GivenSecret }).annotate({ identifier: "LeakedTokenRequest" })

const report = HttpApiEndpoint.post("report", "/api/platform/leaked-tokens", {
  payload: LeakedTokenRequest,
  success: HttpApiSchema.NoContent,
  error: refusals("nothing", ...bodyRefusals)
})
  .annotateMerge(needs("nothing"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Report a leaked token",
      description: "Ends the key or session that the token is of. The answer is the same whether there was one."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("leakedTokens")
    .annotateMerge(OpenApi.annotations({ description: "Ending a key or session that leaked, for whoever found it." }))
    .add(report)
    .middleware(OpenGuard)
)

const leakedTokenRequest = Payload.decoder(LeakedTokenRequest)

export const layer = HttpApiBuilder.group(
  api,
  "leakedTokens",
  Effect.fnUntraced(function* (endpoints) {
    const keys = yield* ApiKeys
    const end = Effect.flatMap(Payload.read(leakedTokenRequest), ({ token }) => keys.report(token))
    return endpoints.handleRaw("report", () => ProblemDetails.answering(end))
  })
)
