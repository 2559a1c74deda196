/** The organisation's named secrets: set, replace and remove them. Their values are never shown. */
import { Duration, Effect, Schema } from "effect"
import { SecretNotFound } from "@formwork/domain/callers/Refusal"
import { SecretHosts, SecretName, SecretValue } from "@formwork/domain/secrets/Secret"
import { maxOverlap, Secrets } from "@formwork/domain/secrets/Secrets"
import { SecretRecord } from "@formwork/domain/secrets/SecretStore"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json, noContent } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { items, list } from "../wire/Wire.ts"

const longestSeconds = Duration.toSeconds(maxOverlap)
const usualOverlap = Duration.days(1)

const hosts = SecretHosts.annotate({
  description:
    "The hosts that it may be sent to, each exactly: `crm.example`, `crm.example:8443`. Without any it signs deliveries and is never sent."
})

const Wired = Schema.Struct({
  ...SecretRecord.fields,
  hosts,
  setAt: Timestamp,
  previousUntil: Schema.NullOr(Timestamp)
}).annotate({ identifier: "Secret", description: "A named secret, without its value." })

const SecretRequest = Schema.Struct({
  name: SecretName,
  value: Schema.RedactedFromValue(SecretValue, { label: "secret" }),
  hosts: Schema.optionalKey(hosts),
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
  description:
    "While the replaced value is valid, deliveries carry a signature for each of the two. Without `hosts` the secret keeps the hosts that it has; a new secret has none. A signing secret has no hosts, and is `whsec_` and 24 to 64 bytes in base64.",
  needs: "organisation:write",
  body: SecretRequest,
  success: json(Wired),
  refuses: ["ConfirmationRequired"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const secrets = yield* Secrets
    const { hosts, name, overlapSeconds, value } = yield* body
    const overlap = overlapSeconds === undefined ? usualOverlap : Duration.seconds(overlapSeconds)
    return yield* secrets.put(caller, name, value, overlap, hosts)
  })
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/secrets",
  summary: "The names of the secrets, and where each may be sent",
  needs: "effect:read",
  success: json(list(Wired)),
  handle: ({ caller }) => Secrets.use((secrets) => items(secrets.list(caller)))
})

const HostsRequest = Schema.Struct({ hosts }).annotate({ identifier: "SecretHostsRequest" })

const change = endpoint({
  name: "change",
  method: "PATCH",
  path: "/api/platform/secrets/:secretName",
  summary: "Say where a secret may be sent, from the next send on",
  description: "Its value stays.",
  needs: "organisation:write",
  of: { params: { secretName: SecretName }, notFound: new SecretNotFound() },
  body: HostsRequest,
  success: json(Wired),
  refuses: ["ConfirmationRequired"],
  handle: ({ body, caller, params }) =>
    Secrets.use((secrets) =>
      secrets.setHosts(
        caller,
        params.secretName,
        Effect.map(body, ({ hosts }) => hosts)
      )
    )
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
  change,
  remove
)
