/** How many bytes of bodies are held at once: a law over random sequences. Over a socket: connection/bodies.test.ts. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as BodyBytes from "../../src/request/BodyBytes.ts"

const limit = 40

const Step = Schema.Tuple([
  Schema.Literals(["take", "release", "release again"]),
  Schema.Literals(["a b", "a c", "b c"]),
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 45 }))
])

const bodiesOf = (mostBytes: number) =>
  Effect.runSync(Effect.provideService(BodyBytes.make(mostBytes), BodyBytes.BodyBytesLimit, limit))

it.prop(
  "a body is taken where its credential then holds at most a quarter, or one body, and all together at most the limit, or this one alone",
  [Schema.Array(Step), Schema.Literals([5, 10, 15, 45])],
  ([steps, mostBytes]) => {
    const bodies = bodiesOf(mostBytes)
    const held: Array<{ readonly name: string; readonly bytes: number; readonly release: () => void }> = []
    const released: Array<() => void> = []
    for (const [what, name, number] of steps) {
      const [group = "", lane = ""] = name.split(" ")
      const own = held.filter((one) => one.name === name).reduce((sum, { bytes }) => sum + bytes, number)
      const all = held.reduce((sum, { bytes }) => sum + bytes, number)
      if (what === "take") {
        const release = bodies.take({ group, lane }, number)
        const fits = own <= Math.max(mostBytes, limit / 4) && (held.length === 0 || all <= limit)
        assert.strictEqual(release !== undefined, fits, JSON.stringify([steps, name, number]))
        if (release !== undefined) held.push({ name, bytes: number, release })
      } else if (what === "release") {
        const [one] = held.splice(number % Math.max(1, held.length), 1)
        one?.release()
        if (one !== undefined) released.push(one.release)
      } else released[number % Math.max(1, released.length)]?.()
    }
  },
  { arbitrary: { runs: 500 } }
)

it("bodies that fill the limit to the byte are taken, and what one of two gives back can be taken once again", () => {
  const bodies = bodiesOf(20)
  const [first, second] = [
    { group: "a", lane: "b" },
    { group: "b", lane: "c" }
  ]
  const releases = [bodies.take(first, 10), bodies.take(first, 10), bodies.take(second, 20)]
  assert.isTrue(releases.every((release) => release !== undefined))
  assert.isUndefined(bodies.take({ group: "c", lane: "d" }, 1))
  releases[0]?.()
  releases[0]?.()
  assert.isUndefined(bodies.take(first, 11), "the other one is still held")
  assert.isDefined(bodies.take(first, 10))
  assert.isUndefined(bodies.take({ group: "c", lane: "d" }, 1))
  releases[2]?.()
  assert.isUndefined(bodies.take(first, 1), "two bodies of it are held, although one was given back between")
})

it("64 MiB are held at once, and bodies up to 16 KiB are not counted", () => {
  assert.strictEqual(BodyBytes.BodyBytesLimit.key, "@formwork/http/BodyBytes/BodyBytesLimit")
  assert.strictEqual(Effect.runSync(BodyBytes.BodyBytesLimit), 67_108_864)
  assert.strictEqual(BodyBytes.smallBytes, 16_384)
})
