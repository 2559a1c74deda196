/**
 * How fast requests are refused while the queue is full. A crowd that asks again as soon as it is refused would take the time of the requests that
 * wait. These would take longer then, and more would be refused (docs/decisions/0327).
 */

export interface RefusalPace {
  /** Refusals in one moment, where there were none for a while. */
  readonly atOnce: number
  /** Refusals a second after that. */
  readonly aSecond: number
  /** The longest that a refusal waits. */
  readonly mostMillis: number
}

export const make = ({ aSecond, atOnce, mostMillis }: RefusalPace) => {
  /** Refusals that wait, and since when; the oldest first. */
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
