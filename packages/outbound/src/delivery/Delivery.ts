/** A signed event (Standard Webhooks 1.0.0, https://www.standardwebhooks.com). */
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { Mac } from "effect/crypto"
import { Base64 } from "effect/encoding"
import type { DeliveryContent } from "@formwork/domain/filing/Content"
import { signingPrefix } from "@formwork/domain/secrets/Secret"
import type { SecretResolver, SecretValue } from "@formwork/domain/secrets/Secret"
import { type Dispatch, type Receipt, SendFailed } from "@formwork/domain/sending/Sender"
import { Http } from "../http/Http.ts"
import { resolved } from "../Secrets.ts"
import * as Verdict from "../http/Verdict.ts"

export class Delivery extends Context.Service<
  Delivery,
  {
    /**
     * POSTs the event with a signature for each value of its secret: during a rotation, receivers with either value accept it.
     * Refuses: as `Secrets.resolved`; `dead` where a value is not a signing secret; as `Http.exchange`; `endpoint_gone` for 410; `dead` for a
     * redirect; `retry` for every other status that is not 2xx.
     */
    readonly send: (
      dispatch: Dispatch,
      content: DeliveryContent,
      secrets: SecretResolver
    ) => Effect.Effect<Receipt, SendFailed>
  }
>()("@formwork/outbound/delivery/Delivery") {
  static readonly layer = Layer.effect(
    Delivery,
    Effect.gen(function* () {
      const http = yield* Http
      const mac = yield* Mac.Mac
      const sign = Effect.fnUntraced(function* (
        name: string,
        secret: Redacted.Redacted<SecretValue>,
        signed: Uint8Array
      ) {
        const key = signingKey(Redacted.value(secret))
        if (key === undefined) {
          return yield* new SendFailed({
            reason: `The secret “${name}” is not a signing secret: it has to be whsec_ and 24 to 64 bytes in base64.`,
            verdict: "dead"
          })
        }
        const signature = yield* Effect.orDie(
          Effect.flatMap(Mac.key(Mac.hmacSha256, key), (it) => mac.sign(it, signed))
        )
        return `v1,${Base64.encode(signature)}`
      })
      const send = Effect.fnUntraced(function* (dispatch: Dispatch, content: DeliveryContent, secrets: SecretResolver) {
        const { values } = yield* resolved(secrets, content.secret)
        const { data, timestamp, type } = content.event
        const body = JSON.stringify({ type, timestamp, data })
        const sentAt = String(Math.floor(dispatch.sentAtMillis / 1_000))
        const signed = new TextEncoder().encode(`${dispatch.id}.${sentAt}.${body}`)
        const signatures = yield* Effect.forEach(values, (value) => sign(content.secret, value, signed))
        const answer = yield* http.exchange({
          organisationId: dispatch.organisationId,
          method: "POST",
          url: content.url,
          headers: {
            "content-type": "application/json",
            "webhook-id": dispatch.id,
            "webhook-timestamp": sentAt,
            "webhook-signature": signatures.join(" "),
            ...(dispatch.traceparent === undefined ? {} : { traceparent: dispatch.traceparent })
          },
          body
        })
        return yield* Verdict.receipt(answer, (status) => (status === 410 ? "endpoint_gone" : "retry"))
      })
      return Delivery.of({ send })
    })
  )
}

/** The bytes of a `whsec_` secret; undefined where the text is not one. */
const signingKey = (secret: string): Uint8Array | undefined => {
  if (!secret.startsWith(signingPrefix)) return undefined
  const key = Result.getOrUndefined(Base64.decode(secret.slice(signingPrefix.length)))
  return key !== undefined && key.length >= 24 && key.length <= 64 ? key : undefined
}
