/** The organisation's named secrets: set, replace and remove them. Their values are never shown. */
import { Duration, Effect, Schema } from "effect"
import { SecretNotFound } from "@formwork/domain/callers/Refusal"
import { SecretName, SecretValue } from "@formwork/domain/secrets/Secret"
import { maxOverlap, Secrets } from "@formwork/domain/secrets/Secrets"
import { SecretRecord } from "@formwork/domain/secrets/SecretStore"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json, noContent } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { items, list } from "../wire/Wire.ts"

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
      description: "How long the replaced value stays valid beside the new one; the default is a day."
    })
  )
}).annotate({ identifier: "SecretRequest" })

const set = endpoint({
  name: "set",
  method: "PUT",
  path: "/api/platform/secrets",
  summary: "Set or replace a secret",
  description: "While the replaced value is valid, deliveries carry a signature for each of the two.",
  needs: "organisation:write",
  body: SecretRequest,
  success: json(Wired),
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const secrets = yield* Secrets
    const { name, overlapSeconds, value } = yield* body
    const overlap = overlapSeconds === undefined ? usualOverlap : Duration.seconds(overlapSeconds)
    return yield* secrets.put(caller, name, value, overlap)
  })
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/secrets",
  summary: "The names of the secrets",
  needs: "effect:read",
  success: json(list(Wired)),
  handle: ({ caller }) => Secrets.use((secrets) => items(secrets.list(caller)))
})

const remove = endpoint({
  name: "delete",
  method: "DELETE",
  path: "/api/platform/secrets/:secretName",
  summary: "Remove a secret; effects that need it fail from then on",
  needs: "organisation:write",
  of: { params: { secretName: SecretName }, notFound: new SecretNotFound() },
  success: noContent,
  handle: ({ caller, params }) => Secrets.use((secrets) => secrets.remove(caller, params.secretName))
})

export const secrets = resource(
  "secrets",
  "The organisation's named secrets: set, replace and remove them. Their values are never shown.",
  set,
  all,
  remove
)
