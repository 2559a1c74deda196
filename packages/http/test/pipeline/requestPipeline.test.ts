/** The request pipeline outside its server. */
import { assert, it } from "@effect/vitest"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Cause, Effect, Exit, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import * as RequestPipeline from "../../src/pipeline/RequestPipeline.ts"
import * as Harness from "../support/Harness.ts"

const services = Layer.merge(NodeHttpServer.layerHttpServices, Harness.services())

it.live("the request pipeline runs only in Node's HTTP/1.1 server", () =>
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
        new Error("the request pipeline runs in Node's HTTP/1.1 server")
      )
    }
  }).pipe(Effect.provide(services))
)
