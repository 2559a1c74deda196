/** A request to another service, as a form's author wrote it. */
import { Context, Effect, Layer, Redacted } from "effect"
import type { HeaderValue, IntegrationContent } from "@formwork/domain/filing/Content"
import type { SecretResolver } from "@formwork/domain/secrets/Secret"
import { type Dispatch, type Receipt, SendFailed } from "@formwork/domain/sending/Sender"
import { Http } from "../http/Http.ts"
import { secretValues } from "../Secrets.ts"
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
     * line break or anything but ASCII; a body with GET; then as `secretValues` and `Http.exchange`; `retry` for 408, 409, 425, 429
     * and 5xx; `dead` for every other status that is not 2xx.
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
      const send = Effect.fn("Integration.send")(function* (
        dispatch: Dispatch,
        content: IntegrationContent,
        secrets: SecretResolver
      ) {
        const { body, method, url } = content
        if (method === "GET" && body !== undefined) return yield* dead("A GET request carries no body.")
        const { headers, used } = yield* fill(content, secrets)
        const answer = yield* http.exchange({
          method,
          url,
          headers: {
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
            "idempotency-key": dispatch.id
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        return yield* Verdict.receipt(
          answer,
          (status) => (status >= 500 || passing.has(status) ? "retry" : "dead"),
          used
        )
      })
      return Integration.of({ send })
    })
  )
}

const dead = (reason: string) => new SendFailed({ reason, verdict: "dead" })

/** The headers with their secrets in place, and which secrets those were. */
const fill = Effect.fnUntraced(function* ({ headers }: IntegrationContent, secrets: SecretResolver) {
  if (headers.length > mostHeaders) return yield* dead(`The request has more than ${mostHeaders} headers.`)
  const filled = new Map<string, string>()
  const used: Array<string> = []
  for (const { name: given, value } of headers) {
    const name = given.toLowerCase()
    if (!token.test(name)) return yield* dead("A header's name has characters that it cannot have.")
    if (reserved.test(name)) return yield* dead(`The header ${name} cannot be set.`)
    if (filled.has(name)) return yield* dead(`The header ${name} is given twice.`)
    const text = yield* valueOf(value, secrets, used)
    if (!fieldValue.test(text)) return yield* dead(`The header ${name} has a value that a header cannot have.`)
    filled.set(name, text)
  }
  return { headers: Object.fromEntries(filled), used }
})

const valueOf = Effect.fnUntraced(function* (value: HeaderValue, secrets: SecretResolver, used: Array<string>) {
  if ("text" in value) return value.text
  const [current] = yield* secretValues(secrets, value.secret)
  used.push(Redacted.value(current))
  return (value.prefix ?? "") + Redacted.value(current)
})
