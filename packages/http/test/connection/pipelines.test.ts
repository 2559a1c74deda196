/** How many requests a connection may have waiting, in quiet turns of the event loop and in crowded ones. */
import { assert, it } from "@effect/vitest"
import * as Pipelines from "../../src/connection/Pipelines.ts"

const none = () => 0
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
const ask = (mostOf: () => number, times: number): ReadonlyArray<number> =>
  Array.from({ length: times }, () => mostOf())

it("beyond some hundred requests in one turn a connection is left with one, and the next turn begins anew", async () => {
  const mostOf = Pipelines.make(32, none)
  const asked = ask(mostOf, 3_000)
  assert.deepStrictEqual(
    [asked.lastIndexOf(32), asked.indexOf(1), asked.slice(128).every((most) => most === 1)],
    [127, 128, true]
  )
  await turn()
  assert.strictEqual(mostOf(), 32)
})

it("quiet turns add up to no crowd", async () => {
  const mostOf = Pipelines.make(32, none)
  for (let turns = 0; turns < 20; turns++) {
    assert.isTrue(ask(mostOf, 128).every((most) => most === 32))
    await turn()
  }
})

it("a server that allows one request at a time allows no more in a crowd", () => {
  const mostOf = Pipelines.make(1, none)
  assert.isTrue(ask(mostOf, 2_000).every((most) => most === 1))
})

it("where hundreds wait for an earlier request of their connection, each connection is left with one until fewer do", () => {
  let waiting = 0
  const mostOf = Pipelines.make(32, () => waiting)
  const asked = [0, 512, 513, 9_000, 512, 3].map((now) => {
    waiting = now
    return mostOf()
  })
  assert.deepStrictEqual(asked, [32, 32, 1, 1, 32, 32])
})
