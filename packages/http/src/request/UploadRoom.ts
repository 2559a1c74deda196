/**
 * How many bytes of files on their way this process holds at once, apart from other bodies (docs/decisions/0299). A file that finds no room
 * waits for it: its client's bytes wait in the connection meanwhile, which soon holds no more.
 */
import { Context, Effect } from "effect"
import type { Place } from "../connection/FairQueue.ts"
import { Overloaded, UploadsAtOnce } from "./RequestRefusal.ts"

/** Bytes of files in all; configurable. */
export const UploadBytesLimit = Context.Reference<number>("@formwork/http/UploadRoom/UploadBytesLimit", {
  defaultValue: () => 128 * 1024 * 1024
})

/** One credential holds at most a quarter, or one file. Its others wait, and keep no room from those of others. */
const share = 4

/** Files of one credential that wait for room. */
const mostWaiting = 64

/** What a client waits that found no room. */
const retryAfterSeconds = 5

interface Waiter {
  readonly bytes: number
  readonly begin: (release: () => void) => void
}

interface Lane {
  readonly name: string
  readonly waiting: Set<Waiter>
  held: number
}

export interface UploadRoom {
  /**
   * Waits until there is room. Credentials take turns; the files of one come in their order.
   * @param taken gets what gives the room back, at once: a request that ends in this moment gives it back too.
   * Refuses: `UploadsAtOnce` (the credential's own files leave it none), `Overloaded` (those of all do).
   */
  readonly take: (
    place: Place,
    bytes: number,
    millis: number,
    taken: (release: () => void) => void
  ) => Effect.Effect<void, UploadsAtOnce | Overloaded>
}

/** The lanes, and what they hold. */
const lanesWithin = (limit: number) => {
  /** In the order of their turns. */
  const lanes = new Map<string, Lane>()
  let all = 0

  const mayHold = (lane: Lane, bytes: number): boolean => lane.held === 0 || lane.held + bytes <= limit / share
  const isRoom = (bytes: number): boolean => all === 0 || all + bytes <= limit

  const forget = (lane: Lane): void => {
    if (lane.held === 0 && lane.waiting.size === 0) lanes.delete(lane.name)
  }
  const give = (lane: Lane, bytes: number): (() => void) => {
    lane.held += bytes
    all += bytes
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      lane.held -= bytes
      all -= bytes
      pump()
      forget(lane)
    }
  }
  /** The next file that may begin; undefined where none may. One that waits for room in all is not passed by smaller ones. */
  const next = (): readonly [Lane, Waiter] | undefined => {
    for (const lane of lanes.values()) {
      const [first] = lane.waiting
      if (first !== undefined && mayHold(lane, first.bytes)) return isRoom(first.bytes) ? [lane, first] : undefined
    }
    return undefined
  }
  const pump = (): void => {
    for (let found = next(); found !== undefined; found = next()) {
      const [lane, waiter] = found
      lane.waiting.delete(waiter)
      lanes.delete(lane.name)
      lanes.set(lane.name, lane)
      waiter.begin(give(lane, waiter.bytes))
    }
  }
  return {
    mayHold,
    of: ({ group, lane }: Place): Lane => {
      const name = `${group} ${lane}`
      const found = lanes.get(name) ?? { name, waiting: new Set(), held: 0 }
      lanes.set(name, found)
      return found
    },
    join: (lane: Lane, waiter: Waiter): void => {
      lane.waiting.add(waiter)
      pump()
    },
    leave: (lane: Lane, waiter: Waiter): void => {
      lane.waiting.delete(waiter)
      // Those behind it may fit.
      pump()
      forget(lane)
    }
  }
}

export const make: Effect.Effect<UploadRoom> = Effect.map(UploadBytesLimit, (limit) => {
  const lanes = lanesWithin(limit)
  return {
    take: (place, bytes, millis, taken) =>
      Effect.callback((resume) => {
        const lane = lanes.of(place)
        if (lane.waiting.size >= mostWaiting) return resume(Effect.fail(new UploadsAtOnce({ retryAfterSeconds })))
        const leave = () => {
          clearTimeout(timer)
          lanes.leave(lane, waiter)
        }
        const waiter: Waiter = {
          bytes,
          begin: (release) => {
            clearTimeout(timer)
            taken(release)
            resume(Effect.void)
          }
        }
        const timer = setTimeout(() => {
          const isOthers = lanes.mayHold(lane, bytes)
          leave()
          resume(
            Effect.fail(isOthers ? new Overloaded({ retryAfterSeconds }) : new UploadsAtOnce({ retryAfterSeconds }))
          )
        }, millis)
        lanes.join(lane, waiter)
        return Effect.sync(leave)
      })
  }
})
