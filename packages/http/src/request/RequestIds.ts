/**
 * Request ids: UUIDs of version 7 (RFC 9562 §5.7). Their random bits are drawn for many at once, and each is given out once: an Effect
 * for each id costs more than the routing of its request.
 */
import { Clock, Effect } from "effect"
import { SecureRandom } from "effect/crypto"

const idsAtOnce = 100
const randomBytes = 10

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
const digits = 2 * randomBytes

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

/** Gives the function that makes an id. */
export const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* Clock.Clock
  const drawing = Effect.orDie(random.randomBytes(idsAtOnce * randomBytes))
  const timed = timeOf()
  let drawn = ""
  let at = 0

  return (): string => {
    if (at === drawn.length) {
      drawn = Array.from(Effect.runSync(drawing), (byte) => hex[byte] ?? "").join("")
      at = 0
    }
    const own = drawn.slice(at, at + digits)
    at += digits
    // The first digit is the version's, and two bits of the fifth are the variant's.
    const variant = "89ab".charAt(Number.parseInt(own.charAt(4), 16) & 3)
    return `${timed(clock.currentTimeMillisUnsafe())}-7${own.slice(1, 4)}-${variant}${own.slice(5, 8)}-${own.slice(8)}`
  }
})
