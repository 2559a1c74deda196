/** How many requests wait for an earlier one of their connection: counted up and down over real sockets, however a connection ends. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import { connect } from "node:net"
import * as Connection from "../../src/connection/Connection.ts"
import { serverOf, until } from "../support/nodeServer.ts"

const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

it.live("requests in a row wait until the one before is answered, and none waits on a connection that is gone", () =>
  Effect.gen(function* () {
    const responses: Array<ServerResponse> = []
    const { port } = yield* serverOf({}, (_request, response) => void responses.push(response))
    const answered = connect(port, "127.0.0.1")
    answered.write(request.repeat(3))
    yield* until(() => responses.length === 3)
    const left = connect(port, "127.0.0.1")
    left.write(request.repeat(3))
    yield* until(() => responses.length === 6)
    assert.strictEqual(Connection.waiting(), 4)
    responses[0]?.end()
    yield* until(() => Connection.waiting() === 3)
    // One that only closes its side still gets its answers.
    left.resetAndDestroy()
    yield* until(() => Connection.waiting() === 1)
    responses[1]?.end()
    responses[2]?.end()
    yield* until(() => Connection.waiting() === 0)
    answered.end(request)
    yield* until(() => responses.length === 7)
    assert.strictEqual(Connection.waiting(), 0)
    responses[6]?.end()
  }).pipe(Effect.scoped)
)
