/** A request to another service, as a form's author wrote it. */
import { Context, Effect, Layer, Redacted } from "effect"
import type { HeaderValue, IntegrationContent } from "@formwork/domain/filing/Content"
import { signingPrefix } from "@formwork/domain/secrets/Secret"
import type { SecretName, SecretResolver } from "@formwork/domain/secrets/Secret"
import { type Dispatch, type Receipt, SendFailed } from "@formwork/domain/sending/Sender"
import { Http } from "../http/Http.ts"
import { resolved } from "../Secrets.ts"
import * as Verdict from "../http/Verdict.ts"

/** Headers that say where a request goes, how it is framed, or which one it is. */
const reserved =
  /^(?:host|content-length|content-encoding|transfer-encoding|connection|keep-alive|proxy-.*|te|trailer|upgrade|expect|http2-settings|accept-encoding|user-agent|idempotency-key)$/u

const token = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/u

/** Visible ASCII, spaces and tabs: nothing that could end the header. */
const fieldValue = /^[\t -~]{0,8192}$/u

const mostHeaders = 32

/** Statuses after which the same request may well succeed (RFC 9110, RFC 6585, RFC 8470; 409 as draft-ietf-httpapi-idempotency-key-header has it). */
const passing = new Set([408, 409, 425, 429])

export class Integration extends Context.Service<
  Integration,
  {
    /**
     * Sends the request with `Idempotency-Key: <firing id>`.
     * Refuses, `dead`: more than 32 headers; a header whose name is malformed or reserved, or that is set twice; a value with a
     * line break or anything but ASCII; a body with GET; as `Secrets.resolved`; a secret that may not go to this host; then as
     * `Http.exchange`; `retry` for 408, 409, 425, 429 and 5xx; `dead` for every other status that is not 2xx.
     * Of an answer to a request with a secret only the status is kept: the receiver may repeat the secret, in any coding.
     */
    readonly send: (
      dispatch: Dispatch,
      content: IntegrationContent,
      secrets: SecretResolver
    ) => Effect.Effect<Receipt, SendFailed>
  }
>()("@formwork/outbound/integration/Integration") {
  static readonly layer = Layer.effect(
    Integration,
    Effect.gen(function* () {
      const http = yield* Http
      const send = Effect.fnUntraced(function* (
        dispatch: Dispatch,
        content: IntegrationContent,
        secrets: SecretResolver
      ) {
        const { body, method, url } = content
        if (method === "GET" && body !== undefined) return yield* dead("A GET request carries no body.")
        const headers = yield* fill(content, secrets)
        const answer = yield* http.exchange({
          organisationId: dispatch.organisationId,
          method,
          url,
          headers: {
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...(dispatch.traceparent === undefined ? {} : { traceparent: dispatch.traceparent }),
            ...headers,
            "idempotency-key": dispatch.id
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        const hasSecret = content.headers.some(({ value }) => "secret" in value)
        return yield* Verdict.receipt(hasSecret ? { ...answer, text: null } : answer, (status) =>
          status >= 500 || passing.has(status) ? "retry" : "dead"
        )
      })
      return Integration.of({ send })
    })
  )
}

const dead = (reason: string) => new SendFailed({ reason, verdict: "dead" })

/** The headers with their secrets in place. */
const fill = Effect.fnUntraced(function* ({ headers, url }: IntegrationContent, secrets: SecretResolver) {
  if (headers.length > mostHeaders) return yield* dead(`The request has more than ${mostHeaders} headers.`)
  const filled = new Map<string, string>()
  for (const { name: given, value } of headers) {
    const name = given.toLowerCase()
    if (!token.test(name)) return yield* dead("A header's name has characters that it cannot have.")
    if (reserved.test(name)) return yield* dead(`The header ${name} cannot be set.`)
    if (filled.has(name)) return yield* dead(`The header ${name} is given twice.`)
    const text = yield* valueOf(value, url, secrets)
    if (!fieldValue.test(text)) return yield* dead(`The header ${name} has a value that a header cannot have.`)
    filled.set(name, text)
  }
  return Object.fromEntries(filled)
})

const valueOf = Effect.fnUntraced(function* (value: HeaderValue, url: string, secrets: SecretResolver) {
  if ("text" in value) return value.text
  return (value.prefix ?? "") + (yield* secretFor(url, value.secret, secrets))
})

/** INVARIANT: a secret leaves only for hosts that it names, also for a form that was published before it had hosts. */
const secretFor = Effect.fnUntraced(function* (url: string, name: SecretName, secrets: SecretResolver) {
  const { hosts, values } = yield* resolved(secrets, name)
  const current = Redacted.value(values[0])
  if (current.startsWith(signingPrefix)) return yield* dead(`The secret “${name}” signs deliveries, and is never sent.`)
  // The URL as the connection reads it.
  const host = URL.parse(url)?.host
  if (host === undefined || !hosts.includes(host))
    return yield* dead(`The secret “${name}” may not be sent to ${host ?? "this address"}: it does not name that host.`)
  return current
})
