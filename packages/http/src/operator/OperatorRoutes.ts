/** Serves the operator's calls beside health and metrics: authenticates the operator's token, and answers problems as the API does. */
import { ByteSize, Cause, Effect, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash, timingSafeEqual } from "node:crypto"
import { Unauthenticated, Unavailable, RequestMalformed } from "@formwork/domain/callers/Refusal"
import type { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import type { Json } from "@formwork/rules/Json"
import { policy } from "../connection/Answer.ts"
import * as ProblemDetails from "../problem/ProblemDetails.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import { InternalFault, MediaTypeUnsupported, PayloadTooLarge } from "../request/RequestRefusal.ts"
import * as StrictJson from "../request/StrictJson.ts"
import { operatorCalls } from "./operatorCalls.ts"
import type { OperatorCall } from "./operatorCalls.ts"

/** Bytes and levels of a body: the largest has a name, an address and a password. */
const most = { bytes: 16_384, depth: 8 }

/** @param expected the SHA-256 of the operator's token. */
const isOperator = (authorization: string | undefined, expected: Buffer): boolean => {
  const [, token] = /^Bearer ([!-~]{1,1000})$/iu.exec(authorization ?? "") ?? []
  return token !== undefined && timingSafeEqual(hash("sha256", token, "buffer"), expected)
}

const jsonOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Json, Refusal> =>
  Effect.gen(function* () {
    const type = request.headers["content-type"] ?? ""
    if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?$/iu.test(type))
      return yield* new MediaTypeUnsupported({ isCoded: false })
    if (Number(request.headers["content-length"] ?? 0) > most.bytes)
      return yield* new PayloadTooLarge({ limitBytes: most.bytes })
    const bytes = yield* request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(most.bytes)),
      Effect.mapError(() => new PayloadTooLarge({ limitBytes: most.bytes }))
    )
    const value = StrictJson.parse(Buffer.from(bytes), most.depth)
    return Result.isSuccess(value) ? value.success : yield* new RequestMalformed({ reason: value.failure })
  })

/** What a request that failed is answered: an outage, or a bug. */
const failed = (cause: Cause.Cause<never>): Refusal => {
  const defect = Cause.squash(cause)
  return defect instanceof Unavailable ? defect : new InternalFault()
}

const answer = Effect.fnUntraced(function* (call: OperatorCall, expected: Buffer) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { id } = yield* HttpRouter.params
  const requestId = yield* Effect.orDie(SecureRandom.SecureRandom.use((random) => random.uuidV7()))
  const about = { method: call.method, path: call.path, id, requestId }
  const headers = {
    "x-request-id": requestId,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": policy
  }
  const work: Effect.Effect<unknown, Refusal, HostedOrganisations> = isOperator(
    request.headers["authorization"],
    expected
  )
    ? call.run({ id, url: request.originalUrl, json: jsonOf(request) })
    : Effect.fail(new Unauthenticated())
  return yield* work.pipe(
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError("an operator's call failed", about, Cause.die(defect)),
        Effect.fail(failed(Cause.die(defect)))
      )
    ),
    Effect.tap(() => (call.changes ? Effect.logInfo("the operator's call", about) : Effect.void)),
    Effect.map((body) =>
      HttpServerResponse.text(JSON.stringify(body), {
        status: call.status,
        contentType: "application/json",
        headers
      })
    ),
    Effect.catch((refusal) =>
      Effect.succeed(
        HttpServerResponse.text(ProblemDetails.body(refusal, requestId), {
          status: ProblemDetails.status(refusal),
          contentType: "application/problem+json",
          headers: { ...ProblemDetails.headers(refusal), ...headers }
        })
      )
    )
  )
})

/**
 * The routes, for `Health.layer`.
 * @param tokenHash the SHA-256 of the operator's token, in hexadecimal.
 */
export const layer = (tokenHash: string) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const expected = Buffer.from(tokenHash, "hex")
      const services = yield* Effect.context<HostedOrganisations | SecureRandom.SecureRandom>()
      for (const call of operatorCalls)
        yield* router.add(call.method, call.path, Effect.provideContext(answer(call, expected), services))
    })
  )
