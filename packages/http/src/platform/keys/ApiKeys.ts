/** API keys. */
import { Duration, Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKey, ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { ApiKeys, maxOverlap } from "@formwork/domain/keys/ApiKeys"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { ApiKeyNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, asGiven, Ids } from "../../endpoint/Ids.ts"
import { bodyRefusals, GivenTimestamp, needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as Problem from "../../problem/Problem.ts"
import { ApiKeyRecord, created, list, ShownOnce } from "../wire/Wire.ts"

const params = { apiKeyId: asGiven(ApiKeyId) }

const ApiKeyRequest = Schema.Struct({
  name: ApiKey.fields.name,
  privileges: ApiKey.fields.privileges.annotate({ description: "Some of the caller's own." }),
  expiresAt: Schema.optionalKey(GivenTimestamp)
}).annotate({
  identifier: "ApiKeyRequest",
  examples: [{ name: "Quotes on the website", privileges: ["submission:write"] }]
})

const longestSeconds = Duration.toSeconds(maxOverlap)

const RotationRequest = Schema.Struct({
  overlapSeconds: Schema.optionalKey(
    Schema.Int.check(
      Schema.isBetween({ minimum: 0, maximum: longestSeconds }, { expected: `from 0 to ${longestSeconds}` })
    ).annotate({ description: "How long the old key still works; a day where it is left out. 0 ends it at once." })
  ),
  name: Schema.optionalKey(ApiKey.fields.name.annotate({ description: "The old key's where it is left out." })),
  expiresAt: Schema.optionalKey(GivenTimestamp)
}).annotate({ identifier: "RotationRequest" })

const usualOverlap = Duration.days(1)

const CreatedApiKey = Schema.Struct({ ...ApiKeyRecord.fields, token: ShownOnce }).annotate({
  identifier: "CreatedApiKey"
})

const RotatedApiKey = Schema.Struct({ key: ApiKeyRecord, token: ShownOnce, replaced: ApiKeyRecord }).annotate({
  identifier: "RotatedApiKey"
})

const create = HttpApiEndpoint.post("create", "/api/platform/api-keys", {
  payload: ApiKeyRequest,
  success: created(CreatedApiKey),
  error: refusals("apikey:write", ...bodyRefusals, "ApiKeyLimitReached")
})
  .annotateMerge(needs("apikey:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Make a key",
      description: "With privileges that the caller has itself: one that it lacks is refused as PRIVILEGE_REQUIRED."
    })
  )

const all = HttpApiEndpoint.get("list", "/api/platform/api-keys", {
  success: list(ApiKeyRecord),
  error: refusals("apikey:read")
})
  .annotateMerge(needs("apikey:read"))
  .annotateMerge(OpenApi.annotations({ summary: "Every key, revoked ones too, newest first" }))

const get = HttpApiEndpoint.get("get", "/api/platform/api-keys/:apiKeyId", {
  params,
  success: ApiKeyRecord,
  error: refusals("apikey:read", "ApiKeyNotFound")
})
  .annotateMerge(needs("apikey:read"))
  .annotateMerge(OpenApi.annotations({ summary: "One key" }))

const revoke = HttpApiEndpoint.post("revoke", "/api/platform/api-keys/:apiKeyId/revoke", {
  params,
  success: ApiKeyRecord,
  error: refusals("apikey:write", "ApiKeyNotFound")
})
  .annotateMerge(needs("apikey:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Revoke a key",
      description: "Its next request is refused, on every node. Twice is fine and keeps the first date."
    })
  )

const rotate = HttpApiEndpoint.post("rotate", "/api/platform/api-keys/:apiKeyId/rotate", {
  params,
  payload: RotationRequest,
  success: created(RotatedApiKey),
  error: refusals("apikey:write", ...bodyRefusals, "ApiKeyNotFound", "ApiKeyEnded", "ApiKeyLimitReached")
})
  .annotateMerge(needs("apikey:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Replace a key",
      description: "Makes a new key with the same privileges, and lets the old one end after an overlap."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("apiKeys")
    .annotateMerge(OpenApi.annotations({ description: "API keys: made, listed, revoked and rotated." }))
    .add(create, all, get, revoke, rotate)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new ApiKeyNotFound())
)

const apiKeyRequest = Payload.decoder(ApiKeyRequest)
const rotationRequest = Payload.decoder(RotationRequest)

const location = (id: ApiKeyId) => ({ location: `/api/platform/api-keys/${id}` })

export const layer = HttpApiBuilder.group(
  api,
  "apiKeys",
  Effect.fnUntraced(function* (endpoints) {
    const keys = yield* ApiKeys
    const store = yield* ApiKeyStore

    const make = Effect.fnUntraced(function* () {
      const request = yield* Payload.read(apiKeyRequest)
      yield* Payload.future("expiresAt", request.expiresAt)
      const { key, token } = yield* keys.create(yield* CurrentCaller, request)
      return HttpApiSchema.withHeaders({ body: { ...key, token: token.text }, headers: location(key.id) })
    })
    const replace = Effect.fnUntraced(function* (id: ApiKeyId) {
      const { expiresAt, name, overlapSeconds } = yield* Payload.read(rotationRequest).pipe(
        Effect.tap((request) => Payload.future("expiresAt", request.expiresAt)),
        Payload.of((caller) => store.get(caller, id))
      )
      const overlap = overlapSeconds === undefined ? usualOverlap : Duration.seconds(overlapSeconds)
      const { key, replaced, token } = yield* keys.rotate(yield* CurrentCaller, id, { overlap, name, expiresAt })
      return HttpApiSchema.withHeaders({ body: { key, token: token.text, replaced }, headers: location(key.id) })
    })
    const every = Effect.flatMap(CurrentCaller, keys.list).pipe(Effect.map((items) => ({ items })))
    const on = (act: ApiKeys["Service"]["get"], id: ApiKeyId) =>
      Problem.answering(Effect.flatMap(CurrentCaller, (caller) => act(caller, id)))
    return endpoints
      .handleRaw("create", () => Problem.answering(make()))
      .handle("list", () => Problem.answering(every))
      .handle("get", ({ params }) => on(keys.get, params.apiKeyId))
      .handle("revoke", ({ params }) => on(keys.revoke, params.apiKeyId))
      .handleRaw("rotate", ({ params }) => Problem.answering(replace(params.apiKeyId)))
  })
)
