/** Whose turn it is: laws of the queue, over random sequences (docs/decisions/0125). */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import * as FairQueue from "../../src/connection/FairQueue.ts"

const shares = { all: 6, group: 4, lane: 2 }
const Name = Schema.Literals(["a", "b", "c"])
const Step = Schema.Union([
  Schema.Tuple([Schema.Literal("add"), Name, Name]),
  Schema.Tuple([Schema.Literal("add"), Schema.Literal("a"), Name]),
  Schema.Tuple([Schema.Literal("next")]),
  Schema.Tuple([Schema.Literal("next")]),
  Schema.Tuple([
    Schema.Literals(["done", "leave", "aside", "back"]),
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))
  ])
])

interface Known {
  readonly place: FairQueue.Place
  readonly number: number
}

it.prop(
  "no share is exceeded but by requests that come back, a lane keeps its order, nothing is lost, and a free place is never left to itself",
  // Long enough for every share to be reached.
  [Schema.Array(Step).check(Schema.isMinLength(80), Schema.isMaxLength(120))],
  ([steps]) => {
    const queue = FairQueue.make<Known>(shares)
    const waiting = new Map<Known, FairQueue.Ticket<Known>>()
    const running = new Map<Known, FairQueue.Ticket<Known>>()
    const aside = new Map<Known, FairQueue.Ticket<Known>>()
    const runningIn = (group: string) => [...running.keys()].filter(({ place }) => place.group === group).length
    const underWay = ({ group, lane }: FairQueue.Place) =>
      [...running.keys(), ...aside.keys()].filter(({ place }) => place.group === group && place.lane === lane).length
    const mayRun = ({ place }: Known) =>
      running.size < shares.all && runningIn(place.group) < shares.group && underWay(place) < shares.lane
    let number = 0
    for (const step of [...steps, ...steps.map(() => ["next"] as const)]) {
      if (step[0] === "add") {
        const known = { place: { group: step[1], lane: step[2] }, number: ++number }
        waiting.set(known, queue.add(known.place, known))
      } else if (step[0] === "next") {
        const possible = [...waiting.keys()].filter(mayRun)
        const known = queue.next()
        assert.strictEqual(known !== undefined, possible.length > 0)
        if (known === undefined) continue
        assert.include(possible, known)
        const earlier = [...waiting.keys()].filter(
          ({ number: other, place }) =>
            place.group === known.place.group && place.lane === known.place.lane && other < known.number
        )
        assert.deepStrictEqual(earlier, [])
        const ticket = waiting.get(known) ?? assert.fail()
        waiting.delete(known)
        running.set(known, ticket)
      } else {
        const from = step[0] === "leave" ? waiting : step[0] === "back" ? aside : running
        const [known, ticket] = [...from][step[1] % Math.max(1, from.size)] ?? []
        if (known === undefined || ticket === undefined) continue
        from.delete(known)
        if (step[0] === "done") queue.done(ticket)
        else if (step[0] === "aside") {
          queue.aside(ticket)
          aside.set(known, ticket)
        } else if (step[0] === "back") {
          queue.back(ticket)
          running.set(known, ticket)
        } else assert.isTrue(queue.leave(ticket))
      }
      assert.deepStrictEqual(queue.sizes(), { running: running.size, waiting: waiting.size })
      const all = [waiting, running, aside].flatMap((some) => [...some.keys()]).map(({ place }) => place)
      assert.deepStrictEqual(queue.kept(), {
        groups: new Set(all.map(({ group }) => group)).size,
        lanes: new Set(all.map(({ group, lane }) => `${group} ${lane}`)).size
      })
      const first = new Map<string, Known>()
      for (const known of waiting.keys()) {
        const lane = `${known.place.group} ${known.place.lane}`
        if (!first.has(lane)) first.set(lane, known)
      }
      assert.sameMembers(
        queue.heads().map(({ waiter }) => waiter),
        [...first.values()]
      )
    }
  },
  { arbitrary: { runs: 200 } }
)

it("one request of a lane goes before the second of any other, however many that has", () => {
  const queue = FairQueue.make<string>({ all: 1, group: 1, lane: 1 })
  const add = (group: string, lane: string, name: string) => queue.add({ group, lane }, name)
  const tickets = new Map(
    Array.from({ length: 2_000 }, (_, index) => [`crowd ${index}`, add("crowd", String(index % 20), `crowd ${index}`)])
  )
  const first = queue.next() ?? assert.fail()
  tickets.set("good", add("good", "key", "good"))
  tickets.set("colleague", add("crowd", "another", "colleague"))
  queue.done(tickets.get(first) ?? assert.fail())
  assert.strictEqual(queue.before({ group: "good", lane: "key" }) <= 4, true)
  const order: Array<string> = []
  for (let turn = 0; turn < 45; turn++) {
    const next = queue.next() ?? assert.fail()
    order.push(next)
    queue.done(tickets.get(next) ?? assert.fail())
  }
  assert.isBelow(order.indexOf("good"), 2)
  assert.include(order, "colleague")
})

it.prop(
  "no more go before a new request than it was told, where all may run",
  [
    Schema.Array(Schema.Tuple([Name, Name])),
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
    Name,
    Name
  ],
  ([places, earlier, group, lane]) => {
    const queue = FairQueue.make<string>({ all: 100, group: 100, lane: 100 })
    for (const [index, [group, lane]] of places.entries()) queue.add({ group, lane }, String(index))
    for (let turn = 0; turn < earlier; turn++) queue.next()
    const told = queue.before({ group, lane })
    queue.add({ group, lane }, "new")
    let before = 0
    while (queue.next() !== "new") before += 1
    assert.isAtMost(before, told)
  },
  { arbitrary: { runs: 300 } }
)

it("as many go before a new request as wait in its lane, in each of as many lanes and groups as have turns", () => {
  const queue = FairQueue.make<number>({ all: 1, group: 1, lane: 1 })
  const before = (group: string, lane: string) => queue.before({ group, lane })
  const add = (group: string, lane: string, count: number) => {
    for (let index = 0; index < count; index++) queue.add({ group, lane }, index)
  }
  assert.strictEqual(before("a", "x"), 0)
  add("a", "x", 3)
  assert.deepStrictEqual([before("a", "x"), before("a", "y"), before("b", "x")], [3, 1, 1])
  add("a", "y", 4)
  assert.deepStrictEqual([before("a", "x"), before("a", "y"), before("a", "z"), before("b", "x")], [7, 7, 2, 1])
  add("b", "x", 20)
  assert.deepStrictEqual([before("a", "x"), before("a", "z"), before("b", "x"), before("c", "x")], [15, 5, 27, 2])
})

it("a request leaves once, and only while it waits", () => {
  const queue = FairQueue.make<string>(shares)
  const place = { group: "a", lane: "x" }
  const [begun, waiting] = [queue.add(place, "begun"), queue.add(place, "waiting")]
  assert.strictEqual(queue.next(), "begun")
  assert.deepStrictEqual([queue.leave(begun), queue.leave(waiting), queue.leave(waiting)], [false, true, false])
  assert.deepStrictEqual(queue.sizes(), { running: 1, waiting: 0 })
})
