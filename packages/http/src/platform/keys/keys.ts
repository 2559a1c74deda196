/** API keys. */
import { Duration, Effect, Schema } from "effect"
import { ApiKeyNotFound } from "@formwork/domain/callers/Refusal"
import { ApiKey, ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { ApiKeys, maxOverlap } from "@formwork/domain/keys/ApiKeys"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { canonicalId } from "../../endpoint/PathIds.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json } from "../../endpoint/Success.ts"
import { GivenTimestamp } from "../../endpoint/Timestamp.ts"
import { ApiKeyRecord, items, list, ShownOnce } from "../wire/Wire.ts"
import { usage } from "./usage.ts"

const apiKey = { params: { apiKeyId: canonicalId(ApiKeyId) }, notFound: new ApiKeyNotFound() }

const ApiKeyRequest = Schema.Struct({
  name: ApiKey.fields.name,
  privileges: ApiKey.fields.privileges.annotate({ description: "Privileges that the caller has too." }),
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
    ).annotate({ description: "How long the old key still works; the default is a day. 0 ends it at once." })
  ),
  name: Schema.optionalKey(ApiKey.fields.name.annotate({ description: "Defaults to the name of the old key." })),
  expiresAt: Schema.optionalKey(GivenTimestamp)
}).annotate({ identifier: "RotationRequest" })

const usualOverlap = Duration.days(1)

const CreatedApiKey = Schema.Struct({ ...ApiKeyRecord.fields, token: ShownOnce }).annotate({
  identifier: "CreatedApiKey"
})

const RotatedApiKey = Schema.Struct({ key: ApiKeyRecord, token: ShownOnce, replaced: ApiKeyRecord }).annotate({
  identifier: "RotatedApiKey"
})

const headers = ({ id }: ApiKey) => ({ location: `/api/platform/api-keys/${id}` })

const create = endpoint({
  name: "create",
  method: "POST",
  path: "/api/platform/api-keys",
  summary: "Make a key",
  description:
    "The key's privileges are among those of the caller. A privilege that the caller lacks is refused as PRIVILEGE_REQUIRED.",
  needs: "apikey:write",
  body: ApiKeyRequest,
  success: created(CreatedApiKey),
  refuses: ["ApiKeyLimitReached"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const keys = yield* ApiKeys
    const { key, token } = yield* keys.create(caller, yield* body)
    return { body: { ...key, token: token.text }, headers: headers(key) }
  })
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/api-keys",
  summary: "Every key, including revoked keys, newest first",
  needs: "apikey:read",
  success: json(list(ApiKeyRecord)),
  handle: ({ caller }) => ApiKeys.use((keys) => items(keys.list(caller)))
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/api-keys/:apiKeyId",
  summary: "One key",
  needs: "apikey:read",
  of: apiKey,
  success: json(ApiKeyRecord),
  handle: ({ caller, params }) => ApiKeys.use((keys) => keys.get(caller, params.apiKeyId))
})

const revoke = endpoint({
  name: "revoke",
  method: "POST",
  path: "/api/platform/api-keys/:apiKeyId/revoke",
  summary: "Revoke a key",
  description:
    "The key's next request is refused, on every node. Revoking it again is harmless and keeps the first date.",
  needs: "apikey:write",
  of: apiKey,
  success: json(ApiKeyRecord),
  handle: ({ caller, params }) => ApiKeys.use((keys) => keys.revoke(caller, params.apiKeyId))
})

const rotate = endpoint({
  name: "rotate",
  method: "POST",
  path: "/api/platform/api-keys/:apiKeyId/rotate",
  summary: "Replace a key",
  description: "Makes a new key with the same privileges, and lets the old one end after an overlap.",
  needs: "apikey:write",
  of: apiKey,
  body: RotationRequest,
  success: created(RotatedApiKey),
  refuses: ["ApiKeyEnded", "ApiKeyLimitReached"],
  handle: Effect.fnUntraced(function* ({ body, caller, params }) {
    const keys = yield* ApiKeys
    const request = Effect.map(body, ({ expiresAt, name, overlapSeconds }) => ({
      overlap: overlapSeconds === undefined ? usualOverlap : Duration.seconds(overlapSeconds),
      name,
      expiresAt
    }))
    const { key, replaced, token } = yield* keys.rotate(caller, params.apiKeyId, request)
    return { body: { key, token: token.text, replaced }, headers: headers(key) }
  })
})

export const keys = resource(
  "keys",
  "API keys: make, list, revoke and rotate them.",
  create,
  all,
  get,
  revoke,
  rotate,
  usage
)
