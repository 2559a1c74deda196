/** A signed event (Standard Webhooks 1.0.0, https://www.standardwebhooks.com). */
import { Array, Context, Effect, Layer, Redacted } from "effect"
import { Mac } from "effect/crypto"
import { Base64 } from "effect/encoding"
import type { DeliveryContent } from "@formwork/domain/filing/Content"
import { signingKey, signingWords } from "@formwork/domain/secrets/Secret"
import type { SecretName, SecretResolver } from "@formwork/domain/secrets/Secret"
import { type Dispatch, type Receipt, SendFailed } from "@formwork/domain/sending/Sender"
import { Http } from "../http/Http.ts"
import { resolved } from "../Secrets.ts"
import * as Verdict from "../http/Verdict.ts"

export class Delivery extends Context.Service<
  Delivery,
  {
    /**
     * POSTs the event with a signature for each value of its secret: during a rotation, receivers with either value accept it.
     * Refuses: as `Secrets.resolved`; `dead` where its value is not a signing secret; as `Http.exchange`; `endpoint_gone` for 410; `dead` for a
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
      const sign = (key: Uint8Array, signed: Uint8Array) =>
        Effect.flatMap(Mac.key(Mac.hmacSha256, key), (it) => mac.sign(it, signed)).pipe(
          Effect.map((signature) => `v1,${Base64.encode(signature)}`),
          Effect.orDie
        )
      const send = Effect.fnUntraced(function* (dispatch: Dispatch, content: DeliveryContent, secrets: SecretResolver) {
        const keys = yield* signingKeys(content.secret, secrets)
        const { data, timestamp, type } = content.event
        const body = JSON.stringify({ type, timestamp, data })
        const sentAt = String(Math.floor(dispatch.sentAtMillis / 1_000))
        const signed = new TextEncoder().encode(`${dispatch.id}.${sentAt}.${body}`)
        const signatures = yield* Effect.forEach(keys, (key) => sign(key, signed))
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

/** The keys of a secret: that of its value, then that of the value before. A value before that was no signing secret is left out. */
const signingKeys = Effect.fnUntraced(function* (name: SecretName, secrets: SecretResolver) {
  const { values } = yield* resolved(secrets, name)
  const [current, ...before] = Array.map(values, (value) => signingKey(Redacted.value(value)))
  if (current === undefined) {
    return yield* new SendFailed({
      reason: `The secret “${name}” is not a signing secret: it has to be ${signingWords}.`,
      verdict: "dead"
    })
  }
  return [current, ...before.filter((key) => key !== undefined)]
})
