/**
 * Request ids: UUIDs of version 7 (RFC 9562 §5.7). Their random bits are drawn for many at once, and each is given out once: an Effect
 * for each id costs more than the routing of its request.
 */
import { Clock, Effect } from "effect"
import { SecureRandom } from "effect/crypto"

const idsAtOnce = 100
const randomBytes = 10

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** Gives the function that makes an id. */
export const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* Clock.Clock
  const drawing = Effect.orDie(random.randomBytes(idsAtOnce * randomBytes))
  let drawn: Uint8Array = new Uint8Array(0)
  let at = 0

  return (): string => {
    if (at === drawn.length) {
      drawn = Effect.runSync(drawing)
      at = 0
    }
    const byte = (place: number, kept = 0xff, mark = 0): string => hex[((drawn[at + place] ?? 0) & kept) | mark] ?? ""
    const millis = clock.currentTimeMillisUnsafe().toString(16).padStart(12, "0")
    const first = `${millis.slice(0, 8)}-${millis.slice(8)}-${byte(0, 0x0f, 0x70)}${byte(1)}`
    const id = `${first}-${byte(2, 0x3f, 0x80)}${byte(3)}-${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`
    at += randomBytes
    return id
  }
})
