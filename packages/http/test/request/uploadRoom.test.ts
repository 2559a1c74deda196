/** How many bytes of files are held at once, and who waits: a law over random sequences. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { afterEach, vi } from "vitest"
import type { Held } from "../../src/request/FairRoom.ts"
import * as UploadRoom from "../../src/request/UploadRoom.ts"

afterEach(() => void vi.useRealTimers())

const limit = 40

const roomOf = Effect.provideService(UploadRoom.make, UploadRoom.UploadBytesLimit, limit)

const Step = Schema.Tuple([
  Schema.Literals(["take", "take", "release", "go away"]),
  Schema.Literals(["a b", "a c", "a d", "b c"]),
  // A file's bytes, which often fill a share or the whole; or which of those there it happens to.
  Schema.Literals([1, 2, 4, 5, 6, 9, 10, 11, 19, 20, 21, 29, 30, 39, 40, 41, 45])
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
        if (what === "release") {
          one?.release?.()
          // Once more gives nothing more back.
          one?.release?.()
        } else one?.leave()
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

it.prop(
  "files of one credential are held together up to a quarter, to the byte",
  [
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 }))
  ],
  ([one, other]) => {
    const room = Effect.runSync(roomOf)
    let held = 0
    const leaves = [one, other].map((bytes) =>
      Effect.runCallback(room.take(place("a 1"), bytes, 60_000, () => void (held += 1)))
    )
    assert.strictEqual(held, one + other <= 10 ? 2 : 1)
    for (const leave of leaves) leave()
  }
)

it("a credential that comes anew is behind those that wait, after a file that was taken and after one that went away", () => {
  for (const before of ["taken", "went away"]) {
    const room = Effect.runSync(roomOf)
    const begun: Array<string> = []
    const releases = new Map<string, () => void>()
    const take = (name: string, bytes: number) =>
      Effect.runCallback(
        room.take(place(name), bytes, 60_000, ({ release }) => {
          begun.push(name)
          releases.set(name, release)
        })
      )
    if (before === "taken") {
      take("a 1", 1)
      releases.get("a 1")?.()
    }
    take("b 1", limit)
    if (before === "went away") take("a 1", 1)()
    const leaves = [take("c 1", limit), take("a 1", limit)]
    releases.get("b 1")?.()
    assert.strictEqual(begun.at(-1), "c 1", before)
    releases.get("c 1")?.()
    assert.strictEqual(begun.at(-1), "a 1", before)
    for (const leave of leaves) leave()
  }
})

it("where a file that waits goes away, those behind it begin that fit", () => {
  const room = Effect.runSync(roomOf)
  const begun: Array<number> = []
  const [, leave, ...others] = [6, 9, 4, 1].map((bytes) =>
    Effect.runCallback(room.take(place("a 1"), bytes, 60_000, () => void begun.push(bytes)))
  )
  assert.deepStrictEqual(begun, [6])
  leave?.()
  assert.deepStrictEqual(begun, [6, 4])
  for (const other of others) other()
})

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
      assert.deepInclude(Effect.runSync(Effect.flip(take("a 1", 60_000))), { _tag: "UploadsAtOnce" })
      yield* Fiber.interruptAll(many)
    })
)

it("no timer is left of a wait that has ended: with room, in vain at its time and not before, or with its request", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const room = Effect.runSync(roomOf)
  const releases: Array<() => void> = []
  const ended: Array<string> = []
  const take = (name: string) =>
    Effect.runCallback(
      room.take(place(name), 10, 1_000, ({ release }) => void releases.push(release)),
      { onExit: (exit) => void ended.push(exit._tag) }
    )
  take("a 1")
  assert.deepStrictEqual([ended, vi.getTimerCount()], [["Success"], 0])
  const leave = take("a 1")
  take("a 1")
  assert.deepStrictEqual([ended.length, vi.getTimerCount()], [1, 2])
  leave()
  assert.strictEqual(vi.getTimerCount(), 1)
  releases[0]?.()
  assert.deepStrictEqual([releases.length, vi.getTimerCount()], [2, 0])
  ended.length = 0
  take("a 1")
  vi.advanceTimersByTime(999)
  assert.deepStrictEqual(ended, [])
  vi.advanceTimersByTime(1)
  assert.deepStrictEqual([ended, vi.getTimerCount()], [["Failure"], 0])
  releases[1]?.()
  assert.strictEqual(releases.length, 2, "it has left the line")
})

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
  assert.strictEqual(UploadRoom.UploadBytesLimit.key, "@formwork/http/UploadRoom/UploadBytesLimit")
  assert.strictEqual(Effect.runSync(UploadRoom.UploadBytesLimit), 134_217_728)
})
