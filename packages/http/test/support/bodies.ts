/** Bodies that a test pushes into Node's own request objects. */
import { Effect, Result } from "effect"
import { ServerResponse } from "node:http"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import type { Exchange } from "../../src/request/Exchange.ts"
import type { Head } from "../../src/request/Head.ts"
import * as StrictBody from "../../src/request/StrictBody.ts"
import { exchangeOf, requestWith } from "./exchange.ts"

const none: Head = {
  path: "/",
  credential: undefined,
  isCookie: false,
  requestId: undefined,
  declaresJson: true,
  declaresLines: false,
  declaresCsv: false,
  contentType: "application/json",
  isCoded: false,
  acceptsLanguages: undefined,
  contentLength: 0,
  hasBody: true,
  expectation: "none",
  isHttp1: true,
  isFramed: true
}

export const limits = { bytes: 10, millis: 10_000, depth: 2, drainBytes: 10, drainMillis: 10_000 }

export const caller = Caller.operator(
  OrganisationId.make("019a0000-0000-7000-8000-000000000001"),
  UserId.make("019a0000-0000-7000-8000-000000000002")
)

export const exchange = (head: Partial<Head> = {}, change: Partial<Exchange> = {}) => {
  const request = requestWith()
  const response = new ServerResponse(request)
  let continues = 0
  response.writeContinue = () => void continues++
  const made = exchangeOf(request, { response, head: { ...none, ...head }, caller, ...change })
  return { made, request, continues: () => continues }
}

export const read = (made: Exchange, change: Partial<typeof limits> = {}) =>
  Effect.result(StrictBody.read(made, { ...limits, ...change })).pipe(
    Effect.map((result) => (Result.isSuccess(result) ? result.success : result.failure))
  )
