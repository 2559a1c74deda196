/**
 * Takes turns by several keys at once, so that work on one thing that is held leaves connections for all others. Work begins when
 * every one of its keys has room, and counts for none of them while it waits: waiting for one thing takes nothing from another.
 */
import { Effect } from "effect"
import type { Turn } from "../database/TenantDatabase.ts"

/** What work is about, and how much of that runs at a time. */
export interface Share {
  readonly key: string
  readonly atOnce: number
}

interface Place {
  readonly shares: ReadonlyArray<Share>
  isRunning: boolean
  begin: () => void
}

/** @returns runs `work` when it is its turn. Of the work that has room, what came first begins first. */
export const make = () => {
  const running = new Map<string, number>()
  const waiting = new Set<Place>()

  const hasRoom = ({ shares }: Place): boolean => shares.every(({ atOnce, key }) => (running.get(key) ?? 0) < atOnce)

  const begin = (place: Place): void => {
    for (const { key } of place.shares) running.set(key, (running.get(key) ?? 0) + 1)
    place.isRunning = true
    place.begin()
  }

  /** The end of the work, or of the wait for it. */
  const end = (place: Place): void => {
    waiting.delete(place)
    if (!place.isRunning) return
    for (const { key } of place.shares) {
      const left = (running.get(key) ?? 1) - 1
      if (left === 0) running.delete(key)
      else running.set(key, left)
    }
    for (const next of waiting) {
      if (!hasRoom(next)) continue
      waiting.delete(next)
      begin(next)
    }
  }

  const wait = (place: Place): Effect.Effect<void> =>
    Effect.callback((resume) => {
      place.begin = () => resume(Effect.void)
      if (hasRoom(place)) begin(place)
      else waiting.add(place)
    })

  return (shares: ReadonlyArray<Share>): Turn =>
    (work) =>
      Effect.suspend(() => {
        const place: Place = { shares, isRunning: false, begin: () => {} }
        return Effect.ensuring(
          Effect.andThen(wait(place), work),
          Effect.sync(() => end(place))
        )
      })
}
