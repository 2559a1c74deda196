/** The organisation's named secrets: set, replaced, removed, never shown. */
import { Duration, Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SecretName, SecretValue } from "@formwork/domain/secrets/Secret"
import { maxOverlap, Secrets } from "@formwork/domain/secrets/Secrets"
import { SecretRecord } from "@formwork/domain/secrets/SecretStore"
import { SecretNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, Ids } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { list } from "../wire/Wire.ts"

const longestSeconds = Duration.toSeconds(maxOverlap)
const usualOverlap = Duration.days(1)

const Wired = Schema.Struct({
  ...SecretRecord.fields,
  setAt: Timestamp,
  previousUntil: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Secret", description: "A named secret, without its value." })

const SecretRequest = Schema.Struct({
  name: SecretName,
  value: Schema.RedactedFromValue(SecretValue, { label: "secret" }),
  overlapSeconds: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween({ minimum: 0, maximum: longestSeconds }, { expected: `from 0 to ${longestSeconds}` })
    ).annotate({
      description: "How long a value that is replaced goes on beside the new one; a day where it is left out."
    })
  )
}).annotate({ identifier: "SecretRequest" })

const put = HttpApiEndpoint.put("put", "/api/platform/secrets", {
  payload: SecretRequest,
  success: Wired,
  error: refusals("organisation:write", ...bodyRefusals)
})
  .annotateMerge(needs("organisation:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Set or replace a secret",
      description: "While the value that it replaces goes on, deliveries carry a signature of each."
    })
  )

const all = HttpApiEndpoint.get("list", "/api/platform/secrets", {
  success: list(Wired),
  error: refusals("effect:read")
})
  .annotateMerge(needs("effect:read"))
  .annotateMerge(OpenApi.annotations({ summary: "The names of the secrets" }))

const remove = HttpApiEndpoint.delete("remove", "/api/platform/secrets/:secretName", {
  params: { secretName: SecretName },
  success: HttpApiSchema.NoContent,
  error: refusals("organisation:write", "SecretNotFound")
})
  .annotateMerge(needs("organisation:write"))
  .annotateMerge(OpenApi.annotations({ summary: "Remove a secret: what needs it fails from now on" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("secrets")
    .annotateMerge(
      OpenApi.annotations({ description: "The organisation's named secrets: set, replaced, removed, never shown." })
    )
    .add(put, all, remove)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new SecretNotFound())
)

const secretRequest = Payload.decoder(SecretRequest)

export const layer = HttpApiBuilder.group(
  api,
  "secrets",
  Effect.fnUntraced(function* (endpoints) {
    const secrets = yield* Secrets
    const set = Effect.fnUntraced(function* () {
      const { name, overlapSeconds, value } = yield* Payload.read(secretRequest)
      const overlap = overlapSeconds === undefined ? usualOverlap : Duration.seconds(overlapSeconds)
      return yield* secrets.put(yield* CurrentCaller, name, value, overlap)
    })
    const every = Effect.flatMap(CurrentCaller, secrets.list).pipe(Effect.map((items) => ({ items })))
    return endpoints
      .handleRaw("put", () => ProblemDetails.answering(set()))
      .handle("list", () => ProblemDetails.answering(every))
      .handle("remove", ({ params }) =>
        ProblemDetails.answering(Effect.flatMap(CurrentCaller, (caller) => secrets.remove(caller, params.secretName)))
      )
  })
)
