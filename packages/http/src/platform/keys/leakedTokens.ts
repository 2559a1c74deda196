/** Ending a leaked key or session; called by the person who found the token, or by a secret scanner. */
import { Effect, Schema } from "effect"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { noContent } from "../../endpoint/Success.ts"
import { GivenSecret } from "../wire/Wire.ts"

const LeakedTokenRequest = Schema.Struct({ token: GivenSecret }).annotate({ identifier: "LeakedTokenRequest" })

const report = endpoint({
  name: "report",
  method: "POST",
  path: "/api/platform/leaked-tokens",
  summary: "Report a leaked token",
  description: "Ends the key, session or invitation with this token. The answer does not show whether it existed.",
  needs: "nothing",
  body: LeakedTokenRequest,
  success: noContent,
  handle: Effect.fnUntraced(function* ({ body }) {
    const keys = yield* ApiKeys
    const { token } = yield* body
    yield* keys.report(token)
  })
})

export const leakedTokens = resource(
  "leakedTokens",
  "Reports of leaked tokens, which end the key, session or invitation.",
  report
)
