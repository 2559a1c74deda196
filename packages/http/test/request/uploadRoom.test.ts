/** How many bytes of files are held at once, and who waits: a law over random sequences. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import type { Held } from "../../src/request/FairRoom.ts"
import * as UploadRoom from "../../src/request/UploadRoom.ts"

const limit = 40

const roomOf = Effect.provideService(UploadRoom.make, UploadRoom.UploadBytesLimit, limit)

const Step = Schema.Tuple([
  Schema.Literals(["take", "take", "release", "go away"]),
  Schema.Literals(["a b", "a c", "a d", "b c"]),
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 45 }))
])

interface One {
  readonly name: string
  readonly bytes: number
  readonly number: number
  release: (() => void) | undefined
  leave: () => void
}

const place = (name: string) => {
  const [group = "", lane = ""] = name.split(" ")
  return { group, lane, client: "" }
}

it.prop(
  "what is held stays within a quarter for each credential, a half for each organisation and the limit for all, or is one file; files of one come in order; none waits while it could be held",
  [Schema.Array(Step)],
  ([steps]) => {
    const room = Effect.runSync(roomOf)
    let all: Array<One> = []
    const heldOf = (name?: string) =>
      all.filter((one) => one.release !== undefined && (name === undefined || one.name === name))
    const sum = (ones: ReadonlyArray<One>) => ones.reduce((total, { bytes }) => total + bytes, 0)
    steps.forEach(([what, name, number], index) => {
      if (what === "take") {
        const one: One = { name, bytes: number, number: index, release: undefined, leave: () => undefined }
        all.push(one)
        const fiber = Effect.runFork(
          room.take(place(name), number, 60_000, ({ release }) => {
            one.release = release
          })
        )
        one.leave = () => fiber.interruptUnsafe()
      } else {
        const among = all.filter((one) => (one.release !== undefined) === (what === "release"))
        const one = among[number % Math.max(1, among.length)]
        all = all.filter((other) => other !== one)
        if (what === "release") one?.release?.()
        else one?.leave()
      }
      const held = heldOf()
      assert.isTrue(sum(held) <= limit || held.length === 1)
      const ofGroup = (group: string) => held.filter((one) => place(one.name).group === group)
      for (const group of ["a", "b"])
        assert.isTrue(sum(ofGroup(group)) <= limit / 2 || ofGroup(group).length === 1, "an organisation has half")
      /** The first of each credential that its own files leave room. */
      const heads = [...new Set(all.map((one) => one.name))].flatMap((lane) => {
        const own = heldOf(lane)
        assert.isTrue(sum(own) <= limit / 4 || own.length === 1)
        const [first] = all.filter((one) => one.name === lane && one.release === undefined)
        if (first === undefined) return []
        assert.isTrue(own.every((one) => one.number < first.number))
        return own.length === 0 || sum(own) + first.bytes <= limit / 4 ? [first] : []
      })
      const fits = ({ bytes, name: who }: One) => {
        const own = ofGroup(place(who).group)
        return (held.length === 0 || sum(held) + bytes <= limit) && (own.length === 0 || sum(own) + bytes <= limit / 2)
      }
      assert.isFalse(heads.length > 0 && heads.every(fits), "one waits that nothing keeps from beginning")
    })
    for (const one of all) one.leave()
  },
  { arbitrary: { runs: 300 } }
)

it.live("credentials take turns: what one has in waiting does not come before the first file of another", () =>
  Effect.gen(function* () {
    const room = yield* roomOf
    const order: Array<string> = []
    const releases: Array<() => void> = []
    const take = (name: string) =>
      Effect.forkChild(
        room.take(place(name), 10, 60_000, ({ release }) => {
          order.push(name)
          releases.push(release)
        })
      )
    for (const name of ["a 1", "a 1", "a 1", "b 1", "c 1", "d 1", "e 1"]) yield* take(name)
    yield* Effect.yieldNow
    yield* Effect.yieldNow
    assert.deepStrictEqual(order, ["a 1", "b 1", "c 1", "d 1"])
    for (const index of [0, 4, 5]) releases[index]?.()
    assert.deepStrictEqual(order.slice(4), ["a 1", "e 1", "a 1"])
  })
)

