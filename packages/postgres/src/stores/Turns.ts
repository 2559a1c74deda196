/**
 * Takes turns by several keys at once, so that work on one thing that is held leaves connections for all others. Work begins when
 * every one of its keys has room, and counts for none of them while it waits: waiting for one thing takes nothing from another,
 * and gives the request's own place up meanwhile (docs/decisions/0174).
 */
import { Effect } from "effect"
import { Place } from "@formwork/domain/limits/Place"
import type { Turn } from "../database/TenantDatabase.ts"

/** What work is about, and how much of that runs at a time. */
export interface Share {
  readonly key: string
  readonly atOnce: number
}

interface Waiter {
  readonly shares: ReadonlyArray<Share>
  isRunning: boolean
  begin: () => void
}

/** @returns runs `work` when it is its turn. Of the work that has room, what came first begins first. */
export const make = () => {
  const running = new Map<string, number>()
  const waiting = new Set<Waiter>()

  const hasRoom = ({ shares }: Waiter): boolean => shares.every(({ atOnce, key }) => (running.get(key) ?? 0) < atOnce)

  const begin = (waiter: Waiter): void => {
    for (const { key } of waiter.shares) running.set(key, (running.get(key) ?? 0) + 1)
    waiter.isRunning = true
    waiter.begin()
  }

  /** The end of the work, or of the wait for it. */
  const end = (waiter: Waiter): void => {
    waiting.delete(waiter)
    if (!waiter.isRunning) return
    for (const { key } of waiter.shares) {
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

  const wait = (waiter: Waiter): Effect.Effect<void> =>
    Effect.callback((resume) => {
      waiter.begin = () => resume(Effect.void)
      if (hasRoom(waiter)) begin(waiter)
      else waiting.add(waiter)
    })

  return (shares: ReadonlyArray<Share>): Turn =>
    (work) =>
      Effect.flatMap(Place, ({ aside }) => {
        const waiter: Waiter = { shares, isRunning: false, begin: () => {} }
        const turn = Effect.suspend(() => (hasRoom(waiter) ? wait(waiter) : aside(wait(waiter))))
        return Effect.ensuring(
          Effect.andThen(turn, work),
          Effect.sync(() => end(waiter))
        )
      })
}
