/** How many requests one turn of the event loop begins, and that each is begun, once, in order. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import * as Paced from "../../src/connection/Paced.ts"

const MOST = 128
const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

const requestOn = (socket: Socket): readonly [IncomingMessage, ServerResponse] => {
  const request = new IncomingMessage(socket)
  return [request, new ServerResponse(request)]
}

const Turns = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 })))

it.effect.prop(
  "however many requests come in a turn, each is begun once, in order, and no turn begins more than its share",
  [Turns.check(Schema.isMinLength(1), Schema.isMaxLength(6))],
  Effect.fnUntraced(function* ([turns]) {
    const requests = turns.flatMap((count) => Array.from({ length: count }, () => requestOn(new Socket())))
    const begun: Array<IncomingMessage> = []
    let inTurn = 0
    const begin = Paced.make((request) => {
      begun.push(request)
      inTurn += 1
    })
    const endTurn = Effect.map(turn, () => {
      // What is begun while a turn reads, and what waits for its end.
      assert.isAtMost(inTurn, 2 * MOST)
      inTurn = 0
    })
    let next = 0
    for (const count of turns) {
      for (const [request, response] of requests.slice(next, next + count)) begin(request, response)
      next += count
      yield* endTurn
    }
    for (let left = 0; left <= requests.length / MOST; left++) yield* endTurn
    assert.isTrue(begun.length === requests.length && begun.every((request, at) => request === requests[at]?.[0]))
  })
)

it.effect("a request whose connection ends while it waits is never begun", () =>
  Effect.gen(function* () {
    let begun = 0
    const begin = Paced.make(() => {
      begun += 1
    })
    const sockets = Array.from({ length: MOST + 2 }, () => new Socket())
    for (const socket of sockets) begin(...requestOn(socket))
    sockets.at(-1)?.destroy()
    yield* turn
    yield* turn
    assert.strictEqual(begun, MOST + 1)
  })
)
