/** What `formwork doctor` asks other servers: mail, Redis, the collector of traces. Nothing is sent but a greeting. */
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import * as RedisConnection from "@formwork/limiter/RedisConnection"
import { checkMail } from "@formwork/outbound/notification/checkMail"
import { mailSettings } from "../settings/mailSettings.ts"
import type { Settings } from "../settings/Settings.ts"
import { fail, ok, warn } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

const inDevelopment = "E-mail is printed by the server, because neither SMTP_URL nor DATABASE_URL is set."
const none = "E-mail cannot be sent: set SMTP_URL and MAIL_FROM, if forms send any. Invitations are handed on as links."

export const mail = Effect.fnUntraced(function* (settings: Settings): Effect.fn.Return<ReadonlyArray<Finding>> {
  const found = yield* Effect.result(mailSettings(settings))
  if (found._tag === "Failure") return [fail("mail", found.failure.message)]
  if (Option.isNone(found.success))
    return [Option.isNone(settings.databaseUrl) ? ok("mail", inDevelopment) : warn("mail", none)]
  return yield* Effect.match(checkMail(found.success.value), {
    onSuccess: (said) => [ok("mail", said)],
    onFailure: ({ message }) => [fail("mail", message)]
  })
})

export const redis = ({ redisUrl }: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Option.match(redisUrl, {
    onNone: () => Effect.succeed([]),
    onSome: (url) =>
      Effect.match(Effect.scoped(Layer.build(RedisConnection.layer(url, true))), {
        onSuccess: () => [ok("redis", "It answers and takes writes.")],
        onFailure: (error) => [
          fail(
            "redis",
            `It cannot be used: ${RedisConnection.messageOf(error)}. See REDIS_URL and RATE_LIMIT_REDIS_AWAY.`
          )
        ]
      })
  })

/** An empty export: a collector takes it and keeps nothing. */
export const traces = ({ otelEndpoint, otelHeaders }: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Option.match(otelEndpoint, {
    onNone: () => Effect.succeed([]),
    onSome: (endpoint) =>
      Effect.tryPromise((signal) =>
        fetch(`${endpoint.replace(/\/+$/u, "")}/v1/traces`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...Option.getOrElse(Option.map(otelHeaders, Redacted.value), () => ({}))
          },
          body: '{"resourceSpans":[]}',
          signal
        })
      ).pipe(
        Effect.timeout(Duration.seconds(5)),
        Effect.match({
          onSuccess: ({ ok: taken, status }) =>
            taken
              ? [ok("traces", `The collector at ${endpoint} takes them.`)]
              : [warn("traces", `The collector at ${endpoint} answers ${status}: see OTEL_EXPORTER_OTLP_HEADERS.`)],
          onFailure: () => [warn("traces", `The collector at ${endpoint} does not answer: traces are lost.`)]
        })
      )
  })
