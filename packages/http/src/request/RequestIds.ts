/**
 * Request ids: UUIDs of version 7 (RFC 9562 §5.7). Their random bits are drawn for many at once, and each is given out once: an Effect
 * for each id costs more than the routing of its request.
 */
import { Clock, Effect } from "effect"
import { SecureRandom } from "effect/crypto"

const idsAtOnce = 100
const randomBytes = 10

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** The hexadecimal digits of a millisecond, as an id begins: many requests come in one. */
const timeOf = () => {
  let last = NaN
  let text = ""
  return (millis: number): string => {
    if (millis !== last) {
      const all = millis.toString(16).padStart(12, "0")
      last = millis
      text = `${all.slice(0, 8)}-${all.slice(8)}`
    }
    return text
  }
}

/** What follows the time: the version, the variant and ten bytes but for the bits of both. */
const tailOf = (bytes: Uint8Array): string => {
  const byte = (place: number, kept = 0xff, mark = 0): string => hex[((bytes[place] ?? 0) & kept) | mark] ?? ""
  const version = `${byte(0, 0x0f, 0x70)}${byte(1)}-${byte(2, 0x3f, 0x80)}${byte(3)}`
  return `${version}-${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`
}

/** Gives the function that makes an id. */
export const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* Clock.Clock
  const drawing = Effect.orDie(random.randomBytes(idsAtOnce * randomBytes))
  const timed = timeOf()
  let tails: Array<string> = []

  const draw = (): Array<string> => {
    const bytes = Effect.runSync(drawing)
    const places = Array.from({ length: idsAtOnce }, (_, id) => id * randomBytes)
    return places.map((start) => tailOf(bytes.subarray(start, start + randomBytes))).reverse()
  }

  return (): string => {
    if (tails.length === 0) tails = draw()
    return `${timed(clock.currentTimeMillisUnsafe())}-${tails.pop() ?? ""}`
  }
})
