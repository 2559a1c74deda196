/** Answers of one turn of the event loop go out together, at its end. */
import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { endAll, endTogether } from "../../src/connection/endTogether.ts"

const response = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket())).writeHead(200)

const ended = (responses: ReadonlyArray<ServerResponse>): ReadonlyArray<boolean> =>
  responses.map(({ writableEnded }) => writableEnded)

/** The clock stands still, except where a test says that work has taken some milliseconds. */
let now = 0
const work = (millis: number): void => void (now += millis)
beforeEach(() => void vi.spyOn(performance, "now").mockImplementation(() => now))
afterEach(() => vi.restoreAllMocks())

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
  work(3)
  assert.deepStrictEqual(ended([first]), [false])
  endTogether(second, "{}", "latin1")
  assert.deepStrictEqual(ended([first, second]), [true, true])
  endTogether(third, "{}", "latin1")
  assert.deepStrictEqual(ended([third]), [false])
  endAll()
  assert.deepStrictEqual(ended([third]), [true])
})
