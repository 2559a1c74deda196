/** The same client for programs on Effect: both contracts as HttpApiClients, with the retries of the plain one. */
import { Context, Duration, Effect, Layer, Random } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { HttpClientError, HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "@formwork/http/v1/Api"
import { Platform } from "@formwork/http/platform/Platform"
import { defaultRetries, waitMillis } from "../retrying.ts"
import type { Failure, Retries } from "../retrying.ts"

export interface FormworkClientOptions {
  /** Where the server is, such as `https://forms.example.com`. */
  readonly baseUrl: string
  /** An API key or a session token. */
  readonly token?: Redacted.Redacted
  readonly retries?: Partial<Retries>
}

export class FormworkClient extends Context.Service<
  FormworkClient,
  {
    /** The versioned surface: `formwork.v1.evaluate({ params, query, payload })`. A refusal is a failure with its problem. */
    readonly v1: HttpApiClient.ForApi<typeof Api>["v1"]
    /** The app API, by resource: `formwork.platform.apiKeys.list()`. */
    readonly platform: HttpApiClient.ForApi<typeof Platform>
  }
>()("@formwork/client/FormworkClient") {
  /** Needs an `HttpClient`: `Layer.provide(FetchHttpClient.layer)`. */
  static readonly layer = ({ baseUrl, retries, token }: FormworkClientOptions) =>
    Layer.effect(
      FormworkClient,
      Effect.gen(function* () {
        const random = yield* SecureRandom.SecureRandom
        const transformClient = (client: HttpClient.HttpClient) =>
          client.pipe(
            HttpClient.mapRequest((request) =>
              token === undefined ? request : HttpClientRequest.bearerToken(request, token)
            ),
            HttpClient.mapRequestEffect((request) =>
              isFiling(request) && !("idempotency-key" in request.headers)
                ? Effect.map(random.uuidV4(), (key) => HttpClientRequest.setHeader(request, "idempotency-key", key))
                : Effect.succeed(request)
            ),
            HttpClient.transform((sent, request) => retrying(sent, request, { ...defaultRetries, ...retries }))
          )
        const { v1 } = yield* HttpApiClient.make(Api, { baseUrl, transformClient })
        const platform = yield* HttpApiClient.make(Platform, { baseUrl, transformClient })
        return FormworkClient.of({ v1, platform })
      })
    )
}

const isFiling = ({ method, url }: HttpClientRequest.HttpClientRequest): boolean =>
  method === "POST" && /\/v1\/forms\/[^/]+\/submissions$/u.test(url)

const isRepeatable = (request: HttpClientRequest.HttpClientRequest): boolean =>
  request.method === "GET" ||
  isFiling(request) ||
  (request.method === "POST" && /\/forms\/[^/]+\/(?:files|evaluate)$/u.test(request.url))

/** The failure that status and Retry-After show; the body is not read. Only one conflict has Retry-After: a call in progress. */
const failureOf = ({ headers, status }: HttpClientResponse.HttpClientResponse): Failure | undefined => {
  if (status < 400) return undefined
  const after = headers["retry-after"]
  const retryAfterSeconds = after !== undefined && /^\d+$/u.test(after) ? Number(after) : undefined
  const isBusy = status === 409 && retryAfterSeconds !== undefined
  const code = status === 429 ? "RATE_LIMITED" : isBusy ? "IDEMPOTENCY_IN_PROGRESS" : undefined
  return { status, code, retryAfterSeconds }
}

const unanswered: Failure = { status: 0, code: undefined, retryAfterSeconds: undefined }

const retrying = <R>(
  sent: Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError, R>,
  request: HttpClientRequest.HttpClientRequest,
  retries: Retries
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError, R> => {
  const attempt = (count: number): typeof sent => {
    const again = (failure: Failure | undefined, otherwise: typeof sent): typeof sent =>
      Effect.flatMap(Random.next, (random) => {
        const millis = failure && waitMillis(failure, isRepeatable(request), count, retries, random)
        return millis === undefined ? otherwise : Effect.delay(attempt(count + 1), Duration.millis(millis))
      })
    return Effect.matchEffect(sent, {
      onSuccess: (response) => again(failureOf(response), Effect.succeed(response)),
      onFailure: (error) => again(unanswered, Effect.fail(error))
    })
  }
  return attempt(1)
}
