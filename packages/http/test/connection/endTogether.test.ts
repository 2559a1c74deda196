/** Answers of one turn of the event loop go out together, at its end. */
import { assert, it } from "@effect/vitest"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { endAll, endTogether } from "../../src/connection/endTogether.ts"

const response = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket())).writeHead(200)

const ended = (responses: ReadonlyArray<ServerResponse>): ReadonlyArray<boolean> =>
  responses.map(({ writableEnded }) => writableEnded)

/** Work that takes longer than an answer waits for it. */
const work = (): void => {
  const until = performance.now() + 3
  while (performance.now() < until);
}

it("an answer is not written before the turn of the event loop ends, and then with the others of that turn", async () => {
  endAll()
  const [first, second] = [response(), response()]
  endTogether(first, "{}", "latin1")
  endTogether(second, "{}", "latin1")
  assert.deepStrictEqual(ended([first, second]), [false, false])
  await Promise.resolve()
  assert.deepStrictEqual(ended([first, second]), [true, true])
})

it("answers are written within a turn that goes on for long", () => {
  endAll()
  const [first, second, third] = [response(), response(), response()]
  endTogether(first, "{}", "latin1")
  work()
  assert.deepStrictEqual(ended([first]), [false])
  endTogether(second, "{}", "latin1")
  assert.deepStrictEqual(ended([first, second]), [true, true])
  endTogether(third, "{}", "latin1")
  assert.deepStrictEqual(ended([third]), [false])
  endAll()
  assert.deepStrictEqual(ended([third]), [true])
})