it.live(
  "who waits too long is told by whose files: the credential's own, or those of all; and many do not wait at all",
  () =>
    Effect.gen(function* () {
      const room = yield* roomOf
      const take = (name: string, millis: number) => room.take(place(name), 10, millis, () => undefined)
      yield* take("a 1", 1)
      assert.deepInclude(yield* Effect.flip(take("a 1", 1)), { _tag: "UploadsAtOnce", retryAfterSeconds: 5 })
      for (const name of ["b 1", "c 1", "d 1"]) yield* take(name, 1)
      assert.deepInclude(yield* Effect.flip(take("e 1", 1)), { _tag: "Overloaded", retryAfterSeconds: 5 })
      const many = yield* Effect.forEach(Array.from({ length: 64 }), () => Effect.forkChild(take("a 1", 60_000)))
      yield* Effect.yieldNow
      yield* Effect.yieldNow
      assert.deepInclude(yield* Effect.flip(take("a 1", 60_000)), { _tag: "UploadsAtOnce" })
      yield* Fiber.interruptAll(many)
    })
)

it.live("clients of one credential take turns: what one has in waiting does not come before the file of another", () =>
  Effect.gen(function* () {
    const room = yield* roomOf
    const begun: Array<readonly [string, Held]> = []
    for (const client of ["flood", "flood", "flood", "flood", "person"])
      yield* Effect.forkChild(
        room.take({ group: "a", lane: "public", client }, 10, 60_000, (held) => void begun.push([client, held]))
      )
    yield* Effect.yieldNow
    yield* Effect.yieldNow
    for (const index of [0, 1]) begun[index]?.[1].release()
    assert.deepStrictEqual(
      begun.map(([client]) => client),
      ["flood", "flood", "person"]
    )
  })
)

it.live("the slowest goes where others wait for the room that it keeps: one at a time, until those fit", () =>
  Effect.gen(function* () {
    const room = yield* roomOf
    const held = new Map<string, Held>()
    const take = (name: string) =>
      Effect.andThen(
        Effect.forkChild(room.take(place(name), 5, 60_000, (one) => void held.set(`${name} ${held.size}`, one))),
        Effect.yieldNow
      )
    const goes = (name: string, slowness: number | undefined) => held.get(name)?.hasToGo(slowness)
    for (const name of ["a 1", "a 1", "b 1", "a 2"]) yield* take(name)
    assert.deepStrictEqual([...held.keys()], ["a 1 0", "a 1 1", "b 1 2", "a 2 3"])
    assert.isFalse(goes("a 1 0", 1), "none waits")
    assert.isFalse(goes("b 1 2", 0), "none waits")
    for (const name of ["a 1", "a 1"]) yield* take(name)
    assert.isFalse(goes("b 1 2", 0), "they wait for a share that a stranger is not in")
    assert.isFalse(goes("a 2 3", 0), "nor another credential")
    assert.isFalse(goes("a 1 1", 3), "another is slower")
    assert.isFalse(goes("a 1 0", undefined), "it is fast by now")
    assert.isTrue(goes("a 1 1", 3))
    assert.strictEqual(held.size, 5, "its room is given at once")
    assert.isTrue(goes("a 1 0", 1))
    assert.strictEqual(held.size, 6)
    assert.isFalse(goes("a 1 4", 1), "all that waited have begun")
    assert.isFalse(goes("a 1 0", 1), "it has gone")
  })
)

it.live("a small file has room of its own, and does not wait behind large ones", () =>
  Effect.gen(function* () {
    const room = yield* Effect.provideService(UploadRoom.make, UploadRoom.UploadBytesLimit, 128 * 1024 * 1024)
    const large = yield* Effect.forEach([1, 2, 3, 4], () =>
      Effect.forkChild(room.take(place("a 1"), 10_000_000, 60_000, () => undefined))
    )
    yield* Effect.yieldNow
    assert.deepInclude(yield* Effect.flip(room.take(place("a 1"), 262_145, 1, () => undefined)), {
      _tag: "UploadsAtOnce"
    })
    yield* room.take(place("a 1"), 262_144, 1, () => undefined)
    yield* Fiber.interruptAll(large)
  })
)

it("128 MiB of files are held at once", () => {
  assert.strictEqual(Effect.runSync(UploadRoom.UploadBytesLimit), 134_217_728)
})
