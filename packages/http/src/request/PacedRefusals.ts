/**
 * When requests that find the queue full are told so: some at once, and then so many a second. A crowd that asks again as soon as it is refused would
 * otherwise take the time of those that wait, which makes the queue longer and refuses more (docs/decisions/0327).
 */

export interface RefusalPace {
  /** How many are told at once, after a while without any. */
  readonly atOnce: number
  /** How many a second after that. */
  readonly aSecond: number
  /** None waits for longer. */
  readonly mostMillis: number
}

export const make = ({ aSecond, atOnce, mostMillis }: RefusalPace) => {
  /** What tells a request, by when it was refused, in that order. */
  const waiting = new Map<() => void, number>()
  let room = atOnce
  let countedAt = 0
  return {
    add: (tell: () => void, now: number): void => void waiting.set(tell, now),
    leave: (tell: () => void): void => void waiting.delete(tell),
    /** The next one that is due, which waits no longer. @param now no earlier than before. */
    next: (now: number): (() => void) | undefined => {
      room = Math.min(atOnce, room + ((now - countedAt) * aSecond) / 1_000)
      countedAt = now
      const [first] = waiting
      if (first === undefined) return undefined
      const [tell, since] = first
      if (room < 1 && now - since < mostMillis) return undefined
      room = Math.max(0, room - 1)
      waiting.delete(tell)
      return tell
    },
    size: (): number => waiting.size
  }
}
