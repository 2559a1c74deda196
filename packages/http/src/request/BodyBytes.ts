/** How many bytes of bodies this process holds at once: so that large bodies that come together do not fill its memory. */
import { Context, Effect } from "effect"
import type { Place } from "../connection/FairQueue.ts"

/** Bytes of bodies in all; configurable. */
export const BodyBytesLimit = Context.Reference<number>("@formwork/http/BodyBytes/BodyBytesLimit", {
  defaultValue: () => 64 * 1024 * 1024
})

/** Bodies up to this size are not counted: the number of connections bounds them. Requests without a credential send no larger ones. */
export const smallBytes = 16 * 1024

/** One credential holds at most a quarter: a client that sends slowly stops itself alone. */
const share = 4

export interface BodyBytes {
  /** Counts a body, until the function that it gives is called. Undefined where it is too much now. */
  readonly take: (place: Place, bytes: number) => (() => void) | undefined
}

/** A new count. @param mostBytes the bytes that one body may have: everyone may send one such body. */
export const make = (mostBytes: number): Effect.Effect<BodyBytes> =>
  Effect.map(BodyBytesLimit, (limit) => {
    const held = new Map<string, number>()
    let all = 0
    const mostOfOne = Math.max(mostBytes, limit / share)

    return {
      take: ({ group, lane }, bytes) => {
        const name = `${group} ${lane}`
        const own = (held.get(name) ?? 0) + bytes
        if (own > mostOfOne || (all > 0 && all + bytes > limit)) return undefined
        held.set(name, own)
        all += bytes
        let isHeld = true
        return () => {
          if (!isHeld) return
          isHeld = false
          all -= bytes
          const left = (held.get(name) ?? 0) - bytes
          if (left > 0) held.set(name, left)
          else held.delete(name)
        }
      }
    }
  })
