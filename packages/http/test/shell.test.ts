/** The shell, outside of the server that it is made for. */
import { assert, it } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Cause, Effect, Exit, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { Guard, OpenGuard } from "../src/endpoint/Guard.ts"
import { Ids } from "../src/endpoint/PathIds.ts"
import * as Platform from "../src/platform/Platform.ts"
import * as RequestPipeline from "../src/pipeline/RequestPipeline.ts"
import * as V1 from "../src/v1/V1.ts"
import * as Harness from "./Harness.ts"

const endpoints = Layer.merge(V1.layer, Platform.layer).pipe(
  Layer.provide(Layer.mergeAll(Guard.layer, OpenGuard.layer, Ids.layer)),
  Layer.provideMerge(Layer.merge(NodeHttpServer.layerHttpServices, Harness.services()))
)

it.live("the shell reads bytes that Node's HTTP/1.1 server has read, and stands in no other", () =>
  Effect.gen(function* () {
    const answer = yield* RequestPipeline.make
    const node = new IncomingMessage(new Socket())
    const requests = [
      { source: new Request("http://x/") },
      { source: new Request("http://x/"), response: new ServerResponse(node) },
      { source: node, response: {} }
    ]
    for (const { response, source } of requests) {
      const request = HttpServerRequest.fromWeb(new Request("http://x/"))
      Object.assign(request, { source, response })
      const exit = yield* answer.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.scoped,
        Effect.exit
      )
      assert.deepStrictEqual(
        Exit.isFailure(exit) && Cause.squash(exit.cause),
        new Error("the shell stands in Node's HTTP/1.1 server")
      )
    }
  }).pipe(Effect.provide(endpoints))
)
