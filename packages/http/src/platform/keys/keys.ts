/** API keys. */
import { Duration, Effect, Schema } from "effect"
import { KeyLimits } from "@formwork/domain/callers/KeyLimits"
import { ApiKeyNotFound, RequestInvalid } from "@formwork/domain/callers/Refusal"
import { ApiKey, ApiKeyId, ApiKeyView, KeyEnd, keyEnd } from "@formwork/domain/keys/ApiKey"
import { ApiKeys, maxOverlap } from "@formwork/domain/keys/ApiKeys"
import { problem } from "@formwork/domain/request/decoder"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json } from "../../endpoint/Success.ts"
import { GivenTimestamp, Timestamp } from "../../endpoint/Timestamp.ts"
import { ApiKeyRecord, list, ShownOnce } from "../wire/Wire.ts"
import { OperationIds } from "./OperationIds.ts"
import { usage } from "./usage.ts"

const apiKey = { params: { apiKeyId: ApiKeyId }, notFound: new ApiKeyNotFound() }

const limits = {
  forms: Schema.optionalKey(
    KeyLimits.fields.forms.annotate({
      description: "Ids of the forms that the key reaches; with `folders`, those of both. Every other form is missing."
    })
  ),
  folders: Schema.optionalKey(
    KeyLimits.fields.folders.annotate({
      description: "Ids of folders: the key reaches what is in them and below them at each request."
    })
  ),
  requestsPerMinute: Schema.optionalKey(
    KeyLimits.fields.requestsPerMinute.annotate({
      description: "A budget of its own, in windows of 60 seconds. Above the deployment's it takes apikey:budget."
    })
  ),
  addresses: Schema.optionalKey(
    KeyLimits.fields.addresses.annotate({
      description: "Networks in CIDR notation. A request from elsewhere gets the same 401 as an unknown key."
    })
  ),
  operations: Schema.optionalKey(
    KeyLimits.fields.operations.annotate({
      description:
        "Ids of operations, such as `evaluate`. The key is refused every other operation that needs a privilege."
    })
  )
}

const ApiKeyRequest = Schema.Struct({
  name: ApiKey.fields.name,
  privileges: ApiKey.fields.privileges
    .check(Schema.isMinLength(1, { expected: "at least one privilege: a key without any can do nothing" }))
    .annotate({ description: "Privileges that the caller has too." }),
  expiresAt: Schema.optionalKey(GivenTimestamp),
  ...limits
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
  expiresAt: Schema.optionalKey(
    Schema.NullOr(GivenTimestamp).annotate({
      description: "Defaults to the end of the old key. Null for none, which takes a session."
    })
  )
}).annotate({ identifier: "RotationRequest" })

const RevocationRequest = Schema.Struct({
  descendants: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Also revokes every key that it made, that those made, and so on." })
  )
}).annotate({ identifier: "RevocationRequest" })

const usualOverlap = Duration.days(1)

const CreatedApiKey = Schema.Struct({ ...ApiKeyRecord.fields, token: ShownOnce }).annotate({
  identifier: "CreatedApiKey"
})

const RotatedApiKey = Schema.Struct({ key: ApiKeyRecord, token: ShownOnce, replaced: ApiKeyRecord }).annotate({
  identifier: "RotatedApiKey"
})

const ListedApiKey = Schema.Struct({
  ...ApiKeyRecord.fields,
  creator: ApiKeyView.fields.creator,
  creatorKey: ApiKeyView.fields.creatorKey,
  end: Schema.NullOr(Schema.Struct({ ...KeyEnd.fields, at: Timestamp }).annotate({ identifier: "KeyEnd" })).annotate({
    description: "Why and when the key ended, or will end; null for a key without an end."
  }),
  callsToday: ApiKeyView.fields.callsToday.annotate({
    description: "Calls of evaluate and create on this day, in UTC. Those of the last seconds may be missing."
  })
}).annotate({ identifier: "ListedApiKey", description: "A key, with the names of those who made and ended it." })

const shown = ({ replacement, revoker, ...key }: ApiKeyView) => ({
  ...key,
  end: keyEnd({ ...key, replacement, revoker })
})

const headers = ({ id }: ApiKey) => ({ location: `/api/platform/api-keys/${id}` })

const create = endpoint({
  name: "create",
  method: "POST",
  path: "/api/platform/api-keys",
  summary: "Make a key",
  description:
    "The key's privileges are among those of the caller. A privilege that the caller lacks is refused as PRIVILEGE_REQUIRED. A key " +
    "makes keys within its own limits, and none that ends later than itself: anything beyond is refused as KEY_LIMITED.",
  needs: "apikey:write",
  body: ApiKeyRequest,
  success: created(CreatedApiKey),
  refuses: ["ConfirmationRequired", "BeyondLimits", "ApiKeyLimitReached"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const keys = yield* ApiKeys
    const request = yield* body
    const { expiresAt, name, privileges, ...limits } = request
    yield* known(limits.operations ?? [])
    const end = expiresAt === undefined ? {} : { expiresAt }
    const { key, token } = yield* keys.create(caller, { name, privileges, limits, ...end })
    return { body: { ...key, token: token.text }, headers: headers(key) }
  })
})

/** Refuses `RequestInvalid`, with every id that is of no operation. */
const known = Effect.fnUntraced(function* (operations: ReadonlyArray<string>) {
  const ids = yield* OperationIds
  const problems = operations.flatMap((id, place) =>
    ids.has(id) ? [] : [problem(["operations", place], "choice", "must be the id of an operation")]
  )
  if (problems.length > 0) return yield* new RequestInvalid({ problems })
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/api-keys",
  summary: "Every key, including revoked keys, newest first",
  needs: "apikey:read",
  query: { createdByKey: Query.optional("Only keys that this key made.", ApiKeyId) },
  success: json(list(ListedApiKey)),
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const keys = yield* ApiKeys
    const found = yield* keys.list(caller, yield* query)
    return { items: found.map(shown) }
  })
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/api-keys/:apiKeyId",
  summary: "One key",
  needs: "apikey:read",
  of: apiKey,
  success: json(ListedApiKey),
  handle: ({ caller, params }) => ApiKeys.use((keys) => Effect.map(keys.get(caller, params.apiKeyId), shown))
})

const revoke = endpoint({
  name: "revoke",
  method: "POST",
  path: "/api/platform/api-keys/:apiKeyId/revoke",
  summary: "Revoke a key",
  description:
    "The key's next request is refused, on every node. Revoking it again is harmless and keeps the first date. The body is optional.",
  needs: "apikey:write",
  of: apiKey,
  body: RevocationRequest,
  bodyIsOptional: true,
  success: json(ApiKeyRecord),
  handle: ({ body, caller, params }) =>
    ApiKeys.use((keys) =>
      keys.revoke(
        caller,
        params.apiKeyId,
        Effect.map(body, ({ descendants = false }) => ({ descendants }))
      )
    )
})

const rotate = endpoint({
  name: "rotate",
  method: "POST",
  path: "/api/platform/api-keys/:apiKeyId/rotate",
  summary: "Replace a key",
  description:
    "Makes a new key with the same privileges and limits, and lets the old one end after an overlap. The new key ends when the old one would have, unless it is given another end.",
  needs: "apikey:write",
  of: apiKey,
  body: RotationRequest,
  success: created(RotatedApiKey),
  refuses: ["ConfirmationRequired", "ApiKeyEnded", "BeyondLimits", "ApiKeyLimitReached"],
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
